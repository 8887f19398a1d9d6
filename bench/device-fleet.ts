import { type LockSpec, type SimulatedLock, startSimulatedLock } from '@latchwork/simulator'

/** A child process: simulated locks whose motors take no time. It lives as long as its parent wants it. */
export interface FleetOrder {
  readonly brokerUrl: string
  readonly locks: readonly FleetLock[]
}

export interface FleetLock {
  readonly smartlockId: number
  readonly spec: LockSpec
  readonly username: string
  readonly secret: string
}

const CONNECTING_AT_ONCE = 25
const clock = {
  now: () => Date.now(),
  after(delayMs: number, callback: () => void) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

async function connectAll({ brokerUrl, locks }: FleetOrder): Promise<void> {
  const waiting = [...locks]
  const connectNext = async (): Promise<void> => {
    for (let lock = waiting.shift(); lock; lock = waiting.shift()) await connect(brokerUrl, lock)
  }
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, connectNext))
}

const connect = (brokerUrl: string, { spec, username, secret }: FleetLock): Promise<SimulatedLock> =>
  startSimulatedLock({ spec, deviceId: spec.deviceId, username, secret, brokerUrl, clock, movementMs: 0 })

process.once('message', (order: FleetOrder) => {
  connectAll(order).then(
    () => process.send?.('connected'),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})
process.once('disconnect', () => process.exit(0))
