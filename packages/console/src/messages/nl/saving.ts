import type { saving as en, settingGroups as enGroups } from '../en/saving.ts'

/** What becomes of a form. */
export const saving: typeof en = {
  leave: 'Verlaten zonder op te slaan',
  leaveDetail: 'Wat je hier hebt gewijzigd, is niet opgeslagen.',
  leaveTitle: 'Nog niet opgeslagen',
  saved: 'Opgeslagen',
  stay: 'Hier blijven',
  unsaved: 'Nog niet opgeslagen',
}

/** Settings of a lock, as people look for them. */
export const settingGroups: typeof enGroups = {
  basics: { title: 'Naam en plaats', help: 'Hoe het slot heet en waar het hangt.' },
  movement: {
    title: 'Op slot en van slot',
    help: 'Wat er gebeurt als iemand de deur op slot of van slot doet.',
  },
  buttons: { title: 'Knop en lampje', help: 'Wat de knop op het slot doet en wat het lampje toont.' },
  fob: { title: 'Fob', help: 'Wat elke druk op de fob doet.' },
  clock: { title: 'Klok', help: 'Welke tijd telt voor codes en uren van deze deur.' },
  power: { title: 'Batterij en updates', help: 'Waarop het loopt en hoe het spaart.' },
  ringing: { title: 'Deurbel en Ring to Open', help: 'Wat de Opener doet als iemand belt.' },
  sound: { title: 'Geluiden', help: 'Wat er te horen is, en hoe hard.' },
  fine: {
    title: 'Fijnafstelling',
    help: 'Voor wie het slot monteert. Verkeerde waarden kunnen verhinderen dat de deur op slot gaat.',
  },
}
