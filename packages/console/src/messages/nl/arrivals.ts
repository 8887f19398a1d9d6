import type { arrivals as en } from '../en/arrivals.ts'

export const arrivals: typeof en = {
  and: 'en',
  collisions: (count) =>
    count === 1
      ? 'Twee gasten hebben dezelfde plek op hetzelfde moment'
      : `${count} plekken zijn dubbel geboekt`,
  days: { today: 'Vandaag', tomorrow: 'Morgen', week: 'Deze week' },
  empty: 'Deze week komt er niemand aan',
  emptyDetail: 'Gasten uit verblijven en gekoppelde agenda’s verschijnen hier een week voor hun komst.',
  issueOf: (guest) => `Code nu uitgeven: ${guest}`,
  lead: 'Wie er binnenkort komt, en of de code op alle nodige deuren staat.',
  nobody: 'Er komt niemand aan.',
  notReady: 'Niet klaar',
  partly: (percent) => `Pas ${percent} van de deuren heeft de code; de andere volgen nog.`,
  ready: 'Klaar',
  reasons: {
    failed: 'De code kon niet automatisch worden uitgegeven.',
    noDoor: 'Bij het adres of de eenheid hoort geen deur, dus niemand kan naar binnen.',
    noKeypad: 'Geen van de deuren heeft een toetsenpaneel, dus er kan geen code zijn.',
    none: 'Er is geen code, en voor dit verblijf wordt er niet automatisch een gemaakt.',
    off: 'Er is geen code: dit adres maakt niet automatisch codes.',
  },
  title: 'Aankomsten',
}
