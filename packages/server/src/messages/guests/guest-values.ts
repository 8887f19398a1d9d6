import type { GuestReason } from '@latchwork/contract'

/** What mails about guests need to know. */
export interface GuestValues {
  /** To the host: somebody stands before a door and says that the code does not work. */
  guestNeedsHelp: { name: string; guestName: string; addressName: string; doors: readonly DoorTrouble[] }
}

export interface DoorTrouble {
  smartlockName: string
  reason: GuestReason
  /** When the code opens next, and by which clock that is written. */
  opens?: { at: number; timeZone: string }
}

/** Why a code does not open, in words for whoever gave it. */
export type ReasonWords = { readonly [R in GuestReason]: string }
