import { at, type GuestTexts, troubleLines } from './guest-texts.ts'
import type { ReasonWords } from './guest-values.ts'

export const reasons: ReasonWords = {
  allowed: 'kód je v zámku a právě platí; možná byl špatně zadán nebo nefunguje klávesnice',
  unknown_code: 'zámek kód nezná',
  disabled: 'kód je vypnutý',
  not_yet_valid: 'kód ještě neplatí',
  expired: 'kód už neplatí',
  still_on_lock: 'kód už neplatí, ale zatím zůstal v zámku, který není dostupný',
  weekday: 'kód neplatí v tento den v týdnu',
  time_of_day: 'kód neplatí v tuto denní dobu',
  not_delivered: 'zámek kód ještě nepotvrdil',
  no_code: 'pro tyto dveře není žádný kód',
}

export const guests: GuestTexts = {
  guestNeedsHelp: ({ guestName, addressName, doors }) => ({
    subject: `${guestName} se nemůže dostat dovnitř`,
    body: [
      `${guestName}${at(addressName)} hlásí, že kód nefunguje. O dveřích víme toto:`,
      troubleLines('cs', reasons, doors),
      'Nejrychleji pomůže otevřít dveře z konzole nebo zavolat.',
    ],
  }),
}
