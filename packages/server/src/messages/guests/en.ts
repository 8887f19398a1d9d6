import { at, type GuestTexts, troubleLines } from './guest-texts.ts'
import type { ReasonWords } from './guest-values.ts'

export const reasons: ReasonWords = {
  allowed: 'the code is on the lock and valid now; it was perhaps mistyped, or the keypad does not work',
  unknown_code: 'the lock does not know the code',
  disabled: 'the code is switched off',
  not_yet_valid: 'the code is not valid yet',
  expired: 'the code is not valid any more',
  still_on_lock: 'the code is not valid any more, but still on the lock, which cannot be reached',
  weekday: 'the code is not for this day of the week',
  time_of_day: 'the code is not for this time of day',
  not_delivered: 'the lock has not confirmed the code yet',
  no_code: 'there is no code for this door',
}

export const guests: GuestTexts = {
  guestNeedsHelp: ({ guestName, addressName, doors }) => ({
    subject: `${guestName} cannot get in`,
    body: [
      `${guestName}${at(addressName)} says that the code does not work. This is what we know about the doors:`,
      troubleLines('en', reasons, doors),
      'Opening a door from the console, or a call, helps fastest.',
    ],
  }),
}
