import type {
  ActAnswer,
  EraseAnswer,
  FamilyTools,
  HubSink,
  LockSight,
  Look,
  Order,
  Sight,
  SlotEntry,
  SlotSight,
  WriteAnswer,
} from '../../family.ts'
import { codeFactsOf, foundLock } from './capability.ts'
import type { CodeLock, CodeWay } from './code-way.ts'
import { eraseSlot, writeSlot } from './codes.ts'
import { Errands } from './errands.ts'
import type { HubEvent } from './frame.ts'
import { hear } from './hearing.ts'
import { KnownLock, refusalOf } from './known-lock.ts'
import { type LockNode, lockNodeOf, STATUS } from './lock-node.ts'
import { ACTIONS, move, readLock } from './movement.ts'
import { readClock } from './schedules.ts'
import type { Greeting, HubSocket } from './socket.ts'
import { userCodes } from './user-code.ts'
import { userCredentials } from './user-credential.ts'

export interface NetworkOptions {
  /** A lock that said nothing for so long is asked whether it is there: batteries die in silence. */
  readonly probeAfterMs?: number
  readonly isPrivate?: boolean
  /** As with a server that speaks no newer schema. */
  readonly newestSchema?: number
}

const HOUR_MS = 3_600_000
const PROBE_AFTER_MS = 12 * HOUR_MS
/** How long an old lock may take to say that it has a code already. */
const DUPLICATE_TOLD_MS = 700
const MOST_LOCKS = 500
/** A lock that is silent keeps the radio for up to ten seconds with each reading: it is left alone for a while instead. */
const MOST_UNANSWERED = 2
/** A reading of all slots may take so long; so what it saw first is never older where it was stopped on the way. */
const LISTED_MS = 600_000

/** The locks of one hub, for as long as one connection to it lasts. */
export class Network {
  readonly socket: HubSocket
  readonly sink: HubSink
  readonly tools: FamilyTools
  readonly errands: Errands
  readonly #probeAfterMs: number
  readonly #isPrivate: boolean
  readonly #locks = new Map<number, KnownLock>()
  #homeId = 0

