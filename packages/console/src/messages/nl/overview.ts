import type { overview as en } from '../en/overview.ts'

export const overview: typeof en = {
  arrivals: 'Aankomsten die niet klaar zijn',
  batteries: 'Batterij bijna leeg',
  between: (from, until) => `tussen ${from} en ${until}`,
  calendars: 'Agenda’s met fouten',
  critical: 'meldt een bijna lege batterij',
  empty: (day) => `leeg rond ${day}`,
  failed: 'Mislukte codes',
  jammed: 'Geblokkeerd',
  lead: 'Wat u nu nodig heeft. Het werkt zichzelf bij.',
  left: (percent) => `nog ${percent}`,
  more: (count) => `en nog ${count}`,
  noForecast: 'er is te weinig bekend voor een voorspelling',
  offline: 'Offline',
  open: 'Deur open',
  show: 'Tonen',
  some: (count) => `${count} of meer`,
  title: 'Overzicht',
  unlocked: 'Niet op slot',
  waiting: 'Codes die op hun slot wachten',
  webhooks: 'Webhooks met fouten',
  well: 'Alles is in orde',
  wellDetail: (doors) =>
    `Geen van de ${doors} deuren staat open, is niet op slot of offline; elke code staat op zijn slot.`,
}
