import type { arrivals as en } from '../en/arrivals.ts'

export const arrivals: typeof en = {
  and: 'und',
  collisions: (count) =>
    count === 1 ? 'Zwei Gäste haben denselben Platz zur selben Zeit' : `${count} Plätze sind doppelt belegt`,
  days: { today: 'Heute', tomorrow: 'Morgen', week: 'Diese Woche' },
  empty: 'Diese Woche kommt niemand',
  emptyDetail:
    'Gäste aus Aufenthalten und verknüpften Kalendern erscheinen hier eine Woche, bevor sie kommen.',
  issueOf: (guest) => `Code jetzt ausgeben: ${guest}`,
  lead: 'Wer als Nächstes kommt, und ob der Code auf jeder nötigen Tür ist.',
  nobody: 'Niemand kommt an.',
  notReady: 'Nicht bereit',
  partly: (percent) => `Erst ${percent} der Türen haben den Code; auf die anderen wird gewartet.`,
  ready: 'Bereit',
  reasons: {
    failed: 'Der Code konnte nicht von selbst ausgegeben werden.',
    noDoor: 'Zur Adresse oder Einheit gehört keine Tür, also kommt niemand hinein.',
    noKeypad: 'Keine der Türen hat ein Keypad, also kann es keinen Code geben.',
    none: 'Es gibt keinen Code, und für diesen Aufenthalt wird keiner von selbst ausgegeben.',
    off: 'Es gibt keinen Code: Diese Adresse gibt Codes nicht von selbst aus.',
  },
  title: 'Ankünfte',
}
