import type { Import, ImportError, ImportKind, ImportLine, ImportReason } from '@latchwork/contract'

/** What an import says at the command line. */

const KINDS: Record<ImportKind, string> = {
  person: 'people',
  lock: 'locks',
  address: 'addresses',
  unit: 'units',
  right: 'keypad codes',
  stay: 'stays',
  log: 'log entries',
  house: 'houses',
  group: 'groups',
  plan: 'plans',
  subAccount: 'sub-accounts',
  setting: 'settings',
  audit: 'audit entries',
}

const REASONS: Record<ImportReason, string> = {
  appKey: 'keys of apps, fobs and bridges are pairings with the lock; they go on working there',
  codeMissing: 'the other side does not tell the code',
  codeInvalid: 'the code does not follow the rules of the lock',
  codeTwice: 'the same code is on the lock already',
  windowInvalid: 'when it is valid cannot be understood; without that it would be valid for ever',
  lockFull: 'the lock holds no more codes',
  lockConnected: 'the lock is connected here: its codes are made here',
  lockLeftOut: 'its lock was left out',
  quota: 'this account may have no more of them',
  idTaken: 'another account of this service has a lock with this id',
  newId: 'its id is not made as usual: it has another one here',
  nameCut: 'its name was cut to 32 characters',
  mailMissing: 'no mail address',
  notAllowed: 'the token may not read them',
  ofCalendar: 'it comes again with its calendar, once that is linked here',
  waits: 'it is there, and waits until somebody confirms it or switches it on',
  notAsked: 'they sign in here only if you say --with-sub-accounts',
  mailTaken: 'another account of this service has the mail address',
  placeLeftOut: 'what it is for was left out',
  unreadable: 'they cannot be understood',
}

export const ERRORS: Record<ImportError, string> = {
  tokenRefused: 'The other side refuses the token.',
  unreachable: 'The other side has not answered for hours.',
  notUnderstood: 'What answers there does not speak this interface.',
  tooManyTaken: 'Too many of these locks belong to other accounts of this service.',
}

const numberOf = (n: number, text: string): string[] => (n === 0 ? [] : [`${n} ${text}`])

function countsOf(counts: Import['counts'], isPlan: boolean): string[] {
  return Object.entries(KINDS).flatMap(([kind, name]) => {
    const of = counts[kind]
    if (!of) return []
    const parts = [
      ...numberOf(of.made, isPlan ? 'to make' : 'made'),
      ...numberOf(of.changed, isPlan ? 'to change' : 'changed'),
      ...numberOf(of.same, 'here already'),
      ...numberOf(of.gone, isPlan ? 'to remove: gone there' : 'removed: gone there'),
      ...numberOf(of.leftOut, 'left out'),
    ]
    return [`  ${name.padEnd(14)}${parts.join(', ') || 'none'}`]
  })
}

const lineOf = ({ kind, name, reason, count }: ImportLine): string => {
  const what = count === undefined ? KINDS[kind] : `${count} ${KINDS[kind]}`
  return `  ${what}${name === '' ? '' : ` (${name})`}: ${REASONS[reason as ImportReason]}`
}

/** What would be made, or was, and what cannot be carried and why. */
export function reportOf({ counts, lines, moreLines, logDays, state, url }: Import): string {
  const isPlan = state === 'planned'
  const special = lines.filter(({ reason }) => reason !== undefined)
  return [
    isPlan ? 'What would be brought over:' : 'What was brought over:',
    ...countsOf(counts, isPlan),
    ...(isPlan && logDays > 0 ? [`  log entries   of the last ${logDays} days`] : []),
    ...(special.length > 0 ? ['Left out, or not as it was:', ...special.map(lineOf)] : []),
    ...(moreLines > 0 ? [`  and ${moreLines} more`] : []),
    `Not brought over: passwords, ${url.startsWith('archive:') ? 'API keys, webhooks and calendars' : 'sub-accounts, API keys, webhooks, calendars and reservations'}.`,
  ].join('\n')
}
