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
export type Happened = 'happened' | 'noKeypad' | 'notPossible'

/** A simulated lock with a hand on its switches. */
export interface LockControl {
  readonly deviceId: string
  view(): Omit<SimulatedLockView, 'smartlockId'>
  change(changes: SimLockChange): Promise<void>
  happen(event: SimEvent): Promise<Happened>
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
  const { clock } = lock
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
    keypad: lock.hasKeypad,
    access: lock.access(),
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

async function happen(lock: SimulatedLock, event: SimEvent): Promise<Happened> {
  if (!isPossible(lock, event.event)) return event.event === 'keypad' ? 'noKeypad' : 'notPossible'
  await act(lock, event)
  return 'happened'
}

function act(
  lock: SimulatedLock,
  { event, code = '', known = true, authId, presses = 1, to = 'unlock' }: SimEvent,
): undefined | Promise<void> {
  switch (event) {
    case 'keypad':
      lock.typeCode(code)
      return
    case 'fingerprint':
      lock.showFinger(known, authId)
      return
    case 'fob':
      lock.pressFob(presses, authId)
      return
    case 'button':
      lock.pressButton(presses)
      return
    case 'turn':
      lock.turnByHand(to)
      return
    case 'ring':
      lock.ring()
      return
    case 'doorOpened':
      lock.setDoor(true)
      return
    case 'doorClosed':
      lock.setDoor(false)
      return
    case 'forgetAccess':
      lock.forgetAccess()
      return
    case 'reboot':
      return lock.reboot()
  }
}

/** What the device has the parts for. */
function isPossible({ spec, hasKeypad }: SimulatedLock, event: SimEvent['event']): boolean {
  switch (event) {
    case 'keypad':
      return hasKeypad
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
    case 'forgetAccess':
    case 'reboot':
      return true
  }
}
