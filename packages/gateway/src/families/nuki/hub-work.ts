import type {
  ActAnswer,
  EraseAnswer,
  FamilyTools,
  Order,
  SlotEntry,
  SlotSight,
  WriteAnswer,
} from '../../family.ts'
import type { Bus } from './bus.ts'
import { taggedName } from './code-names.ts'
import type { HubLock, HubWord } from './hub-lock.ts'
import { OPENER_ENDS, OPENER_WORDS, sightAt, standsAt } from './hub-opener.ts'
import { ACTION_WORDS, type ListedCode } from './hub-topics.ts'
import { isSameWindow, lockWindowOf } from './hub-window.ts'
import { ENDS } from './topics.ts'

/** What works on one lock behind a hub needs. */
export interface HubRoad {
  readonly lock: HubLock
  readonly bus: Bus
  readonly tools: FamilyTools
  /** The hub reads the codes again about five seconds after a change, or when it is asked to; so long it is waited for. */
  readonly listMs: number
}

const REFUSALS: ReadonlyMap<string, 'busy' | 'jammed' | 'refused'> = new Map([
  ['busy', 'busy'],
  ['motorBlocked', 'jammed'],
  ['canceled', 'refused'],
  ['tooRecent', 'refused'],
  ['lowMotorVoltage', 'refused'],
])

const MOVES = {
  lock: { words: ACTION_WORDS, ends: ENDS },
  opener: { words: OPENER_WORDS, ends: OPENER_ENDS },
}

/** An order through the hub: its result says that the lock took it, the state that it is done. */
export async function moveByHub(road: HubRoad, order: Order, signal: AbortSignal): Promise<ActAnswer> {
  const { lock, bus, tools } = road
  const { words, ends: endsOf } = MOVES[lock.kind]
  const word = words.get(order.action)
  const ends = endsOf[order.action]
  if (!word || !ends) return { answer: 'refused', why: 'notCapable' }
  const progress = new Progress(lock, ends)
  const heard = lock.listen(signal, (told) => progress.hear(told))
  const expiresInMs = order.deadline - tools.clock.now()
  if (!bus.send(lock.root, `${lock.path}/action`, word, expiresInMs)) {
    lock.hear({ word: 'gone' })
    return { answer: 'notSent' }
  }
  const answer = await heard
  if (!answer && !progress.hasArrived) bus.dropUndelivered(lock.root)
  return answer ?? { answer: 'unproven' }
}

/** What the hub says about one order, until that is enough. */
class Progress {
  hasArrived = false
  readonly #lock: HubLock
  readonly #ends: readonly number[]
  #isTaken = false
  #reached: number | undefined

  constructor(lock: HubLock, ends: readonly number[]) {
    this.#lock = lock
    this.#ends = ends
    // A lock that stands there already does not say so again.
    this.#reached = ends.find((end) => standsAt(lock, end))
  }

