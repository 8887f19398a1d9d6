import { AUTH_TYPE } from '@latchwork/contract'
import type { AccessEntry } from '../../../devices/driver.ts'
import type { Ctx } from '../../../platform/context.ts'
import { openCode } from '../codes.ts'
import { windowOf } from '../rules.ts'
import type { AuthRow } from '../store.ts'

/** An authorization as its lock is to keep it. */
export function entryOf(ctx: Ctx<never>, row: AuthRow, nameLength: number): AccessEntry {
  const code = openCode(ctx, row)
  return {
    type: row.type as AccessEntry['type'],
    name: row.type === AUTH_TYPE.keypadCode ? shortened(row.name, nameLength) : row.name,
    enabled: row.enabled === 1,
    remote: row.remote_allowed === 1,
    ...(code !== undefined && { code }),
    ...windowOf(row),
  }
}

/** What a lock cannot hold of the name of a code is kept here only (D134). */
const shortened = (name: string, length: number): string => [...name].slice(0, length).join('').trimEnd()
