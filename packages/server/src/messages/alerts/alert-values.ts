import type { AlertKind } from '@latchwork/contract'

/** What an alert may know besides the door or the person it names in its title. */
export interface AlertFacts {
  who?: string | undefined
  minutes: number
}

export interface AlertMailValues {
  name: string
  title: string
  text: string
  at: number
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
