import type { overview as en } from '../en/overview.ts'

export const overview: typeof en = {
  arrivals: 'Arrivi non pronti',
  batteries: 'Batteria quasi scarica',
  between: (from, until) => `tra il ${from} e il ${until}`,
  calendars: 'Calendari con errori',
  critical: 'segnala una batteria quasi scarica',
  empty: (day) => `si scarica verso il ${day}`,
  failed: 'Codici non riusciti',
  jammed: 'Bloccate',
  lead: 'Che cosa richiede la tua attenzione ora. Si aggiorna da sé.',
  left: (percent) => `resta il ${percent}`,
  more: (count) => `e altre ${count}`,
  noForecast: 'si sa troppo poco per una previsione',
  offline: 'Non in linea',
  open: 'Porta aperta',
  show: 'Mostra',
  some: (count) => `${count} o più`,
  title: 'Panoramica',
  unlocked: 'Non chiuse a chiave',
  waiting: 'Codici in attesa della serratura',
  webhooks: 'Webhook con errori',
  well: 'Tutto a posto',
  wellDetail: (doors) =>
    `Nessuna delle ${doors} porte è aperta, non chiusa a chiave o non in linea; ogni codice è nella sua serratura.`,
}
