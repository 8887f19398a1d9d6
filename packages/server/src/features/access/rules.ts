import { type AccessWindow, checkWindow } from '@latchwork/access-window'
import { AUTH_TYPE, AUTH_TYPES, type Capability } from '@latchwork/contract'
import type { Fail } from '../../platform/app-error.ts'
import type { AuthRow } from './store.ts'

/** Numbers of one smallest span, and spans of one wider span, in the counts of the list. */
export const FAN_OUT = 64
/** The widest of four spans holds 16 million. */
export const LEVELS = 4

export const nodeOf = (seq: number, level: number): number => Math.floor(seq / FAN_OUT ** (level + 1))

/** What lists are filtered by, as one number. */
export const kindOf = (type: number, accountUserId: number | null): number =>
  type * 2 + (accountUserId === null ? 0 : 1)

export interface ListFilter {
  /** Positive: of that user. Negative: those without one (D60). */
  accountUserId?: number
  types?: readonly number[]
}

/** The kinds a filter lets through; undefined for all of them. */
export function kindsOf({ accountUserId, types }: ListFilter): number[] | undefined {
  const isFiltered = types !== undefined && types.length > 0
  if (!isFiltered && accountUserId === undefined) return undefined
  const users = accountUserId === undefined ? [null, 1] : [accountUserId < 0 ? null : 1]
  return [...new Set(isFiltered ? types : AUTH_TYPES)].flatMap((type) =>
    users.map((user) => kindOf(type, user)),
  )
}

/** Tells of rows that are read already whether a filter lets them through. */
export function wantedBy(filter: ListFilter): (row: Pick<AuthRow, 'kind' | 'account_user_id'>) => boolean {
  const { accountUserId = 0 } = filter
  const kinds = kindsOf(filter)
  return (row) =>
    (accountUserId <= 0 || row.account_user_id === accountUserId) && (kinds?.includes(row.kind) ?? true)
}

/** When an authorization is valid. */
export const windowOf = (
  row: Pick<AuthRow, 'from_date' | 'until_date' | 'week_days' | 'from_time' | 'until_time'>,
): AccessWindow => ({
  ...(row.from_date !== null && { fromDate: row.from_date }),
  ...(row.until_date !== null && { untilDate: row.until_date }),
  ...(row.week_days !== null && { weekDays: row.week_days }),
  ...(row.from_time !== null && { fromTime: row.from_time }),
  ...(row.until_time !== null && { untilTime: row.until_time }),
})

export const windowColumns = ({ fromDate, untilDate, weekDays, fromTime, untilTime }: AccessWindow) => ({
  from_date: fromDate ?? null,
  until_date: untilDate ?? null,
  week_days: weekDays ?? null,
  from_time: fromTime ?? null,
  until_time: untilTime ?? null,
})

/** What a plan says of a right, as one text: the same text is the same right. */
export const termsOf = (
  row: Pick<
    AuthRow,
    'from_date' | 'until_date' | 'week_days' | 'from_time' | 'until_time' | 'remote_allowed' | 'enabled'
  >,
): string =>
  [
    ...[row.from_date, row.until_date, row.week_days, row.from_time, row.until_time],
    ...[row.remote_allowed, row.enabled],
  ]
    .map((value) => value ?? '')
    .join('|')

/** What can be wrong with an authorization whatever lock it is for. */
export interface Shape {
  type: number
  /** Whether the caller chose one. */
  hasCode: boolean
  window: AccessWindow
}

export function checkShape(
  fail: Fail<'code_not_allowed' | 'window_invalid'>,
  { type, hasCode, window }: Shape,
): void {
  if (hasCode && type !== AUTH_TYPE.keypadCode)
    fail('code_not_allowed', { errors: [{ path: 'code', message: 'is for keypad codes (type 13) only' }] })
  assertWindow(fail, window)
}

export function assertWindow(fail: Fail<'window_invalid'>, window: AccessWindow): void {
  const errors = checkWindow(window).map((problem) =>
    problem.field === 'untilDate'
      ? { path: 'allowedUntilDate', message: 'must be after allowedFromDate' }
      : { path: 'allowedUntilTime', message: 'must differ from allowedFromTime, unless both are 0' },
  )
  if (errors.length > 0) fail('window_invalid', { errors })
}

/** Which rule of the lock a code breaks (D51); undefined when it follows all of them. */
export function codeProblem(rules: Capability['code'], code: string): string | undefined {
  if (code.length < rules.minLength || code.length > rules.maxLength)
    return rules.minLength === rules.maxLength
      ? `must have ${rules.maxLength} digits`
      : `must have ${rules.minLength} to ${rules.maxLength} digits`
  if ([...code].some((digit) => !rules.alphabet.includes(digit)))
    return `must consist of the digits ${rules.alphabet}`
  const prefix = rules.forbiddenPrefixes.find((forbidden) => code.startsWith(forbidden))
  return prefix === undefined ? undefined : `must not start with ${prefix}`
}

/** The length that codes for all of these locks have; undefined when none suits all of them. */
export function commonLength(rules: readonly Capability['code'][]): number | undefined {
  const min = Math.max(...rules.map(({ minLength }) => minLength))
  const max = Math.min(...rules.map(({ maxLength }) => maxLength))
  if (min > max) return undefined
  const wished = Math.max(...rules.map(({ length }) => length))
  return Math.min(Math.max(wished, min), max)
}

/** A code of the lock's alphabet from chance given as hex digits; whether the lock takes it is another question. */
export function codeFrom(
  { length, alphabet }: Pick<Capability['code'], 'length' | 'alphabet'>,
  chance: string,
): string {
  let rest = BigInt(`0x${chance}`)
  const base = BigInt(alphabet.length)
  let code = ''
  while (code.length < length) {
    code += alphabet[Number(rest % base)]
    rest /= base
  }
  return code
}

/** A key of nine digits from chance given as hex digits (D56). */
export const inviteKeyFrom = (chance: string): string =>
  String((BigInt(`0x${chance}`) % 900_000_000n) + 100_000_000n)

/** Device errors that a later try may not meet: busy, and what concerns only this message. */
const PASSING = new Set([0x45, 0xf0, 0xf1, 0xf2, 0xf3, 0xf6])

export const isPassing = (code: number | undefined): boolean => code !== undefined && PASSING.has(code)

const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 15 * 60_000

/** How long to wait for an answer, or before the next try, after so many in vain. */
export const waitMs = (attempts: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** Math.min(attempts, 10), LONGEST_WAIT_MS)
