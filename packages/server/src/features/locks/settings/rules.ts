import {
  AdvancedConfig,
  OpenerAdvancedConfig,
  SmartdoorAdvancedConfig,
  SmartlockConfig,
} from '@latchwork/contract'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { type AdvancedKind, advancedKindOf } from '../rules.ts'

type Values = Record<string, unknown>

/**
 * Auto-lock of 4.9: switched on, it waits at least 2 s; a call that names only the time switches it off with 0. Of a
 * smart door (4.11) the time stands as sent.
 */
export function settleAutoLock(kind: AdvancedKind, changes: Values, current: Values): Values {
  const { autoLockTimeout: seconds, autoLock: asked } = changes as {
    autoLockTimeout?: number
    autoLock?: boolean
  }
  if (kind.operation !== 'advancedConfig') return changes
  if (seconds === 0 && asked === undefined)
    return current.autoLock === undefined ? changes : { ...changes, autoLock: false }
  const timeout = seconds ?? (current.autoLockTimeout as number | undefined)
  const isOn = asked ?? current.autoLock === true
  return isOn && timeout !== undefined && timeout < 2 ? { ...changes, autoLockTimeout: 2 } : changes
}

interface Shape {
  readonly fields: readonly (readonly [name: string, check: (value: unknown) => boolean])[]
  readonly required: readonly string[]
}

function shapeOf({ properties, required = [] }: { properties: object; required?: string[] }): Shape {
  const { operationId: _ours, ...reported } = properties as Record<string, TSchema>
  const fields = Object.entries(reported).map(([name, schema]) => {
    const compiled = Compile(schema)
    return [name, (value: unknown) => compiled.Check(value)] as const
  })
  return { fields, required }
}

const CONFIG = shapeOf(SmartlockConfig)
const ADVANCED: Record<AdvancedKind['field'], Shape> = {
  advancedConfig: shapeOf(AdvancedConfig),
  openerAdvancedConfig: shapeOf(OpenerAdvancedConfig),
  smartdoorAdvancedConfig: shapeOf(SmartdoorAdvancedConfig),
}

/**
 * What a device reports of a section, as text to keep: fields the contract does not know or that have no valid value
 * are left out. Undefined when what the API always shows is missing, or when such a device has no such section.
 */
export function readReported(section: string, type: number, values: Values): string | undefined {
  const field = advancedKindOf(type)?.field
  const shape = section === 'config' ? CONFIG : section === 'advanced' && field ? ADVANCED[field] : undefined
  if (!shape) return undefined
  const read: Values = {}
  for (const [name, check] of shape.fields) {
    if (Object.hasOwn(values, name) && check(values[name])) read[name] = values[name]
  }
  return shape.required.every((name) => name in read) ? JSON.stringify(read) : undefined
}

/** Revisions grow; by the clock too, so that a store restored from a backup does not repeat those it gave out later. */
export const nextRevision = (last: number, now: number): number => Math.max(last + 1, now)

/** The admin PIN of type 5 has up to six digits, of the others up to four (5.4, #39). */
export const maxAdminPin = (type: number): number => (type === 5 ? 999_999 : 9999)
