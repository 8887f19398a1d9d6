import { at, type GuestTexts, troubleLines } from './guest-texts.ts'
import type { ReasonWords } from './guest-values.ts'

export const reasons: ReasonWords = {
  allowed: 'kód je v zámku a práve platí; možno bol zle zadaný alebo nefunguje klávesnica',
  unknown_code: 'zámok kód nepozná',
  disabled: 'kód je vypnutý',
  not_yet_valid: 'kód ešte neplatí',
  expired: 'kód už neplatí',
  still_on_lock: 'kód už neplatí, ale zatiaľ zostal v zámku, ktorý nie je dostupný',
  weekday: 'kód neplatí v tento deň v týždni',
  time_of_day: 'kód neplatí v túto dennú dobu',
  not_delivered: 'zámok kód ešte nepotvrdil',
  no_code: 'pre tieto dvere nie je žiadny kód',
}

export const guests: GuestTexts = {
  guestNeedsHelp: ({ guestName, addressName, doors }) => ({
    subject: `${guestName} sa nemôže dostať dnu`,
    body: [
      `${guestName}${at(addressName)} hlási, že kód nefunguje. O dverách vieme toto:`,
      troubleLines('sk', reasons, doors),
      'Najrýchlejšie pomôže otvoriť dvere z konzoly alebo zavolať.',
    ],
  }),
}
