import type { AlertKind } from '@latchwork/contract'
import type { DoorTrouble, ReasonWords } from '../guests/guest-values.ts'

/** What an alert may know besides the door or the person it names in its title. */
export interface AlertFacts {
  who?: string | undefined
  minutes: number
  doors?: readonly string[] | undefined
  /** Why a code does not open, door by door. */
  troubles?: readonly DoorTrouble[] | undefined
}

export interface AlertMailValues {
  name: string
  title: string
  text: string
  at: number
  /** Of the door or the house; a mail that was written before it was told has none. */
  timeZone?: string
  link?: string
}

/** The words of alerts in one language; of a mail only what is around them. */
export interface AlertWords {
  /** A sentence below the title. */
  alert: { readonly [K in AlertKind]: (facts: AlertFacts) => string }
  testAlert: { title: string; text: string }
  when: (moment: string) => string
  more: string
  stop: string
}

/** `by Anna`, where somebody is known. */
export const byWhom = (word: string, who: string | undefined): string => (who ? ` ${word} ${who}` : '')

/** More would not fit on the screen of a phone that is locked. */
const DOORS_NAMED = 3

/** ` (Front door, Cellar)`, where doors are known; reads the same in every language. */
export const atDoors = (doors: readonly string[] = []): string => {
  if (doors.length === 0) return ''
  const more = doors.length > DOORS_NAMED ? ', …' : ''
  return ` (${doors.slice(0, DOORS_NAMED).join(', ')}${more})`
}

/** ` (Front door: the lock does not know the code)`, as far as anybody knows why. */
export const becauseOf = (words: ReasonWords, troubles: readonly DoorTrouble[] = []): string =>
  atDoors(troubles.map(({ smartlockName, reason }) => `${smartlockName}: ${words[reason]}`))
