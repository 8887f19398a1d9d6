import { type AccessWindow, checkWindow, overlaps } from '@latchwork/access-window'
import { AUTH_TYPE } from '@latchwork/contract'
import type { Ctx } from '../../../platform/context.ts'
import { doorsFor, type PlanDoor } from '../by-plan/service.ts'
import { type CodeUser, isConflict, openCode, usersOfCodes } from '../codes.ts'
import type { Patch } from '../grants/service.ts'
import { codeProblem, windowOf } from '../rules.ts'
import * as store from '../store.ts'

/** What would become of many keypad codes that somebody wants on doors, by the rules by which they are refused one by one. */

export interface WantedCode {
  smartlockId: number
  accountUserId: number
  /** That of the person unless told. */
  name?: string
  /** A free one is made unless told. */
  code?: number
  window: AccessWindow
}

type Refusal = 'window_invalid' | 'keypad_missing' | 'code_invalid' | 'code_conflict' | 'auth_limit_reached'

export type Judgement =
  | { outcome: 'made' }
  | { outcome: 'changed'; id: string; patch: Patch }
  | { outcome: 'same' }
  | { outcome: 'failed'; rule: Refusal | 'unknownDoor' | 'twice' }

/** What is known of the doors, and what earlier ones of the same list take of them. */
export interface Places {
  readonly doors: Map<number, PlanDoor>
  /** By door and code. */
  readonly codes: Map<string, AccessWindow[]>
  /** By door, person, and code or window. */
  readonly wanted: Map<string, WantedCode>
}

export const newPlaces = (): Places => ({ doors: new Map(), codes: new Map(), wanted: new Map() })

export async function judgeGrants(
  ctx: Ctx<never>,
  wanted: readonly WantedCode[],
  places: Places,
): Promise<Judgement[]> {
  const smartlockIds = [...new Set(wanted.map((one) => one.smartlockId))]
  const unseen = smartlockIds.filter((id) => !places.doors.has(id))
  for (const door of await doorsFor(ctx, unseen, AUTH_TYPE.keypadCode))
    places.doors.set(door.smartlockId, door)
  const people = [...new Set(wanted.map(({ accountUserId }) => accountUserId))]
  const rows =
    wanted.length === 0 ? [] : await store.listCodesOfUsers(ctx.db, ctx.accountId, people, smartlockIds)
  const own = Map.groupBy(rows, (row) => `${row.smartlock_id} ${row.account_user_id}`)
  const codes = [...new Set(wanted.flatMap(({ code }) => code ?? []))]
  const users = await usersOfCodes(ctx, smartlockIds, codes)
  return wanted.map((one) => {
    const theirs = own.get(`${one.smartlockId} ${one.accountUserId}`) ?? []
    return judge(ctx, one, places, theirs, users.get(codeKey(one)) ?? [])
  })
}

const codeKey = ({ smartlockId, code }: WantedCode): string => `${smartlockId} ${code}`

function judge(
  ctx: Ctx<never>,
  one: WantedCode,
  places: Places,
  theirs: readonly store.AuthRow[],
  users: readonly CodeUser[],
): Judgement {
  const door = places.doors.get(one.smartlockId)
  if (!door) return { outcome: 'failed', rule: 'unknownDoor' }
  const refusal = refusalOf(one, door)
  if (refusal) return { outcome: 'failed', rule: refusal }
  const earlier = places.wanted.get(keyOf(one))
  if (earlier) return isSame(one, earlier) ? { outcome: 'same' } : { outcome: 'failed', rule: 'twice' }
  places.wanted.set(keyOf(one), one)
  const row = theirs.find((row) =>
    one.code === undefined ? isSameWindow(windowOf(row), one.window) : openCode(ctx, row) === one.code,
  )
  if (row) return compare(one, row)
  return make(one, door, places, users)
}

/** The same code of the same person is the same right; without a code it is the one with the same window. */
const keyOf = ({ smartlockId, accountUserId, code, window }: WantedCode): string =>
  `${smartlockId} ${accountUserId} ${code ?? JSON.stringify(partsOf(window))}`

const isSame = (one: WantedCode, other: WantedCode): boolean =>
  one.name === other.name && isSameWindow(one.window, other.window)

const partsOf = ({ fromDate, untilDate, weekDays, fromTime, untilTime }: AccessWindow) =>
  [fromDate, untilDate, weekDays, fromTime, untilTime].map((part) => part ?? null)

const isSameWindow = (one: AccessWindow, other: AccessWindow): boolean =>
  partsOf(one).every((part, i) => part === partsOf(other)[i])

function refusalOf({ window, code }: WantedCode, { problem, codeRules }: PlanDoor): Refusal | undefined {
  if (checkWindow(window).length > 0) return 'window_invalid'
  if (problem !== undefined) return 'keypad_missing'
  return code !== undefined && codeProblem(codeRules, String(code)) !== undefined ? 'code_invalid' : undefined
}

function compare({ name, window }: WantedCode, row: store.AuthRow): Judgement {
  const isOtherName = name !== undefined && name !== row.name
  const isOtherWindow = !isSameWindow(window, windowOf(row))
  if (!isOtherName && !isOtherWindow) return { outcome: 'same' }
  const [fromDate, untilDate, weekDays, fromTime, untilTime] = partsOf(window)
  const patch = {
    ...(isOtherName && { name }),
    ...(isOtherWindow && {
      window: { fromDate, untilDate, weekDays, fromTime, untilTime } as Patch['window'],
    }),
  } as Patch
  return { outcome: 'changed', id: row.id, patch }
}

function make(one: WantedCode, door: PlanDoor, places: Places, users: readonly CodeUser[]): Judgement {
  const earlier = places.codes.get(codeKey(one)) ?? []
  const lock = { code: door.codeRules }
  const isTaken =
    one.code !== undefined &&
    (users.some((user) => isConflict(lock, one.window, user)) ||
      earlier.some((window) => lock.code.uniqueness === 'lock' || overlaps(window, one.window)))
  if (isTaken) return { outcome: 'failed', rule: 'code_conflict' }
  if (door.free <= 0) return { outcome: 'failed', rule: 'auth_limit_reached' }
  door.free--
  if (one.code !== undefined) places.codes.set(codeKey(one), [...earlier, one.window])
  return { outcome: 'made' }
}
