import { startSimulatedLock } from '../../../simulator/src/lock-simulation.ts'
import { turningSpec } from '../../../simulator/test/specs.ts'
import { systemClock } from '../../src/system-clock.ts'
import type { Harness } from './harness.ts'
import { CREDENTIALS, DEVICE_ID, openDoor } from './ldp-door.ts'
import { eventually } from './waiting.ts'

const LOCKED = 1
const PLACES = 200

/** Its keypad has no 0. */
const codeOf = (number: number) =>
  345_000 + 111 + Number([81, 9, 1].map((place) => Math.floor(number / place) % 9).join(''))

/** A lock that speaks LDP/1 itself: what is between it and the service is the broker alone. */
export async function startSimulatorHarness(): Promise<Harness> {
  const door = await openDoor()
  const spec = turningSpec(4)
  const lock = await startSimulatedLock({
    spec: { ...spec, deviceId: DEVICE_ID },
    deviceId: DEVICE_ID,
    ...CREDENTIALS,
    brokerUrl: door.brokerUrl,
    clock: systemClock,
    movementMs: 400,
  })
  const healthy = { ...lock.faults }
  let movesBefore = 0
  const isLocked = () => lock.snapshot().state === LOCKED
  const online = () => eventually('the lock to be there', () => door.isOnline())
  return {
    door,
    code: codeOf,
    log: () => '',
    capability: () => ({
      actions: [1, 2, 3, 4, 5],
      expiry: { by: 'lock', worstLateMs: 0 },
      proof: 'report',
      mayRepeat: false,
      presence: { detectMs: 23_000, probe: false },
      codes: {
        places: PLACES,
        minDigits: 6,
        maxDigits: 6,
        alphabet: '123456789',
        forbiddenPrefixes: ['12'],
        unique: 'window',
        nameLength: 32,
        readBack: 'value',
        foreign: false,
      },
      windows: { dates: 'lock', weekly: 'lock', acrossMidnight: true },
      events: { who: true, denied: true, buffered: true },
      secretsOnWire: false,
    }),
    restart: () => lock.reboot(),
    async stop() {
      await lock.stop()
      await door.close()
    },
    hands: {
      isLocked,
      stand: () => undefined,
      moves: () => lock.snapshot().motorStarts - movesBefore,
      held: () => lock.access().flatMap(({ code }) => (code === undefined ? [] : [code])),
      async reset() {
        Object.assign(lock.faults, healthy)
        await lock.goOnline()
        await online()
        lock.forgetAccess()
        if (!isLocked()) lock.turnByHand('lock')
        await eventually('it to be locked', () => isLocked() && door.bolt() === 'locked')
        await door.acknowledge()
        movesBefore = lock.snapshot().motorStarts
      },
      away: () => lock.loseConnection(),
      back: () => lock.goOnline(),
      mute: (isOn) => {
        lock.faults.mute = isOn
      },
      refuse: (isOn) => {
        lock.faults.jam = isOn
      },
      mask: (isOn) => {
        lock.faults.maskCodes = isOn
      },
      keypad: (code) => lock.typeCode(code),
      manual: (toLocked) => lock.turnByHand(toLocked ? 'lock' : 'unlock'),
      async restartHub() {
        lock.loseConnection()
        await lock.goOnline()
      },
      async readALot() {
        for (let i = 1; i <= 64; i++) void door.change({ [i]: null })
      },
      tellALot(count) {
        for (let i = 0; i < Math.min(count, 400); i++) lock.setDoor(i % 2 === 0)
      },
    },
  }
}
