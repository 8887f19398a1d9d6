import { type Explanation, type GuestDoor, type GuestReason, LOCK_ACTION } from '@latchwork/contract'

/** The first word of a name, which is what people are called by; calendars write anything there. */
export const firstNameOf = (name: string): string => name.trim().split(/[\s,;(]+/u)[0] ?? ''

/** What opens this door: the latch, where it has one; undefined where nothing does. */
export function openingAction(actions: readonly number[]): number | undefined {
  const { unlatch, unlock } = LOCK_ACTION
  if (actions.includes(unlatch)) return unlatch
  return actions.includes(unlock) ? unlock : undefined
}

interface DoorCode {
  /** The lock has confirmed it. */
  isProven: boolean
}

/** What a guest is told about the code of one door. */
export const doorCodeState = (hasKeypad: boolean, code: DoorCode | undefined): GuestDoor['code'] => {
  if (code?.isProven) return 'ready'
  return hasKeypad || code ? 'waiting' : 'none'
}

/** Whether the code as a whole can be told: it is proven on a door, on its way, or planned. */
export function codeStateOf(codes: readonly DoorCode[], issueAt: number | undefined) {
  if (codes.some((code) => code.isProven)) return 'ready'
  if (codes.length > 0) return 'underway'
  return issueAt === undefined ? 'none' : 'planned'
}

/** Rules by which a lock keeps somebody out; a code that is not on the lock yet is no reason not to open from afar. */
const KEEPS_OUT: ReadonlySet<GuestReason> = new Set([
  'unknown_code',
  'disabled',
  'not_yet_valid',
  'expired',
  // Its time is over; that the lock has not heard of it opens no door from here.
  'still_on_lock',
  'weekday',
  'time_of_day',
])

export const isKeptOut = ({ rule }: Explanation): boolean => KEEPS_OUT.has(rule)
