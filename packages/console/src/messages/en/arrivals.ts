/** Who comes next, and whether they will get in. */
export const arrivals = {
  and: 'and',
  collisions: (count: number) =>
    count === 1 ? 'Two guests have the same place at the same time' : `${count} places are booked twice`,
  days: { today: 'Today', tomorrow: 'Tomorrow', week: 'This week' },
  empty: 'Nobody arrives this week',
  emptyDetail: 'Guests of stays and of linked calendars appear here a week before they come.',
  issueOf: (guest: string) => `Issue the code now: ${guest}`,
  lead: 'Who comes next, and whether their code is on every door they need.',
  nobody: 'Nobody arrives.',
  notReady: 'Not ready',
  partly: (percent: string) => `Only ${percent} of the doors have the code; the others are waited for.`,
  ready: 'Ready',
  reasons: {
    failed: 'The code could not be issued by itself.',
    noDoor: 'No door belongs to the address or the unit, so nobody can be let in.',
    noKeypad: 'None of the doors has a keypad, so there can be no code.',
    none: 'There is no code, and none is made by itself for this stay.',
    off: 'There is no code: this address does not make codes by itself.',
  },
  title: 'Arrivals',
}
