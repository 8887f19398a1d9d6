/** Calendars of booking platforms that are linked to addresses. */
export const calendars = {
  conditions: {
    failing: 'Last fetch failed',
    good: 'Up to date',
    off: 'Switched off by the operator',
    paused: 'Paused',
    waiting: 'Being fetched',
  },
  none: 'none linked',
}
