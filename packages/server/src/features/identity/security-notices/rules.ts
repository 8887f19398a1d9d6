import type { HeldLine } from '../../../messages/index.ts'
import type { Incoming } from '../../../platform/observe/call-record.ts'

/** Mails of one kind to one account that are sent at once in an hour; what comes after follows in one mail. */
const SENT_AT_ONCE = 5
export const WINDOW_MS = 60 * 60 * 1000

/** Of what is held back so many are listed; the others are counted. */
const MAX_LINES = 10

/** Networks an account is known to be used from. */
export const MAX_NETWORKS = 20
/** One that was not used for so long is as good as new. */
export const NETWORK_KEPT_MS = 180 * 24 * 60 * 60 * 1000

export interface Budget {
  started_at: number
  sent: number
  held: number
}

/** What becomes of one more notice. Whatever is held already is not overtaken by a mail of a new hour. */
export function decide(budget: Budget | undefined, now: number): { isSent: boolean; next: Budget } {
  const isOver = !budget || (budget.held === 0 && now >= budget.started_at + WINDOW_MS)
  const current = isOver ? { started_at: now, sent: 0, held: 0 } : budget
  const isSent = current.held === 0 && current.sent < SENT_AT_ONCE
  const next = isSent ? { ...current, sent: current.sent + 1 } : { ...current, held: current.held + 1 }
  return { isSent, next }
}

/** The first ones stay: whoever makes many cannot push the ones before out of the mail. */
export const withLine = (lines: readonly HeldLine[], line: HeldLine): HeldLine[] =>
  lines.length < MAX_LINES ? [...lines, line] : [...lines]

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** As much of a text that somebody else chose as a mail shows. */
const SHOWN_LENGTH = 120
export const cut = (text: string): string =>
  text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH - 1)}…`

const find = (table: readonly [RegExp, string][], text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1]

/** What called, in words a person knows; programs are shown as they call themselves. */
export function deviceOf(incoming: Incoming | undefined): string | undefined {
  const agent = String(incoming?.headers['user-agent'] ?? '').slice(0, 500)
  const [browser, system] = [find(BROWSERS, agent), find(SYSTEMS, agent)]
  if (browser && system) return `${browser}, ${system}`
  return agent === '' ? undefined : cut(agent)
}
