import type { GuestReason } from '@latchwork/contract'
import type { Block, MessageTexts } from '../message-texts.ts'
import type { DoorTrouble, GuestValues } from './guest-values.ts'

export type GuestTexts = Pick<MessageTexts['mail'], keyof GuestValues>

/** Why a code does not open, in words for whoever gave it. */
export type ReasonWords = { readonly [R in GuestReason]: string }

export const troubleLines = (words: ReasonWords, doors: readonly DoorTrouble[]): Block => ({
  copy: doors.map(({ smartlockName, reason }) => `${smartlockName}: ${words[reason]}`),
})

/** Where it is, if anybody knows. */
export const at = (addressName: string): string => (addressName === '' ? '' : ` (${addressName})`)
