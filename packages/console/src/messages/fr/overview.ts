import type { overview as en } from '../en/overview.ts'

export const overview: typeof en = {
  arrivals: 'Arrivées pas prêtes',
  batteries: 'Batterie faible',
  between: (from, until) => `entre le ${from} et le ${until}`,
  calendars: 'Calendriers en échec',
  critical: 'signale une batterie faible',
  empty: (day) => `vide vers le ${day}`,
  failed: 'Codes en échec',
  jammed: 'Bloquées',
  lead: 'Ce qui a besoin de vous maintenant, en direct.',
  left: (percent) => `reste ${percent}`,
  more: (count) => `et ${count} autres`,
  noForecast: 'trop peu de données pour une prévision',
  offline: 'Hors ligne',
  open: 'Porte ouverte',
  show: 'Afficher',
  some: (count) => `${count} ou plus`,
  title: 'Vue d’ensemble',
  unlocked: 'Non verrouillées',
  waiting: 'Codes en attente de leur serrure',
  webhooks: 'Webhooks en échec',
  well: 'Tout va bien',
  wellDetail: (doors) =>
    `Aucune des ${doors} portes n’est ouverte, non verrouillée ou hors ligne ; chaque code est dans sa serrure.`,
}
