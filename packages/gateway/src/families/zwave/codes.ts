import type { EraseAnswer, SlotSight, WriteAnswer, WriteRefusal } from '../../family.ts'
import type { CodeLock, CodePut, CodeWay, Word } from './code-way.ts'
import { type Schedule, schedulesFor } from './schedule-kinds.ts'
import { clearSchedules, putSchedules, stillHas, type TimedLock, takeOff } from './schedules.ts'
import type { Answer } from './socket.ts'

const isTimed = (lock: CodeLock): lock is TimedLock => lock.schedules !== undefined

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
