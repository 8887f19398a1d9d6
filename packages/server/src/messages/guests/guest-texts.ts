import type { Language } from '@latchwork/contract'
import { type Block, type MessageTexts, momentThere } from '../message-texts.ts'
import type { DoorTrouble, GuestValues, ReasonWords } from './guest-values.ts'

export type GuestTexts = Pick<MessageTexts['mail'], keyof GuestValues>

/** Each with when the code opens next, if it does, by the clock of the house. */
export const troubleLines = (
  language: Language,
  words: ReasonWords,
  doors: readonly DoorTrouble[],
): Block => ({
  copy: doors.map(({ smartlockName, reason, opens }) => {
    const next = opens ? ` (→ ${momentThere(language, opens.at, opens.timeZone)})` : ''
    return `${smartlockName}: ${words[reason]}${next}`
  }),
})

/** Where it is, if anybody knows. */
export const at = (addressName: string): string => (addressName === '' ? '' : ` (${addressName})`)
