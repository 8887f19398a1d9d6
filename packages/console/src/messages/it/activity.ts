import type { activity as en } from '../en/activity.ts'

export const activity: typeof en = {
  anyDoor: 'Tutte le porte',
  anyKind: 'Tutto',
  anybody: 'Tutte le persone',
  columns: { when: 'Quando', door: 'Porta', what: 'Che cosa è successo' },
  denied: 'Solo quando qualcuno non è stato fatto entrare',
  door: 'Porta',
  empty: 'Non è ancora successo nulla',
  emptyDetail: 'Ciò che le serrature segnalano compare qui nel momento in cui succede.',
  gone: 'Una porta eliminata',
  kind: 'Che cosa è successo',
  kinds: {
    device: 'Dispositivo e modalità',
    door: 'Porta aperta o chiusa',
    doorbell: 'Campanello',
    locking: 'Chiusura a chiave',
    opening: 'Apertura',
    trouble: 'Guasto',
  },
  lead: 'Che cosa è successo a tutte le porte, dal più recente, nel momento in cui succede.',
  person: 'Persona',
  showAll: 'Mostra tutto',
  title: 'Attività',
}
