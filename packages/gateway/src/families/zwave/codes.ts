import type { EraseAnswer, SlotEntry, SlotSight, WriteAnswer, WriteRefusal } from '../../family.ts'
import type { LockNode } from './lock-node.ts'
import { type Schedule, type ScheduleFacts, schedulesFor } from './schedule-kinds.ts'
import { clearSchedules, putSchedules, stillHas, type TimedLock, takeOff } from './schedules.ts'
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

export type CodePut = SlotEntry

export interface CodeLock {
  readonly socket: HubSocket
  readonly node: LockNode
  readonly places: number
  /** The kind of credential that holds digits with this lock. */
  readonly credentialType: number
  /** Of a lock that keeps windows itself. */
  readonly schedules?: ScheduleFacts | undefined
  /** Listens from now on for the lock's word that it has this code already; who asks waits a moment for it. */
  listenForDuplicate(): () => Promise<boolean>
  /** Whether the last fresh reading of this slot found it free. */
  wasFree(slot: number): boolean
  noteFree(slot: number): void
}

const isTimed = (lock: CodeLock): lock is TimedLock => lock.schedules !== undefined

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
 * One attempt to write a slot: first the window that the lock is to keep for it, then the code, then a look whether both
 * are there. A code without its window comes off again.
 */
export async function writeSlot(
  way: CodeWay,
  lock: CodeLock,
  slot: number,
  entry: CodePut,
  signal: AbortSignal,
): Promise<WriteAnswer> {
  if (!isTimed(lock)) return entry.window ? NOT_CAPABLE : writeCode(way, lock, slot, entry, signal)
  const wanted = schedulesFor(entry.window, lock.schedules)
  if (!wanted) return NOT_CAPABLE
  const word = await putSchedules(way, lock, slot, wanted, signal)
  if (word !== 'taken') return answerOf(word)
  const answer = await writeCode(way, lock, slot, entry, signal)
  if (answer.answer !== 'proven' || wanted.length === 0) return answer
  return proveWindow(way, lock, slot, wanted, answer)
}

const NOT_CAPABLE: WriteAnswer = { answer: 'refused', why: 'notCapable' }

function answerOf(word: Exclude<Word, 'taken'>): WriteAnswer {
  if (typeof word === 'object') return { answer: 'refused', why: word.refused }
  return { answer: word === 'notSent' ? word : 'unproven' }
}

/** There are locks that forget the schedules of a user who gets another code. */
async function proveWindow(
  way: CodeWay,
  lock: TimedLock,
  slot: number,
  wanted: readonly Schedule[],
  proven: WriteAnswer,
): Promise<WriteAnswer> {
  const isKept = await stillHas(lock, slot, wanted)
  if (isKept === true) return proven
  const isOff = await takeOff(way, lock, slot)
  return isKept === false && isOff ? { answer: 'refused', why: 'window' } : { answer: 'unproven' }
}

/** When the signal fires, because somebody wants to move the lock, the reading is left for later. */
async function writeCode(
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
  if (sight?.holds === 'free' && isTimed(lock)) await clearSchedules(lock, slot, signal)
  if (sight) return sight.holds === 'free' ? { answer: 'proven' } : { answer: 'unproven' }
  return word === 'taken' ? { answer: 'proven' } : { answer: 'unproven' }
}
