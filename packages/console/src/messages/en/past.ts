import type { AccessAtRule } from '@latchwork/contract'

/** The page that asks who could open a door at a moment in the past. */
export const past = {
  askNeeds: 'Choose a door and a moment in the past.',
  at: 'When',
  could: 'Could open',
  couldNot: 'Could not open',
  count: (could: number, all: number) => `${could} of ${all} access rights could open`,
  future: 'This moment has not come yet.',
  lead: 'Every access right of a door as it was at a moment in the past, to the second. Keys of metal, codes that nobody granted here, and people who open from afar are not among them.',
  link: 'Who could open?',
  name: 'Name',
  nobody: 'Nobody could open this door then',
  nobodyDetail: 'No access right was on the lock, or none held.',
  person: 'Person',
  reason: 'Why',
  rules: {
    allowed: 'It opened the door.',
    earlier_terms:
      'It had been changed, but the lock had not confirmed that: it went by the earlier times, and those were met.',
    still_on_lock: 'Its time was over, but it was still on the lock.',
    disabled: 'It was switched off.',
    not_yet_valid: 'It was not valid yet.',
    expired: 'It was no longer valid.',
    weekday: 'It was not valid on this day of the week.',
    time_of_day: 'It was not valid at this time of day.',
    not_delivered: 'The lock had not taken it over.',
  } satisfies Record<AccessAtRule, string>,
  title: 'Who could open?',
  unknown: (moment: string) =>
    `This far back not everything is known: what is shown is complete from ${moment} on.`,
  verdict: 'At that moment',
}
