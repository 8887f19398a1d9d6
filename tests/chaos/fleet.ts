import {
  type LockDeed,
  type LockSpec,
  SANDBOX_BUILDING,
  type SimulatedLock,
  startSimulatedLock,
} from '@latchwork/simulator'
import { systemClock } from '../../packages/server/src/platform/clock.ts'
import { deviceTopics } from '../../packages/server/test/mosquitto.ts'
import type { House } from './house.ts'

/** A lock that keeps its own record. */
export interface ChaosLock {
  readonly smartlockId: number
  readonly name: string
  readonly simulator: SimulatedLock
  readonly deeds: LockDeed[]
}

const MOVEMENT_MS = 50

/** Registers so many locks with a keypad, makes them known to the broker, and powers them up. */
export async function startFleet(house: House, count: number): Promise<ChaosLock[]> {
  const api = house.slots[0]?.process?.api
  if (!api) throw new Error('nobody is there to register locks')
  const registered = []
  for (let i = 0; i < count; i++) {
    const spec = specOf(i)
    const { name, type, deviceId } = spec
    const { data } = await api.smartlocks.register({ body: { type, name, deviceId } })
    registered.push({ spec, smartlockId: data.smartlockId, credentials: data.credentials })
  }
  await house.broker.addUser(
    ...registered.map(({ spec: { deviceId }, credentials: { username, password } }) => ({
      username,
      password,
      topics: deviceTopics(deviceId),
    })),
  )
  return Promise.all(
    registered.map(async ({ spec, smartlockId, credentials: { username, secret } }) => {
      const deeds: LockDeed[] = []
      const simulator = await startSimulatedLock({
        spec,
        deviceId: spec.deviceId,
        username,
        secret,
        brokerUrl: house.broker.url,
        clock: systemClock,
        movementMs: MOVEMENT_MS,
        journal: (deed) => deeds.push(deed),
      })
      return { smartlockId, name: spec.name, simulator, deeds }
    }),
  )
}

/** A lock with a keypad that moves only when it is told to. */
function specOf(i: number): LockSpec {
  const like = SANDBOX_BUILDING[1] as LockSpec
  const name = `Door ${i + 1}`
  const deviceId = (0x7c000000 + i).toString(16).toUpperCase()
  return { ...like, name, deviceId, config: { ...like.config, name } }
}
