import { AUTH_TYPE } from '@latchwork/contract'
import type { AccessEntry } from '../../../devices/driver.ts'
import type { Ctx } from '../../../platform/context.ts'
import { NAME_LENGTHS } from '../../locks/service.ts'
import { openCode } from '../codes.ts'
import { windowOf } from '../rules.ts'
import type { AuthRow } from '../store.ts'

/** An authorization as its lock is to keep it. */
export function entryOf(ctx: Ctx<never>, row: AuthRow): AccessEntry {
  const code = openCode(ctx, row)
  return {
    type: row.type as AccessEntry['type'],
    name: row.type === AUTH_TYPE.keypadCode ? shortened(row.name) : row.name,
    enabled: row.enabled === 1,
    remote: row.remote_allowed === 1,
    ...(code !== undefined && { code }),
    ...windowOf(row),
  }
}

/** What a keypad cannot hold of a name is kept here only (D134). */
const shortened = (name: string): string => [...name].slice(0, NAME_LENGTHS.keypad).join('').trimEnd()
