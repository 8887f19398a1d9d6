import type { calendars as en } from '../en/calendars.ts'
import { on } from './moments.ts'

export const calendars: typeof en = {
  bookings: 'Soggiorni ricevuti',
  changed: (moment, counts) => `${moment}: ${counts}`,
  check: 'Verifica il calendario',
  checkBad: 'Ora non è possibile leggere questo calendario',
  checkFirst: (moment) => `Il primo arrivo è ${on(moment)}.`,
  checkGood: (bookings) =>
    bookings === 0
      ? 'Il calendario funziona. Non ci sono prenotazioni in arrivo.'
      : `Il calendario funziona. ${bookings} ${bookings === 1 ? 'prenotazione' : 'prenotazioni'} in arrivo.`,
  codes: 'Crea un codice per ogni ospite in automatico',
  codesHelp: 'Ogni prenotazione riceve un proprio codice, valido dal check-in al check-out.',
  codesHours: 'Ore prima del check-in',
  conditions: {
    failing: 'Aggiornamento non riuscito',
    good: 'Aggiornato',
    off: 'Disattivato dal gestore',
    paused: 'In pausa',
    waiting: 'Aggiornamento in corso',
  },
  counts: {
    added: (n) => (n === 1 ? '1 nuova' : `${n} nuove`),
    canceled: (n) => (n === 1 ? '1 annullata' : `${n} annullate`),
    changed: (n) => (n === 1 ? '1 modificata' : `${n} modificate`),
  },
  empty: 'Nessun calendario collegato',
  emptyDetail:
    'Collega il calendario di un portale di prenotazione: le sue prenotazioni diventano soggiorni di questo indirizzo e gli ospiti ricevono i codici senza altro lavoro.',
  lastChange: 'Ultima modifica',
  lastSync: 'Ultimo aggiornamento',
  link: 'Collega un calendario',
  linkAnyway: 'Collega comunque',
  linked: 'Il calendario è collegato e viene scaricato.',
  never: 'non ancora',
  nextSync: 'Prossimo aggiornamento',
  nextSyncNone: 'nessuno: è in pausa finché qualcuno non lo sincronizza',
  nextSyncNow: 'ora',
  none: 'nessuno collegato',
  nowhere: 'Il gestore di questo servizio ha disattivato tutti i portali.',
  pausedDetail: 'È in pausa: non viene più scaricato in automatico finché una sincronizzazione non riesce.',
  problems: {
    not_a_calendar: 'All’indirizzo del calendario non c’è un calendario.',
    quota_reached:
      'L’indirizzo ha raggiunto il numero massimo di soggiorni; alcune prenotazioni sono state tralasciate.',
    refused: 'Il portale ha rifiutato di fornire il calendario. Il suo indirizzo forse non è più valido.',
    switched_off: 'Il gestore di questo servizio ha disattivato questo portale.',
    too_complex: 'Il calendario è troppo complesso: troppi eventi o ripetizioni senza fine.',
    too_many_lost:
      'Sono sparite così tante prenotazioni in una volta che non è stato cambiato nulla e il calendario è in pausa. Controlla il calendario: se è giusto, «Sincronizza» lo riprende così com’è.',
    unreachable: 'Non è stato possibile scaricare il calendario.',
    unreadable: 'Il calendario contiene errori e non può essere letto.',
  },
  replaces: 'È già collegato un calendario di questo portale. Il nuovo lo sostituisce.',
  service: 'Portale',
  serviceHelp: 'Dalla provenienza del calendario dipende come vengono lette le prenotazioni.',
  services: { airbnb: 'Airbnb', booking: 'Booking.com', ical: 'iCalendar', vrbo: 'Vrbo' },
  sync: 'Sincronizza',
  syncOf: (name) => `Sincronizza: ${name}`,
  syncs: {
    cancelled: 'Sostituita da una sincronizzazione successiva',
    confirmed: 'Scaricato',
    expired: 'Non scaricato in tempo',
    failed: 'Non è stato possibile applicarlo',
    queued: 'Download in corso',
    sent: 'Download in corso',
    unknown: 'Non si sa se è stato scaricato',
  },
  technical: (error) => `Il messaggio era: ${error}`,
  unit: 'Calendario di',
  unlink: 'Scollega',
  unlinkDetail: (reservations) =>
    `Non viene più scaricato. Dei soggiorni che ne provengono (${reservations}), quelli senza codice spariscono subito; quelli con un codice restano fino alla fine.`,
  unlinked: 'Il calendario è stato scollegato',
  unlinkOf: (name) => `Scollega: ${name}`,
  unlinkTitle: 'Scollega questo calendario',
  url: 'Indirizzo del calendario',
  urlHelp:
    'L’indirizzo di esportazione o di iscrizione mostrato dal portale, con https o webcal. Viene conservato cifrato e non più mostrato.',
  urlWrong: 'Questo non è l’indirizzo di un calendario: deve iniziare con https:// o webcal://.',
  whole: 'tutto l’indirizzo',
}
