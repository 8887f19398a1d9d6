import type { arrivals as en } from '../en/arrivals.ts'

export const arrivals: typeof en = {
  and: 'e',
  collisions: (count) =>
    count === 1
      ? 'Due ospiti hanno lo stesso alloggio nello stesso periodo'
      : `${count} alloggi hanno una doppia prenotazione`,
  days: { today: 'Oggi', tomorrow: 'Domani', week: 'Questa settimana' },
  empty: 'Nessun arrivo questa settimana',
  emptyDetail: 'Gli ospiti dei soggiorni e dei calendari collegati compaiono qui una settimana prima.',
  issueOf: (guest) => `Crea il codice ora: ${guest}`,
  lead: 'Chi arriva e se il suo codice è su tutte le porte che gli servono.',
  nobody: 'Nessun arrivo.',
  notReady: 'Non pronto',
  partly: (percent) => `Porte con il codice: ${percent}. Si attendono le altre.`,
  ready: 'Pronto',
  reasons: {
    failed: 'Non è stato possibile creare il codice in automatico.',
    noDoor: 'L’indirizzo o l’unità non ha porte, quindi nessuno può entrare.',
    noKeypad: 'Nessuna delle porte ha un tastierino, quindi non può esserci un codice.',
    none: 'Non c’è un codice, e per questo soggiorno non viene creato in automatico.',
    off: 'Non c’è un codice: questo indirizzo non li crea in automatico.',
  },
  title: 'Arrivi',
}
