import type { past as en } from '../en/past.ts'

export const past: typeof en = {
  askNeeds: 'Scegli una porta e un momento passato.',
  at: 'Quando',
  could: 'Poteva aprire',
  couldNot: 'Non poteva aprire',
  count: (could, all) => `${could} diritti di accesso su ${all} potevano aprire`,
  future: 'Questo momento non è ancora arrivato.',
  lead: 'Ogni diritto di accesso di una porta com’era in un momento passato, al secondo. Non sono compresi chiavi di metallo, codici che nessuno ha concesso qui e chi apre a distanza.',
  link: 'Chi poteva aprire?',
  name: 'Nome',
  nobody: 'Nessuno poteva aprire questa porta in quel momento',
  nobodyDetail: 'Nessun diritto di accesso era nella serratura, o nessuno era valido.',
  person: 'Persona',
  reason: 'Perché',
  rules: {
    allowed: 'Apriva la porta.',
    earlier_terms:
      'Era stato modificato, ma la serratura non lo aveva confermato: seguiva gli orari precedenti, che erano rispettati.',
    still_on_lock: 'Il suo periodo era finito, ma era ancora nella serratura.',
    disabled: 'Era disattivato.',
    not_yet_valid: 'Non era ancora valido.',
    expired: 'Non era più valido.',
    weekday: 'Non valeva in quel giorno della settimana.',
    time_of_day: 'Non valeva a quell’ora.',
    not_delivered: 'La serratura non lo aveva ricevuto.',
  },
  title: 'Chi poteva aprire?',
  unknown: (moment) => `Così indietro non si sa tutto: la risposta è completa a partire da ${moment}.`,
  verdict: 'In quel momento',
}
