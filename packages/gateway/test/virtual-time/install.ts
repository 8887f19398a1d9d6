// Replaces the time of this process: `import` it before everything else. Nobody waits in real time then: the time stands
// still while anything is being done, and jumps to the next timer when everything that was sent has arrived and been dealt
// with. No result depends on the speed of the machine: however slow it is, no timer overtakes a message.
//
// The clock is replaced for the whole process because a test has the other side in it, too: the vendor's Z-Wave driver,
// MQTT brokers and clients, and the service take no clock. Real time passes for other processes, so tests that start some
// cannot use this.
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import timersPromises from 'node:timers/promises'
import { promisify } from 'node:util'
import { followActivity, uncounted, underWay } from './activity.ts'
import {
  clearVirtual,
  elapsed,
  hasOwners,
  hasTimers,
  now,
  runNext,
  setVirtualInterval,
  setVirtualTimeout,
  virtualDeadline,
  virtualWait,
  whenStarted,
} from './timers.ts'

/** A turn of the event loop takes in what has arrived. What was received in one may be answered in the next. */
const QUIET_TURNS = 3
/** From then on the processor is left to the thread that is waited for. */
const BUSY_TURNS = 20
/** Turns of a millisecond or more after which bytes count as read that nobody reads: their receiver is not of this process. */
const UNREAD_TURNS = 300

const real = { setTimeout, setImmediate, clearTimeout, clearInterval }
let isWatching = false
let quietTurns = 0
let busyTurns = 0
let unread = ''
let lastUnderWay = ''

followActivity()
whenStarted(watch)
replaceTimers()
replaceDate()

function watch(): void {
  if (isWatching) return
  isWatching = true
  scheduleTurn()
}

function scheduleTurn(): void {
  uncounted(() => {
    if (!hasOwners()) real.setTimeout(turn, 1).unref()
    else if (busyTurns > BUSY_TURNS) real.setTimeout(turn, 1)
    else real.setImmediate(turn)
  })
}

function turn(): void {
  if (!hasTimers()) {
    isWatching = false
    return
  }
  const isDue = isQuiet()
  // Before the callback of the timer, which may throw.
  scheduleTurn()
  if (isDue) runNext()
}

function isQuiet(): boolean {
  const found = underWay()
  if (found !== '' && found !== unread) {
    quietTurns = 0
    busyTurns = found === lastUnderWay ? busyTurns + 1 : 0
    lastUnderWay = found
    if (busyTurns > UNREAD_TURNS && found.includes('>')) unread = found
    return false
  }
  busyTurns = 0
  quietTurns += 1
  if (quietTurns < QUIET_TURNS) return false
  quietTurns = 0
  return true
}

function replaceTimers(): void {
  const replaced = {
    setTimeout: Object.assign(setVirtualTimeout, { [promisify.custom]: virtualWait }),
    setInterval: setVirtualInterval,
    clearTimeout: (timer: unknown) => void (clearVirtual(timer) || real.clearTimeout(timer as never)),
    clearInterval: (timer: unknown) => void (clearVirtual(timer) || real.clearInterval(timer as never)),
  }
  Object.assign(globalThis, replaced)
  Object.assign(timers, replaced)
  Object.assign(timersPromises, { setTimeout: virtualWait })
  AbortSignal.timeout = virtualDeadline
  syncBuiltinESMExports()
}

function replaceDate(): void {
  const RealDate = Date
  RealDate.now = now
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  })
  const startedMs = performance.now()
  performance.now = () => startedMs + elapsed()
}
