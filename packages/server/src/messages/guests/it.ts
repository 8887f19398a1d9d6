import { at, type GuestTexts, troubleLines } from './guest-texts.ts'
import type { ReasonWords } from './guest-values.ts'

export const reasons: ReasonWords = {
  allowed:
    'il codice è nella serratura e ora è valido; forse è stato digitato male, o il tastierino non funziona',
  unknown_code: 'la serratura non conosce il codice',
  disabled: 'il codice è disattivato',
  not_yet_valid: 'il codice non è ancora valido',
  expired: 'il codice non è più valido',
  still_on_lock: 'il codice non è più valido, ma è ancora nella serratura, che non è raggiungibile',
  weekday: 'il codice non vale in questo giorno della settimana',
  time_of_day: "il codice non vale a quest'ora",
  not_delivered: 'la serratura non ha ancora confermato il codice',
  no_code: "non c'è un codice per questa porta",
}

export const guests: GuestTexts = {
  guestNeedsHelp: ({ guestName, addressName, doors }) => ({
    subject: `${guestName} non riesce a entrare`,
    body: [
      `${guestName}${at(addressName)} dice che il codice non funziona. Ecco che cosa sappiamo delle porte:`,
      troubleLines('it', reasons, doors),
      'Il modo più rapido è aprire la porta dalla console oppure telefonare.',
    ],
  }),
}
