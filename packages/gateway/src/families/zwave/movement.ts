import type { ActAnswer, FamilyTools, LockSight, Order } from '../../family.ts'
import { type Members, membersOf, wholeOf } from './frame.ts'
import { boltOf, CLASS, type LockNode } from './lock-node.ts'
import type { Answer, HubSocket } from './socket.ts'

/** The two movements that every Z-Wave lock has; there is no unlatching. */
const MODE_OF_ACTION: ReadonlyMap<number, number> = new Map([
  [1, 0],
  [2, 255],
])
export const ACTIONS = [...MODE_OF_ACTION.keys()]

/** The driver's answers to an order. 254 is "sent, nobody knows", and comes with an event that says it was done. */
const DONE = 255
const WORKING = 1
const SENT = 254
const REFUSED = 2

/** Errors of the driver after which it is certain that nothing was sent; and those that say the node cannot do it. */
const EXPIRED = 215
const NOT_ABLE: ReadonlySet<number> = new Set([302, 322])

/** When to read whether the bolt has arrived, after an answer that does not say so. A battery pays for each. */
const READ_AFTER_MS = [0, 600, 1200, 2000, 3000]
/** Reads that nobody answered say that the next will not be answered either. */
const MOST_UNANSWERED = 2

/** What a movement needs of the family: the connection as it is now, and what the lock tells meanwhile. */
export interface Road {
  readonly socket: HubSocket
  readonly node: LockNode
  readonly clock: FamilyTools['clock']
  /** Whether the lock has said, since the order left, that it is stuck. */
  isJammed(): boolean
  /** Resolves when the hub tells that the bolt stands so. */
  boltTold(bolt: LockSight['bolt']): Promise<unknown>
}

/** Sends one order and finds out what came of it. The caller has made sure that nothing of ours is under way. */
export async function move(road: Road, order: Order, signal: AbortSignal): Promise<ActAnswer> {
  const mode = MODE_OF_ACTION.get(order.action)
  if (mode === undefined) return { answer: 'refused', why: 'notCapable' }
  const told = road.boltTold(boltOf(mode))
  // Never by the method `set` of the command class: after that the hub remembers the old mode for ever.
  const answer = await untilAborted(
    road.socket.request('node.set_value', {
      nodeId: road.node.nodeId,
      valueId: { commandClass: CLASS.doorLock, endpoint: road.node.endpoint, property: 'targetMode' },
      value: mode,
    }),
    signal,
  )
  // It is under way and cannot be taken back.
  if (!answer) return { answer: 'unproven' }
  if (!answer.ok) return afterError(answer.error)
  const { status, remainingMs } = resultOf(answer.result)
  if (status === DONE) return { answer: 'proven', how: 'report', state: { bolt: boltOf(mode) } }
  if (status === WORKING) await untilAborted(first(told, pause(road.clock, remainingMs)), signal)
  if (status === WORKING || status === SENT) return proveByReading(road, mode, signal)
  if (status !== REFUSED) return { answer: 'refused', why: 'notCapable' }
  return { answer: 'refused', why: road.isJammed() ? 'jammed' : 'refused' }
}

/** "Not acknowledged" is no proof that it did not run: a lock that came back in time ran it. */
function afterError(error: number | 'gone'): ActAnswer {
  if (error === EXPIRED) return { answer: 'notSent' }
  if (error !== 'gone' && NOT_ABLE.has(error)) return { answer: 'refused', why: 'notCapable' }
  return { answer: 'unproven' }
}

async function proveByReading(road: Road, mode: number, signal: AbortSignal): Promise<ActAnswer> {
  let unanswered = 0
  for (const delayMs of READ_AFTER_MS) {
    await untilAborted(pause(road.clock, delayMs), signal)
    if (signal.aborted) break
    if (road.isJammed()) return { answer: 'refused', why: 'jammed' }
    const sight = await untilAborted(readLock(road.socket, road.node), signal)
    if (sight?.bolt === boltOf(mode)) return { answer: 'proven', how: 'read', state: sight }
    unanswered += sight ? 0 : 1
    if (unanswered >= MOST_UNANSWERED) break
  }
  return { answer: 'unproven' }
}

/** Asks the lock itself; undefined when it did not answer. */
export async function readLock(socket: HubSocket, node: LockNode): Promise<LockSight | undefined> {
  const answer = await invoke(socket, node, CLASS.doorLock, 'get', [])
  const report = answer.ok ? membersOf(answer.result.response) : undefined
  if (!report || wholeOf(report.currentMode) === undefined) return undefined
  const bolt = movingTo(report) ?? boltOf(report.currentMode)
  const door = report.doorStatus
  return door === 'open' || door === 'closed' ? { bolt, door } : { bolt }
}

/** A lock that says where it is going has not arrived. */
function movingTo({ currentMode, targetMode }: Members): LockSight['bolt'] | undefined {
  if (wholeOf(targetMode) === undefined || targetMode === currentMode || targetMode === 254) return undefined
  return boltOf(targetMode) === 'locked' ? 'locking' : 'unlocking'
}

/** Calls a method of a command class: it goes over the radio. */
export function invoke(
  socket: HubSocket,
  node: LockNode,
  commandClass: number,
  methodName: string,
  args: readonly unknown[],
): Promise<Answer> {
  const { nodeId, endpoint } = node
  return socket.request('endpoint.invoke_cc_api', { nodeId, endpoint, commandClass, methodName, args })
}

function resultOf(result: Members): { status: number; remainingMs: number } {
  const told = membersOf(result.result)
  const duration = membersOf(told?.remainingDuration)
  const factor = duration?.unit === 'minutes' ? 60_000 : 1000
  const remaining = (wholeOf(duration?.value) ?? 3) * factor
  return { status: wholeOf(told?.status) ?? SENT, remainingMs: Math.min(remaining + 1000, 20_000) }
}

function pause(clock: FamilyTools['clock'], delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (delayMs === 0) resolve()
    else clock.after(delayMs, resolve)
  })
}

const first = (...those: Promise<unknown>[]): Promise<unknown> => Promise.race(those)

/** What was promised, or undefined when the signal fires before. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const give = () => resolve(undefined)
    signal.addEventListener('abort', give, { once: true })
    void promise.then((value) => {
      signal.removeEventListener('abort', give)
      resolve(value)
    })
  })
}
