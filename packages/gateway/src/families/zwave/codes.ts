import type { EraseAnswer, SlotSight, WriteAnswer, WriteRefusal } from '../../family.ts'
import type { LockNode } from './lock-node.ts'
import type { Answer, HubSocket } from './socket.ts'

/** What one of the two ways to hold codes does; which one a lock has is told by its interview. */
export interface CodeWay {
  /** Puts the code there and says what the answer was worth. Begins no further exchange once `signal` has fired. */
  put(lock: CodeLock, slot: number, entry: CodePut, signal: AbortSignal): Promise<Word>
  /** Takes the code away; `taken` when the lock or the driver's own reading says that it is gone. */
  take(lock: CodeLock, slot: number): Promise<Word>
  /** One exchange with the lock itself; undefined when it did not answer. */
  read(lock: CodeLock, slot: number): Promise<SlotSight | undefined>
  /** Slots that the hub remembers as used, or does not know: where to read. */
  remembered(lock: CodeLock): Promise<readonly number[]>
}

export interface CodePut {
  readonly digits: string
  readonly name: string
}

export interface CodeLock {
  readonly socket: HubSocket
  readonly node: LockNode
  readonly places: number
  /** The kind of credential that holds digits with this lock. */
  readonly credentialType: number
  /** Listens from now on for the lock's word that it has this code already; who asks waits a moment for it. */
  listenForDuplicate(): () => Promise<boolean>
  /** Whether the last fresh reading of this slot found it free. */
  wasFree(slot: number): boolean
}

/**
 * `taken`: the lock's own word, or the driver read it back. `heard`: it has received the order and says nothing about it.
 * `vague`: anything may be the case.
 */
export type Word = 'taken' | 'heard' | 'vague' | 'notSent' | { readonly refused: WriteRefusal }

/** Codes of the driver's errors. 322 never gets better by repeating; the others may. */
const EXPIRED = 215
const NOT_SUPPORTED = 302
const BAD_ARGUMENT = 322

export function wordOfError(answer: Extract<Answer, { ok: false }>): Word {
  if (answer.error === EXPIRED) return 'notSent'
  if (answer.error === NOT_SUPPORTED) return { refused: 'notCapable' }
  return answer.error === BAD_ARGUMENT ? { refused: 'digits' } : 'vague'
}

/** The driver's results of writing a credential. 255 is "unknown", and may be wrong in both directions. */
const REFUSALS: Readonly<Record<number, WriteRefusal>> = {
  3: 'duplicate',
  4: 'digits',
  5: 'duplicate',
  6: 'full',
}

export function wordOfResult(result: unknown): Word {
  if (result === 0) return 'taken'
  const refused = typeof result === 'number' ? REFUSALS[result] : undefined
  return refused ? { refused } : 'vague'
}

/**
 * One attempt to write a slot, and what can be proven of it by a fresh reading. When the signal fires, because somebody
 * wants to move the lock, the reading is left for later.
 */
export async function writeSlot(
  way: CodeWay,
  lock: CodeLock,
  slot: number,
  entry: CodePut,
  signal: AbortSignal,
): Promise<WriteAnswer> {
  const wasFree = lock.wasFree(slot)
  const isDuplicate = lock.listenForDuplicate()
  const word = await way.put(lock, slot, entry, signal)
  if (word === 'notSent') return { answer: 'notSent' }
  if (typeof word === 'object') return { answer: 'refused', why: word.refused }
  if (signal.aborted) return { answer: 'unproven' }
  const sight = await way.read(lock, slot)
  const holdsCode = sight?.holds === 'code'
  if (holdsCode && sight.digits === entry.digits) return { answer: 'proven', by: 'value' }
  // Old locks have no other word for it than an event a moment later.
  if (word !== 'taken' && (await isDuplicate())) return { answer: 'refused', why: 'duplicate' }
  const isOccupied = sight === undefined ? word === 'taken' : holdsCode && provesByMask(sight, word, wasFree)
  return isOccupied ? { answer: 'proven', by: 'occupied' } : { answer: 'unproven' }
}

/**
 * A lock that masks its codes proves that there is one where it has heard of it, and after a vague answer only where there
 * was none before: the code it shows masked may be the former.
 */
const provesByMask = (sight: SlotSight, word: Word, wasFree: boolean): boolean =>
  sight.digits === undefined && (word !== 'vague' || wasFree)

/** One attempt to empty a slot. */
export async function eraseSlot(
  way: CodeWay,
  lock: CodeLock,
  slot: number,
  signal: AbortSignal,
): Promise<EraseAnswer> {
  const word = await way.take(lock, slot)
  if (word === 'notSent') return { answer: 'notSent' }
  if (typeof word === 'object' && word.refused === 'notCapable')
    return { answer: 'refused', why: 'notCapable' }
  if (signal.aborted) return { answer: 'unproven' }
  const sight = await way.read(lock, slot)
  if (sight) return sight.holds === 'free' ? { answer: 'proven' } : { answer: 'unproven' }
  return word === 'taken' ? { answer: 'proven' } : { answer: 'unproven' }
}
