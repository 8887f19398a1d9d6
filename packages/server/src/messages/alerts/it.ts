import { reasons } from '../guests/it.ts'
import { type AlertWords, atDoors, becauseOf, byWhom } from './alert-values.ts'

export const alertWords: AlertWords = {
  alert: {
    opened: ({ who }) => `Aperta${byWhom('da', who)}.`,
    leftOpen: () => 'La porta è rimasta aperta.',
    jammed: () => 'La serratura è inceppata: il motore è bloccato.',
    batteryLow: () => 'Una batteria è quasi scarica.',
    offline: ({ minutes }) => `Non in linea da ${minutes} minuti.`,
    wrongCode: () => 'È stato inserito tre volte un codice errato.',
    arrival: ({ who }) => `È arrivato un ospite: ${who ?? 'senza nome'}.`,
    codeNotReady: ({ who, doors }) =>
      `Il codice per ${who ?? 'l’ospite'} non è ancora pronto${atDoors(doors)}.`,
    guestCodeFails: ({ who, troubles }) =>
      `${who ?? 'Un ospite'} segnala che il codice non funziona${becauseOf(reasons, troubles)}.`,
  },
  testAlert: { title: 'Latchwork', text: 'Un avviso ha questo aspetto.' },
  when: (moment) => `È successo il ${moment}.`,
  more: 'La console mostra di più:',
  stop: 'Hai scelto di ricevere questo avviso. Puoi cambiarlo nella console, in Account, Avvisi.',
}