  hear(told: HubWord): ActAnswer | undefined {
    if (told.word === 'action') return this.#hearAction(told.text)
    if (told.word === 'completion') return this.#hearCompletion(told.text)
    if (told.word === 'result' && told.text === 'notPaired') return { answer: 'refused', why: 'refused' }
    if (told.word === 'result') this.#isTaken ||= told.text === 'success'
    if (told.word === 'state' && this.#ends.includes(told.state)) this.#reached = told.state
    if (!this.#isTaken || this.#reached === undefined) return undefined
    return { answer: 'proven', how: 'report', state: sightAt(this.#lock, this.#reached) }
  }

  #hearAction(text: string): ActAnswer | undefined {
    this.hasArrived ||= text === 'ack'
    const isRefused = text === 'denied' || text === 'unknown_action'
    return isRefused ? { answer: 'refused', why: 'notCapable' } : undefined
  }

  /** One from before is told again when nothing has happened yet. */
  #hearCompletion(text: string): ActAnswer | undefined {
    const why = this.hasArrived ? REFUSALS.get(text) : undefined
    return why && { answer: 'refused', why }
  }
}

/** One code, new or changed, with all of its window. Proven when the list that comes after it has it so. */
export async function writeByHub(
  road: HubRoad,
  slot: number,
  entry: SlotEntry,
  signal: AbortSignal,
): Promise<WriteAnswer> {
  if (!/^[1-9]{6}$/.test(entry.digits))
    return { answer: 'refused', why: entry.digits.length === 6 ? 'digits' : 'length' }
  const window = lockWindowOf(entry.window, road.lock.timebase ?? 'utc')
  const name = taggedName(entry.name, slot)
  const known = road.lock.slots().get(slot)
  const wanted = { name, code: Number(entry.digits), enabled: 1, ...window }
  const change = known ? { action: 'update', codeId: known.codeId, ...wanted } : { action: 'add', ...wanted }
  const isListed = (code: ListedCode | undefined) =>
    code?.isEnabled === true && code.name === name && isSameWindow(code.window, window)
  const answer = await changeCodes(road, change, signal, (slots) => {
    const code = slots.get(slot)
    if (!isListed(code)) return undefined
    if (code?.digits === undefined) return { answer: 'proven', by: 'occupied' } as const
    return code.digits === entry.digits ? ({ answer: 'proven', by: 'value' } as const) : undefined
  })
  if (answer === 'digits') return { answer: 'refused', why: 'digits' }
  if (answer === 'notCapable') return { answer: 'refused', why: 'notCapable' }
  return typeof answer === 'string' ? { answer } : answer
}

export async function eraseByHub(road: HubRoad, slot: number, signal: AbortSignal): Promise<EraseAnswer> {
  const known = road.lock.slots().get(slot)
  if (!known) {
    const codes = await readCodes(road, signal)
    return codes && !road.lock.slots().has(slot) ? { answer: 'proven' } : { answer: 'unproven' }
  }
  const change = { action: 'delete', codeId: known.codeId }
  const answer = await changeCodes(road, change, signal, (slots) =>
    slots.get(slot)?.codeId === known.codeId ? undefined : ({ answer: 'proven' } as const),
  )
  if (answer === 'notCapable') return { answer: 'refused', why: 'notCapable' }
  return typeof answer === 'string' ? { answer: answer === 'notSent' ? answer : 'unproven' } : answer
}

/** All places that are not free, by a list that the hub tells after it was asked to read the lock. */
export async function lookByHub(road: HubRoad, signal: AbortSignal): Promise<SlotSight[] | undefined> {
  if (!(await readCodes(road, signal))) return undefined
  return [...road.lock.slots()].map(([slot, { isEnabled, digits }]) => ({
    slot,
    holds: isEnabled ? 'code' : 'disabled',
    ...(digits !== undefined && { digits }),
  }))
}

const CODE_REFUSALS: ReadonlyMap<string, 'digits' | 'notCapable'> = new Map([
  ['noValidCodeSet', 'digits'],
  ['noValidPinSet', 'notCapable'],
  ['keypadControlDisabled', 'notCapable'],
  ['keypadNotAvailable', 'notCapable'],
  ['keypadDisabled', 'notCapable'],
])

/** Tells the hub a change, and looks for it in the lists that follow; asks for one more when the first says nothing. */
async function changeCodes<A extends object>(
  road: HubRoad,
  change: object,
  signal: AbortSignal,
  find: (slots: Map<number, ListedCode>) => A | undefined,
): Promise<A | 'notSent' | 'unproven' | 'digits' | 'notCapable'> {
  const { lock, bus, listMs } = road
  let isTaken = false
  const pick = (told: HubWord) => {
    if (told.word === 'codeResult' && told.text === 'success') isTaken = true
    else if (told.word === 'codeResult') return CODE_REFUSALS.get(told.text) ?? ('unproven' as const)
    // A list from before the change says nothing about it.
    return told.word === 'codes' && isTaken ? find(lock.slots()) : undefined
  }
  const first = lock.listen(limited(signal, listMs), pick)
  const topic = `${lock.path}/keypad/actionJson`
  if (!bus.send(lock.root, topic, JSON.stringify(change), listMs)) return 'notSent'
  const answer = await first
  if (answer !== undefined || signal.aborted || !isTaken) return answer ?? 'unproven'
  const second = lock.listen(limited(signal, listMs), pick)
  askForCodes(road)
  const found = await second
  // It was taken, and the list does not have it: the list is too short for it, or the hub says what is not so.
  lock.seen.hasRoom = found !== undefined
  return found ?? 'unproven'
}

async function readCodes(road: HubRoad, signal: AbortSignal): Promise<true | undefined> {
  const heard = road.lock.listen(limited(signal, road.listMs), ({ word }) =>
    word === 'codes' ? true : undefined,
  )
  return askForCodes(road) ? await heard : undefined
}

const askForCodes = ({ lock, bus, listMs }: HubRoad) =>
  bus.send(lock.root, `${lock.path}/query/keypad`, '1', listMs)

export const limited = (signal: AbortSignal, ms: number) => AbortSignal.any([signal, AbortSignal.timeout(ms)])
