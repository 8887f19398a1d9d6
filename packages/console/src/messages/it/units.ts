import type { units as en } from '../en/units.ts'
import { on } from './moments.ts'

export const units: typeof en = {
  columns: { doors: 'Porte proprie', name: 'Nome', token: 'Token', work: 'Modifica' },
  create: 'Nuova unità',
  created: (moment) => `creata ${on(moment)}`,
  doorHidden: 'una porta che non puoi vedere',
  doors: 'Le sue porte',
  doorsHelp:
    'Un soggiorno in questa unità apre queste porte e quelle dell’indirizzo, comuni a tutte le unità.',
  doorsNone: 'nessuna: quelle dell’indirizzo',
  edit: 'Modifica',
  editOf: (name) => `Modifica: ${name}`,
  empty: 'Ancora nessuna unità',
  emptyDetail:
    'Un’unità è una parte di un indirizzo: un appartamento, una stanza. Ha un token; chi lo riscatta ottiene l’accesso alle sue porte e a quelle dell’indirizzo, una sola volta.',
  inviteKeys: 'Chiavi d’invito, una per porta',
  keepToken: 'Mantieni il token',
  lead: 'Le porte dell’indirizzo sono comuni a tutte le unità; quella che apre una sola unità è una sua porta.',
  name: 'Nome',
  open: 'non ancora riscattato',
  redeemed: (moment) => `riscattato ${on(moment)}`,
  redeemedBy: 'Riscattato dall’account',
  redeemedFailed: 'una porta ha rifiutato l’accesso',
  redeemedOk: 'tutte le porte hanno confermato l’accesso',
  redeemedWaiting: 'non tutte le porte hanno ancora risposto',
  redemption: 'Riscatto',
  remove: 'Elimina',
  removeDetail: (name) =>
    `Il token di ${name} non vale più da subito e il suo calendario viene scollegato. L’unità sparisce quando tutte le serrature hanno confermato che l’accesso dato dal suo token è stato tolto; quelle non in linea vengono attese.`,
  removeTitle: 'Elimina questa unità',
  showToken: 'Mostra il token',
  showTokenOf: (name) => `Mostra il token: ${name}`,
  token: 'Token',
  tokenBorrowed:
    'Questo token, e ciò che ha dato, vale finché il programma o la persona che lo ha creato può dare lo stesso.',
  tokenDetail:
    'Chi ha questo token può riscattarlo. Dallo solo alla persona che deve avere accesso alle porte di questo indirizzo e dell’unità.',
  tokenEnded: 'Questo token non dà più nulla: chi lo ha creato non esiste più o non ha i permessi.',
  tokenHidden: 'Vede il token solo chi può dare accesso a queste porte.',
}