  constructor(socket: HubSocket, sink: HubSink, tools: FamilyTools, options: NetworkOptions) {
    this.socket = socket
    this.sink = sink
    this.tools = tools
    this.#probeAfterMs = options.probeAfterMs ?? PROBE_AFTER_MS
    this.#isPrivate = options.isPrivate ?? false
    this.errands = new Errands(this, this.#probeAfterMs)
  }

  start({ homeId, nodes }: Greeting): void {
    this.#homeId = homeId
    for (const raw of nodes) this.take(lockNodeOf(raw))
  }

  /** Returns what was there, for the next connection to compare with. */
  stop(): ReadonlySet<string> {
    this.errands.stop()
    for (const lock of this.#locks.values()) lock.end()
    return new Set([...this.#locks.values()].map(({ key }) => key))
  }

  has(key: string): boolean {
    return this.#byKey(key) !== undefined
  }

  lockOf(nodeId: number): KnownLock | undefined {
    return this.#locks.get(nodeId)
  }

  heard(event: HubEvent): void {
    hear(this, event)
  }

  /** A node as the hub describes it now. */
  take(node: LockNode | undefined): void {
    if (!node) return
    const known = this.#locks.get(node.nodeId)
    if (!known && this.#locks.size >= MOST_LOCKS) return
    const lock =
      known ?? new KnownLock(`zwave:${this.#homeId.toString(16).padStart(8, '0')}:${node.nodeId}`, node)
    this.#locks.set(node.nodeId, lock)
    lock.node = node
    lock.heardAt = this.tools.clock.now()
    if (!known) lock.sight = node.sight
    void this.describe(lock)
    this.tellPresence(lock, node.isReady && node.status !== STATUS.dead)
    this.sink.state(lock.key, lock.sight, 'echo')
  }

  drop(nodeId: number): void {
    const lock = this.#locks.get(nodeId)
    if (!lock) return
    this.#locks.delete(nodeId)
    lock.end()
    this.errands.forget(lock)
    this.sink.lost(lock.key)
  }

  /** Asks the hub, not the lock, what the lock can do, and tells it. */
  async describe(lock: KnownLock): Promise<void> {
    this.#tellFound(lock)
    if (!lock.node.isReady) return
    lock.facts = await codeFactsOf(this.socket, lock.node)
    if (this.#locks.get(lock.node.nodeId) === lock) this.#tellFound(lock)
  }

  #tellFound(lock: KnownLock): void {
    const promises = {
      probeAfterMs: this.#probeAfterMs,
      showsDigits: lock.showsDigits,
      isPrivate: this.#isPrivate,
    }
    this.sink.found(lock.key, foundLock(lock.node, lock.facts, promises))
  }

  tellPresence(lock: KnownLock, isOnline: boolean): void {
    if (lock.isOnline === isOnline) return
    lock.isOnline = isOnline
    this.sink.presence(lock.key, isOnline)
    // What it did meanwhile nobody told; and whether it comes back must be asked.
    if (isOnline) this.errands.readSoon(lock)
    else if (lock.node.isReady) this.errands.probeLater(lock)
  }

  heardFrom(lock: KnownLock): void {
    lock.heardAt = this.tools.clock.now()
  }

  /** What the lock itself said, or what was read from it. */
  tellSight(lock: KnownLock, sight: LockSight, from: 'report' | 'read'): void {
    // A stuck bolt has a mode, too; it is stuck until the lock says otherwise.
    const isStuck = from === 'read' && lock.isJammed
    lock.sight = { ...lock.sight, ...sight, ...(isStuck ? { bolt: 'jammed' } : {}) }
    if (lock.hearsay === lock.sight.bolt || from === 'read') lock.hearsay = undefined
    this.sink.state(lock.key, lock.sight, from)
  }

  async act(key: string, order: Order, signal: AbortSignal): Promise<ActAnswer> {
    if (!ACTIONS.includes(order.action)) return { answer: 'refused', why: 'notCapable' }
    const { clock } = this.tools
    const lock = this.#byKey(key)
    if (!lock?.isOnline) return { answer: 'notSent' }
    const isFree = await this.errands.standBack(() => this.socket.quiet(signal))
    try {
      if (!isFree || !lock.isOnline || clock.now() >= order.deadline) return { answer: 'notSent' }
      lock.isJammed = false
      const answer = await move(
        { socket: this.socket, node: lock.node, clock, ...lock.ears() },
        order,
        signal,
      )
      if (answer.answer === 'proven') this.tellSight(lock, answer.state, answer.how)
      else if (answer.answer === 'unproven') this.errands.readSoon(lock)
      return answer
    } finally {
      this.errands.goOn()
    }
  }

  async write(key: string, slot: number, entry: SlotEntry, signal: AbortSignal): Promise<WriteAnswer> {
    const lock = this.#byKey(key)
    if (!lock?.isOnline || signal.aborted) return { answer: 'notSent' }
    const refusal = refusalOf(lock, slot, entry)
    if (refusal) return { answer: 'refused', why: refusal }
    const name = entry.name.slice(0, lock.facts?.nameLength ?? 0)
    lock.writing = slot
    lock.listed.delete(slot)
    const answer = await writeSlot(wayOf(lock), this.#codeLock(lock), slot, { ...entry, name }, signal)
    lock.writing = undefined
    lock.free.delete(slot)
    if (answer.answer === 'proven' && answer.by === 'value') this.#shown(lock)
    return answer
  }

  async erase(key: string, slot: number, signal: AbortSignal): Promise<EraseAnswer> {
    const lock = this.#byKey(key)
    if (!lock?.isOnline || signal.aborted) return { answer: 'notSent' }
    if (!lock.facts) return { answer: 'refused', why: 'notCapable' }
    lock.writing = slot
    lock.listed.delete(slot)
    const answer = await eraseSlot(wayOf(lock), this.#codeLock(lock), slot, signal)
    lock.writing = undefined
    if (answer.answer === 'proven') lock.free.add(slot)
    else lock.free.delete(slot)
    return answer
  }

  async look<W extends Look>(key: string, what: W, signal: AbortSignal): Promise<Sight<W>> {
    const lock = this.#byKey(key)
    const unseen = { seen: false } as Sight<W>
    if (!lock?.isOnline || signal.aborted) return unseen
    if (what === 'state') {
      const state = await readLock(this.socket, lock.node)
      if (state) this.tellSight(lock, state, 'read')
      return state ? ({ seen: true, state: lock.sight } as Sight<W>) : unseen
    }
    if (!lock.facts) return unseen
    if (what === 'clock') {
      const shown = await readClock(this.socket, lock.node)
      return shown === undefined ? unseen : ({ seen: true, shown } as Sight<W>)
    }
    if (what === 'slots') return ((await this.#lookAtSlots(lock, signal)) ?? unseen) as Sight<W>
    const slot = await this.#read(lock, (what as { slot: number }).slot)
    return slot ? ({ seen: true, slot } as Sight<W>) : unseen
  }

  /** One by one, so that an action waits for one exchange at most. */
  async #lookAtSlots(lock: KnownLock, signal: AbortSignal): Promise<Sight<'slots'> | undefined> {
    const slots: SlotSight[] = []
    let unanswered = 0
    const remembered = await wayOf(lock).remembered(this.#codeLock(lock))
    for (const slot of [...new Set([...remembered, ...lock.toRead])].sort((a, b) => a - b)) {
      if (signal.aborted) return undefined
      const sight = await this.#listed(lock, slot)
      if (!sight && !lock.isOnline) return undefined
      unanswered = sight ? 0 : unanswered + 1
      if (unanswered === MOST_UNANSWERED && !(await this.#says(lock))) return undefined
      // A lock that withholds its codes does not answer; the hub remembers that somebody has this slot.
      if (sight?.holds !== 'free') slots.push(sight ?? { slot, holds: 'code' })
    }
    lock.listed.clear()
    return { seen: true, slots }
  }

  /** Whether a lock that told nothing of its slots says anything at all. */
  async #says(lock: KnownLock): Promise<boolean> {
    const state = await readLock(this.socket, lock.node)
    if (!state) lock.listed.clear()
    return state !== undefined
  }

  /** As the same reading saw it before a movement stopped it, or fresh. */
  async #listed(lock: KnownLock, slot: number): Promise<SlotSight | undefined> {
    const { clock } = this.tools
    const before = lock.listed.get(slot)
    if (before && clock.now() - before.at < LISTED_MS) return before.sight
    const sight = await this.#read(lock, slot)
    if (sight || lock.isOnline) lock.listed.set(slot, { sight, at: clock.now() })
    return sight
  }

  async #read(lock: KnownLock, slot: number): Promise<SlotSight | undefined> {
    const sight = await wayOf(lock).read(this.#codeLock(lock), slot)
    if (sight?.holds === 'free') lock.free.add(slot)
    else lock.free.delete(slot)
    if (sight?.holds === 'free') lock.toRead.delete(slot)
    if (sight?.digits !== undefined) this.#shown(lock)
    return sight && lock.facts?.schedules ? { ...sight, windowUnseen: true } : sight
  }

  #shown(lock: KnownLock): void {
    if (lock.showsDigits) return
    lock.showsDigits = true
    this.#tellFound(lock)
  }

  #codeLock(lock: KnownLock): CodeLock {
    return {
      socket: this.socket,
      node: lock.node,
      places: lock.facts?.places ?? 0,
      credentialType: lock.facts?.credentialType ?? 1,
      listenForDuplicate: () => lock.listenForDuplicate(this.tools.clock, DUPLICATE_TOLD_MS),
      schedules: lock.facts?.schedules,
      wasFree: (slot) => lock.free.has(slot),
      noteFree: (slot) => lock.free.add(slot),
    }
  }

  #byKey(key: string): KnownLock | undefined {
    const nodeId = Number(key.slice(key.lastIndexOf(':') + 1))
    const lock = this.#locks.get(nodeId)
    return lock?.key === key ? lock : undefined
  }
}

const wayOf = ({ facts }: KnownLock): CodeWay => (facts?.hasUsers ? userCredentials : userCodes)
