import { at, type GuestTexts, troubleLines } from './guest-texts.ts'
import type { ReasonWords } from './guest-values.ts'

export const reasons: ReasonWords = {
  allowed:
    'le code est dans la serrure et valable en ce moment ; il a peut-être été mal saisi, ou le clavier est en panne',
  unknown_code: 'la serrure ne connaît pas le code',
  disabled: 'le code est désactivé',
  not_yet_valid: "le code n'est pas encore valable",
  expired: "le code n'est plus valable",
  still_on_lock: "le code n'est plus valable, mais il est encore dans la serrure, qui est injoignable",
  weekday: "le code n'est pas valable ce jour de la semaine",
  time_of_day: "le code n'est pas valable à cette heure",
  not_delivered: "la serrure n'a pas encore confirmé le code",
  no_code: "il n'y a pas de code pour cette porte",
}

export const guests: GuestTexts = {
  guestNeedsHelp: ({ guestName, addressName, doors }) => ({
    subject: `${guestName} ne peut pas entrer`,
    body: [
      `${guestName}${at(addressName)} signale que le code ne fonctionne pas. Voici ce que nous savons des portes :`,
      troubleLines('fr', reasons, doors),
      "Le plus rapide est d'ouvrir la porte depuis la console ou d'appeler.",
    ],
  }),
}
