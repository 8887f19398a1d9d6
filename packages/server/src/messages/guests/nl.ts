import { at, type GuestTexts, troubleLines } from './guest-texts.ts'
import type { ReasonWords } from './guest-values.ts'

export const reasons: ReasonWords = {
  allowed:
    'de code staat op het slot en is nu geldig; misschien is hij verkeerd ingetoetst of werkt het toetsenpaneel niet',
  unknown_code: 'het slot kent de code niet',
  disabled: 'de code is uitgeschakeld',
  not_yet_valid: 'de code is nog niet geldig',
  expired: 'de code is niet meer geldig',
  still_on_lock: 'de code is niet meer geldig, maar staat nog op het slot, dat niet bereikbaar is',
  weekday: 'de code geldt niet op deze dag van de week',
  time_of_day: 'de code geldt niet op dit tijdstip',
  not_delivered: 'het slot heeft de code nog niet bevestigd',
  no_code: 'voor deze deur is er geen code',
}

export const guests: GuestTexts = {
  guestNeedsHelp: ({ guestName, addressName, doors }) => ({
    subject: `${guestName} komt niet binnen`,
    body: [
      `${guestName}${at(addressName)} meldt dat de code niet werkt. Dit weten we over de deuren:`,
      troubleLines('nl', reasons, doors),
      'Het snelst helpt het om de deur vanuit de console te openen of te bellen.',
    ],
  }),
}
