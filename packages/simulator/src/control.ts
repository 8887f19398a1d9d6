import {
  SIM_ALL_WELL,
  SIM_PROFILES,
  type SimEvent,
  type SimLockChange,
  type SimProfileName,
  type SimSwitches,
  type SimulatedLock as SimulatedLockView,
} from '@latchwork/contract'
import type { SimulatedLock } from './simulated-lock.ts'

/** What became of something somebody tried at the door. */
export type Happened = 'happened' | 'noKeypad' | 'notPossible' | 'keypadFull' | 'codeKnown'

/** A simulated lock with a hand on its switches. */
export interface LockControl {
  readonly deviceId: string
  view(): Omit<SimulatedLockView, 'smartlockId'>
  change(changes: SimLockChange): Promise<void>
  happen(event: SimEvent): Happened
}

export function controlOf(lock: SimulatedLock): LockControl {
  let profile: SimProfileName = 'none'
  return {
    deviceId: lock.deviceId,
    view: () => viewOf(lock, profile),
    async change({ profile: chosen, ...changes }) {
      profile = chosen ?? profile
      await turnSwitches(
        lock,
        chosen ? { ...SIM_ALL_WELL, ...SIM_PROFILES[chosen].switches, ...changes } : changes,
      )
    },
    happen: (event) => happen(lock, event),
  }
}

function viewOf(lock: SimulatedLock, profile: SimProfileName): ReturnType<LockControl['view']> {
  const { state, mode, door, batteryCharge, batteryCritical, motorStarts, connected } = lock.snapshot()
  const { keypad, clock } = lock
  return {
    deviceId: lock.deviceId,
    name: lock.name,
    type: lock.spec.type,
    state,
    mode,
    doorState: door,
    batteryCritical,
    motorStarts,
    connected,
    deviceDate: new Date(clock.now()).toISOString(),
    ...(keypad && { keypad: { capacity: keypad.capacity, codes: keypad.list() } }),
    profile,
    switches: {
      connection: lock.connection,
      batteryCharge,
      clockSkewMs: clock.skewMs,
      clockDriftPpm: clock.driftPpm,
      ...lock.faults,
    },
  }
}

async function turnSwitches(lock: SimulatedLock, changes: Partial<SimSwitches>): Promise<void> {
  const { connection, batteryCharge, clockSkewMs, clockDriftPpm, ...faults } = changes
  Object.assign(lock.faults, faults)
  const { clock } = lock
  clock.set(clockSkewMs ?? clock.skewMs, clockDriftPpm ?? clock.driftPpm)
  if (batteryCharge !== undefined) lock.setBattery(batteryCharge)
  switch (connection) {
    case 'online':
      return lock.goOnline()
    case 'offline':
      return lock.goOffline()
    case 'cut':
      return lock.loseConnection()
    case 'halfOpen':
      return lock.goSilent()
  }
}

function happen(
  lock: SimulatedLock,
  { event, code = '', known = true, presses = 1, to = 'unlock' }: SimEvent,
): Happened {
  if (!isPossible(lock, event))
    return event === 'keypad' || event === 'storeCode' ? 'noKeypad' : 'notPossible'
  switch (event) {
    case 'keypad':
      lock.typeCode(code)
      break
    case 'storeCode':
      return storeCode(lock, code)
    case 'fingerprint':
      lock.useKeypad('fingerprint', known)
      break
    case 'fob':
      lock.pressFob(presses)
      break
    case 'button':
      lock.pressButton()
      break
    case 'turn':
      lock.turnByHand(to)
      break
    case 'ring':
      lock.ring()
      break
    case 'doorOpened':
      lock.setDoor(true)
      break
    case 'doorClosed':
      lock.setDoor(false)
      break
  }
  return 'happened'
}

/** What the device has the parts for. */
function isPossible({ spec, keypad }: SimulatedLock, event: SimEvent['event']): boolean {
  switch (event) {
    case 'keypad':
    case 'storeCode':
      return keypad !== undefined
    case 'fingerprint':
      // Only the second generation of keypads has a reader.
      return spec.config.keypad2Paired === true
    case 'fob':
      return spec.config.fobPaired === true
    case 'ring':
      return spec.type === 2
    case 'turn':
      return spec.type !== 1 && spec.type !== 2
    case 'doorOpened':
    case 'doorClosed':
      return spec.hasDoorSensor || spec.type === 1
    case 'button':
      return true
  }
}

function storeCode(lock: SimulatedLock, code: string): Happened {
  const outcome = lock.keypad?.store(code)
  if (outcome === 'full') return 'keypadFull'
  return outcome === 'known' ? 'codeKnown' : 'happened'
}
