import type { ActAnswer, FamilyTools, LockSight, Order } from '../../family.ts'
import type { Bus } from './bus.ts'
import type { Ear, OfficialLock } from './official-lock.ts'
import { boltOf, ENDS, ERROR } from './topics.ts'

const MOTOR_BLOCKED = 254
/** Actions whose state goes by: a latch springs back, lock 'n' go locks again. */
const PASSING: ReadonlySet<number> = new Set([3, 4, 5])

/**
 * Sends one order and waits for the lock's own word. Done is what the lock answered with 0 and where it stands, whichever
 * comes later. An order that nothing shows to have arrived is taken back with the connection it went on.
 */
export function moveOfficially(
  lock: OfficialLock,
  bus: Bus,
  { clock }: FamilyTools,
  order: Order,
  signal: AbortSignal,
): Promise<ActAnswer> {
  const now = clock.now()
  const tree = `nuki/${lock.id}`
  return new Promise((resolve) => {
    const giveUp = () => {
      if (!movement.hasArrived) bus.dropUndelivered(tree)
      movement.gone()
    }
    const movement = new Movement(lock, order.action, (answer) => {
      signal.removeEventListener('abort', giveUp)
      lock.ear = undefined
      resolve(answer)
    })
    lock.ear = movement
    if (!bus.send(tree, lock.orderTopic, String(order.action), order.deadline - now)) {
      lock.ear = undefined
      return resolve({ answer: 'notSent' })
    }
    lock.ordered(now)
    if (!bus.isOwn) lock.expectEcho()
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
  })
}

/** What is heard of one order, until it is settled. */
class Movement implements Ear {
  hasArrived = false
  readonly #lock: OfficialLock
  readonly #ends: readonly number[]
  readonly #isPassing: boolean
  readonly #settle: (answer: ActAnswer) => void
  #isAnswered = false
  #last: number | undefined
  #reached: number | undefined

  constructor(lock: OfficialLock, action: number, settle: (answer: ActAnswer) => void) {
    this.#lock = lock
    this.#ends = ENDS[action] ?? []
    this.#isPassing = PASSING.has(action)
    this.#settle = settle
    this.#last = lock.state
    // A lock that stands there already does not say so again.
    this.#reached = this.#ends.find((end) => end === lock.state)
  }

  answered(code: number, isSure: boolean): void {
    this.hasArrived = true
    // A yes counts with the state alone. A no that may be meant for somebody else says nothing about this order.
    if (code !== 0 && isSure) this.#settle({ answer: 'refused', why: refusalFor(code) })
    this.#isAnswered ||= code === 0
    this.#conclude()
  }

  stands(state: number): void {
    const isNewlyBlocked = state === MOTOR_BLOCKED && this.#last !== MOTOR_BLOCKED
    this.#last = state
    if (isNewlyBlocked) this.#settle({ answer: 'refused', why: 'jammed' })
    if (this.#ends.includes(state)) this.#reached = state
    else if (!this.#isPassing) this.#reached = undefined
    this.#conclude()
  }

  stirred(): void {
    this.hasArrived = true
  }

  gone(): void {
    this.#settle({ answer: 'unproven' })
  }

  #conclude(): void {
    if (!this.#isAnswered || this.#reached === undefined) return
    const state: LockSight = { ...this.#lock.sight, bolt: boltOf(this.#reached) }
    this.#settle({ answer: 'proven', how: 'report', state })
  }
}

function refusalFor(code: number): 'busy' | 'jammed' | 'refused' {
  if (code === ERROR.busy) return 'busy'
  return code === ERROR.motorBlocked ? 'jammed' : 'refused'
}
