import { decide, nextWindows } from '@latchwork/access-window'
import type { AccessEntry } from '@latchwork/contract/device'
import type { KeptRight, LockPage, OwnSlot } from '../book/lock-page.ts'
import type { SlotEntry } from '../family.ts'
import { partsOf, type WindowKeeping } from './window-parts.ts'

/** One change never writes more often than this; then what the lock shows stands. */
export const MOST_WRITES = 3
/** A code that vanished is put back so often; then it is told and left to the service. */
const MOST_REPAIRS = 1

/** What decides what has to be on a lock now. */
export interface Surroundings extends WindowKeeping {
  readonly now: number
}

export type Step =
  | { readonly do: 'erase'; readonly slot: OwnSlot }
  /** Into the slot of the right, or into a new one. */
  | { readonly do: 'write'; readonly right: KeptRight; readonly slot?: OwnSlot; readonly content: string }

/** What a slot is to hold, as one text, so that equal contents are equal texts. */
const contentOf = (entry: SlotEntry): string => JSON.stringify(entry)
export const entryOf = (content: string): SlotEntry => JSON.parse(content)

/** What has to be on the lock for a right now; undefined: nothing. */
export function targetOf(right: KeptRight, surroundings: Surroundings): string | undefined {
  const { entry } = right
  const { capability, zone, now } = surroundings
  if (right.isGone || !isOnKeypad(entry) || !capability.codes) return undefined
  const { byLock, byGateway } = partsOf(entry, surroundings)
  if (decide(byGateway, zone, now) !== 'allowed') return undefined
  return contentOf({
    digits: String(entry.code),
    name: entry.name.slice(0, capability.codes.nameLength),
    ...(Object.keys(byLock).length > 0 && { window: { ...byLock, zone } }),
  })
}

const isOnKeypad = (entry: AccessEntry) => entry.type === 13 && entry.enabled && entry.code !== undefined

/** Whether a right has times that somebody has to keep. */
export const hasWindow = ({ entry, isGone }: KeptRight): boolean =>
  !isGone && isOnKeypad(entry) && WINDOW_FIELDS.some((field) => entry[field] !== undefined)

const WINDOW_FIELDS = ['fromDate', 'untilDate', 'weekDays', 'fromTime', 'untilTime'] as const

/** When the gateway next has to put a code on or take one off. */
export function nextEdge(rights: Iterable<KeptRight>, surroundings: Surroundings): number {
  const { zone, now } = surroundings
  let next = Number.POSITIVE_INFINITY
  for (const { entry, isGone } of rights) {
    if (isGone || !isOnKeypad(entry)) continue
    const [span] = nextWindows(partsOf(entry, surroundings).byGateway, zone, now, 1)
    const edge = span === undefined || span.from > now ? span?.from : span.until
    if (edge !== undefined) next = Math.min(next, edge)
  }
  return next
}

/** Whether a slot was erased as often as it may be, and still is not known to be free. */
export const isErased = (slot: OwnSlot): boolean => slot.isErasing && slot.attempts >= MOST_WRITES
/** Whether this content was written as often as it may be. */
export const isWritten = (slot: OwnSlot, content: string): boolean =>
  !slot.isErasing && slot.wanted === content && slot.attempts >= MOST_WRITES

/** Whether a slot holds what it should, as far as anybody knows. */
export const isSettled = (slot: OwnSlot, content: string): boolean =>
  slot.held === content && slot.wanted === undefined && !slot.isErasing

/** What to do next, so that the lock holds what was promised: removals first, then what is new or changed. */
export function nextStep(page: LockPage, surroundings: Surroundings): Step | undefined {
  const targets = new Map<string, string>()
  for (const right of page.rights.values()) {
    const target = targetOf(right, surroundings)
    if (target !== undefined) targets.set(right.key, target)
  }
  const slots = [...page.slots.values()].sort((a, b) => a.slot - b.slot)
  const superfluous = slots.find((slot) => !targets.has(slot.key) && !isErased(slot))
  if (superfluous) return { do: 'erase', slot: superfluous }
  const rights = [...page.rights.values()].sort((a, b) => a.number - b.number)
  for (const right of rights) {
    const step = stepFor(right, page.slotOf(right.key), targets, slots)
    if (step) return step
  }
  return undefined
}

/** What a right that has to be on the lock still wants. */
function stepFor(
  right: KeptRight,
  slot: OwnSlot | undefined,
  targets: ReadonlyMap<string, string>,
  slots: readonly OwnSlot[],
): Step | undefined {
  const content = targets.get(right.key)
  if (content === undefined || right.repairs > MOST_REPAIRS) return undefined
  if (slot && (isSettled(slot, content) || isWritten(slot, content))) return undefined
  const inTheWay = slots.find((other) => other.key !== right.key && standsInTheWay(other, content, targets))
  if (!inTheWay) return { do: 'write', right, content, ...(slot && { slot }) }
  return isErased(inTheWay) ? undefined : { do: 'erase', slot: inTheWay }
}

/** Two rights that swap their codes: a lock that takes no code twice wants one of them off first. */
function standsInTheWay(other: OwnSlot, content: string, targets: ReadonlyMap<string, string>): boolean {
  const { digits } = entryOf(content)
  const has = (text: string | undefined) => text !== undefined && entryOf(text).digits === digits
  return (has(other.held) || has(other.wanted)) && !has(targets.get(other.key))
}
