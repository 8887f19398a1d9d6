import { decide, localText, nextWindows, type WindowRule } from '@latchwork/access-window'
import type { Explanation, ExplanationRule, NearMiss, WindowKeeper } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import { windowOf } from '../rules.ts'
import type { AuthRow } from '../store.ts'

const MOST_WINDOWS = 10

/** The moment asked about, where the lock stands. */
export interface Moment {
  at: number
  /** When it is asked. */
  now: number
  zone: string
}

/** Nobody has the code that was typed. */
export const unknownCode: Explanation = {
  allowed: false,
  rule: 'unknown_code',
  reason: 'No authorization of this smartlock has this code.',
  nextWindows: [],
}

/** Codes that people mean when they type this one: two neighbours swapped, or one digit wrong. */
export function nearCodes(typed: string): Record<NearMiss, string[]> {
  const digits = [...typed]
  const swapped = digits.slice(1).map((digit, i) =>
    digits
      .with(i, digit)
      .with(i + 1, digits[i] ?? '')
      .join(''),
  )
  const oneDigit = digits.flatMap((own, i) =>
    [...'0123456789'].filter((other) => other !== own).map((other) => digits.with(i, other).join('')),
  )
  const isOther = (code: string) => code !== typed && !code.startsWith('0')
  return { swapped: [...new Set(swapped)].filter(isOther), one_digit: oneDigit.filter(isOther) }
}

/** The same code may stand for several at different dates (D52): the one that holds, else the next, else the last. */
export function mostRelevant(rows: readonly AuthRow[], moment: Moment): AuthRow | undefined {
  const rank = (row: AuthRow) => {
    if (isStillThere(row, moment)) return 0
    const rule = decide(windowOf(row), moment.zone, moment.at)
    return rule === 'allowed' ? 0 : rule === 'not_yet_valid' ? 2 : rule === 'expired' ? 3 : 1
  }
  const inOrder = (a: AuthRow, b: AuthRow) =>
    rank(a) === 3 ? (b.until_date ?? 0) - (a.until_date ?? 0) : (a.from_date ?? 0) - (b.from_date ?? 0)
  return rows.toSorted((a, b) => rank(a) - rank(b) || inOrder(a, b))[0]
}

/** Whether an authorization opens at a moment, by what stands first against it; `keeper` is who keeps its times. */
export function explain(row: AuthRow, moment: Moment, keeper?: WindowKeeper): Explanation {
  const rule = ruleFor(row, moment)
  const reason = reasonFor(row, rule, moment)
  return {
    allowed: rule === 'allowed' || rule === 'still_on_lock',
    rule,
    reason: rule === 'allowed' && keeper ? `${reason}${KEPT[keeper]}` : reason,
    authId: row.id,
    ...(keeper && { windowKeptBy: keeper }),
    nextWindows: windowsOf(row, moment),
  }
}

/** What a lock that does not keep times itself cannot promise. */
const KEPT: Record<WindowKeeper, string> = {
  lock: '',
  gateway:
    ' The smartlock keeps no times: its gateway takes it off at the end, and for as long as the smartlock is not reached it opens on.',
  service:
    ' The smartlock keeps no times: the service takes it off at the end, and for as long as the smartlock is not reached it opens on.',
}

/** Whatever its times say: what is on the lock opens. How long it stays there nobody knows. */
const isStillThere = (row: AuthRow, { at, now }: Moment): boolean =>
  row.place === 'stuck' && at <= now && at >= (row.pending_since ?? at)

function ruleFor(row: AuthRow, moment: Moment): ExplanationRule {
  if (isStillThere(row, moment)) return 'still_on_lock'
  if (row.enabled === 0) return 'disabled'
  const rule: WindowRule = decide(windowOf(row), moment.zone, moment.at)
  if (rule !== 'allowed') return rule
  return isAsOnLock(row) ? 'allowed' : 'not_delivered'
}

/** Whether the lock has it as it stands here. What is being deleted is there until the lock says that it is gone. */
const isAsOnLock = (row: AuthRow) =>
  row.sync_state === 'deleting' || (row.sync_state === 'synced' && row.device_number !== null)

function reasonFor(row: AuthRow, rule: ExplanationRule, { at, zone }: Moment): string {
  const local = `${localText(zone, at)} in ${zone}`
  switch (rule) {
    case 'allowed':
      return row.sync_state === 'deleting'
        ? 'It is being deleted, but the smartlock has not confirmed that it is gone: until then it opens.'
        : 'It is on the smartlock, and every limit is met.'
    case 'still_on_lock':
      return 'Its time is over, but it is still on the smartlock, which has not been reached since: until then it opens.'
    case 'disabled':
      return 'It is disabled.'
    case 'not_yet_valid':
      return `It is valid from ${localText(zone, row.from_date ?? 0)} on.`
    case 'expired':
      return `It was valid until ${localText(zone, row.until_date ?? 0)}.`
    case 'weekday':
      return `It is not for this day of the week: the moment is ${local}.`
    case 'time_of_day':
      return `It is not for this time of day: the moment is ${local}.`
    case 'not_delivered':
      return undelivered(row)
    case 'unknown_code':
      return unknownCode.reason
  }
}

function undelivered(row: AuthRow): string {
  if (row.unproven === 1)
    return 'It was written, but nothing proves that the smartlock has it: it may open or not.'
  if (row.error !== null) return `The smartlock refused it: ${row.error}.`
  return row.device_number === null
    ? 'It would be allowed, but the smartlock has not confirmed that it has it.'
    : 'It would be allowed, but the smartlock has not confirmed the last change and may go by an earlier one.'
}

/** What is disabled or about to go has no next time. */
function windowsOf(row: AuthRow, { at, zone }: Moment): Explanation['nextWindows'] {
  if (row.enabled === 0 || row.sync_state === 'deleting') return []
  return nextWindows(windowOf(row), zone, at, MOST_WINDOWS).map(({ from, until }) => ({
    from: toWireDate(from),
    ...(until !== undefined && { until: toWireDate(until) }),
    fromLocal: localText(zone, from),
    ...(until !== undefined && { untilLocal: localText(zone, until) }),
  }))
}
