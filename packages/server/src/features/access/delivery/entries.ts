import { AUTH_TYPE, type Capability } from '@latchwork/contract'
import type { AccessEntry } from '../../../devices/driver.ts'
import type { Ctx } from '../../../platform/context.ts'
import { openCode } from '../codes.ts'
import { windowOf } from '../rules.ts'
import type { AuthRow } from '../store.ts'

/** How many characters of a name the lock keeps, for keypad codes and for everything else. */
export type NameRoom = Capability['nameMaxLength']

/** An authorization as its lock is to keep it: with as much of the name as the lock has room for (D134). */
export function entryOf(ctx: Ctx<never>, row: AuthRow, room: NameRoom): AccessEntry {
  const code = openCode(ctx, row)
  return {
    type: row.type as AccessEntry['type'],
    name: shortened(row.name, row.type === AUTH_TYPE.keypadCode ? room.keypad : room.default),
    enabled: row.enabled === 1,
    remote: row.remote_allowed === 1,
    ...(code !== undefined && { code }),
    ...windowOf(row),
  }
}

const shortened = (name: string, length: number): string => [...name].slice(0, length).join('').trimEnd()
