import { decide, localText, nextWindows, type WindowRule } from '@latchwork/access-window'
import type { Explanation, ExplanationRule } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import { windowOf } from '../rules.ts'
import type { AuthRow } from '../store.ts'

const MOST_WINDOWS = 10

/** The moment asked about, where the lock stands. */
export interface Moment {
  at: number
  zone: string
}

/** Nobody has the code that was typed. */
export const unknownCode: Explanation = {
  allowed: false,
  rule: 'unknown_code',
  reason: 'No authorization of this smartlock has this code.',
  nextWindows: [],
}

/** The same code may stand for several at different dates (D52): the one that holds, else the next, else the last. */
export function mostRelevant(rows: readonly AuthRow[], { at, zone }: Moment): AuthRow | undefined {
  const rank = (row: AuthRow) => {
    const rule = decide(windowOf(row), zone, at)
    return rule === 'allowed' ? 0 : rule === 'not_yet_valid' ? 2 : rule === 'expired' ? 3 : 1
  }
  const inOrder = (a: AuthRow, b: AuthRow) =>
    rank(a) === 3 ? (b.until_date ?? 0) - (a.until_date ?? 0) : (a.from_date ?? 0) - (b.from_date ?? 0)
  return rows.toSorted((a, b) => rank(a) - rank(b) || inOrder(a, b))[0]
}

/** Whether an authorization opens at a moment, by what stands first against it. */
export function explain(row: AuthRow, moment: Moment): Explanation {
  const rule = ruleFor(row, moment)
  return {
    allowed: rule === 'allowed',
    rule,
    reason: reasonFor(row, rule, moment),
    authId: row.id,
    nextWindows: windowsOf(row, moment),
  }
}

function ruleFor(row: AuthRow, { at, zone }: Moment): ExplanationRule {
  if (row.enabled === 0) return 'disabled'
  const rule: WindowRule = decide(windowOf(row), zone, at)
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
