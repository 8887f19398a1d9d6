import type { overview as en } from '../en/overview.ts'

export const overview: typeof en = {
  arrivals: 'Anreisen, die nicht bereit sind',
  batteries: 'Batterie fast leer',
  between: (from, until) => `zwischen ${from} und ${until}`,
  calendars: 'Kalender mit Fehlern',
  critical: 'meldet eine fast leere Batterie',
  empty: (day) => `leer etwa am ${day}`,
  failed: 'Fehlgeschlagene Codes',
  jammed: 'Blockiert',
  lead: 'Was Sie jetzt braucht. Es ändert sich von selbst.',
  left: (percent) => `noch ${percent}`,
  more: (count) => `und ${count} weitere`,
  noForecast: 'für eine Vorhersage ist zu wenig bekannt',
  offline: 'Offline',
  open: 'Tür offen',
  show: 'Anzeigen',
  some: (count) => `${count} oder mehr`,
  title: 'Übersicht',
  unlocked: 'Nicht zugesperrt',
  waiting: 'Codes, die auf ihr Schloss warten',
  webhooks: 'Webhooks mit Fehlern',
  well: 'Alles in Ordnung',
  wellDetail: (doors) =>
    `Keine von ${doors} Türen ist offen, nicht zugesperrt oder offline; jeder Code ist auf seinem Schloss.`,
}
