import Type, { type Static } from 'typebox'
import { StringEnum } from './fields.ts'

const DelayMs = (description: string) => Type.Integer({ minimum: 0, maximum: 600_000, description })

/** What can be made to go wrong with a simulated lock. */
const faults = {
  mute: Type.Boolean({ description: 'receives commands, but neither answers nor moves' }),
  dropAcks: Type.Boolean({ description: 'moves and shows its state, but its acks and events are lost' }),
  jam: Type.Boolean({ description: 'the motor gets stuck' }),
  doorSensorJam: Type.Boolean({
    description: 'its door sensor is stuck: a door that moves is a disturbance',
  }),
  ackDelayMs: DelayMs('its acks and events come this much later'),
  commandDelayMs: DelayMs('it looks at an order this much later, like a lock that sleeps'),
  commandGapMs: DelayMs(
    'a command that follows another order sooner than this is refused as busy, a setting not answered',
  ),
  rejectConfig: Type.Boolean({
    description: 'refuses every setting and access right it is asked to change',
  }),
  duplicate: Type.Boolean({ description: 'every message from and to the lock is delivered twice' }),
  lossPercent: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'share of commands, acks, states and events that get lost',
  }),
  maskCodes: Type.Boolean({ description: 'tells that it holds an access right, not which code' }),
  keypadFull: Type.Boolean({ description: 'its keypad takes no more codes' }),
}

export const SIM_CONNECTIONS = ['online', 'offline', 'cut', 'halfOpen'] as const
export type SimConnection = (typeof SIM_CONNECTIONS)[number]

/** Everything that can be switched. */
export const SimSwitches = Type.Object({
  connection: StringEnum(
    SIM_CONNECTIONS,
    'offline: left with a goodbye; cut: without one; halfOpen: nothing passes and nobody is told',
  ),
  batteryCharge: Type.Integer({ minimum: 0, maximum: 100, description: 'critical below 20' }),
  clockSkewMs: Type.Integer({
    minimum: -31_622_400_000,
    maximum: 31_622_400_000,
    description: "how far the lock's own clock is ahead",
  }),
  clockDriftPpm: Type.Integer({
    minimum: -100_000,
    maximum: 100_000,
    description: 'how much further ahead it gets: 100 are 8.64 s a day',
  }),
  ...faults,
})
export type SimSwitches = Static<typeof SimSwitches>

/** No switch touched, apart from connection and battery, which are no faults. */
export const SIM_ALL_WELL = {
  mute: false,
  dropAcks: false,
  jam: false,
  doorSensorJam: false,
  rejectConfig: false,
  ackDelayMs: 0,
  commandDelayMs: 0,
  commandGapMs: 0,
  duplicate: false,
  lossPercent: 0,
  maskCodes: false,
  keypadFull: false,
  clockSkewMs: 0,
  clockDriftPpm: 0,
} as const satisfies Partial<SimSwitches>

export const SIM_PROFILE_NAMES = [
  'none',
  'sleepy',
  'busy gateway',
  'masked codes',
  'full keypad',
  'drifting clock',
  'lossy radio',
] as const
export type SimProfileName = (typeof SIM_PROFILE_NAMES)[number]

/** Named sets of switches that make a lock as unpleasant as those people complain about. */
export const SIM_PROFILES: Record<SimProfileName, { pain: string; switches: Partial<SimSwitches> }> = {
  none: { pain: 'No fault at all.', switches: { connection: 'online' } },
  sleepy: {
    pain: 'The lock sleeps: eight seconds until it takes a command, two more until it answers.',
    switches: { commandDelayMs: 8000, ackDelayMs: 2000 },
  },
  'busy gateway': {
    pain: 'The gateway takes one command and refuses the next ones for thirty seconds.',
    switches: { commandGapMs: 30_000 },
  },
  'masked codes': {
    pain: 'Codes cannot be read back, so that comparing them would set them again and again.',
    switches: { maskCodes: true },
  },
  'full keypad': {
    pain: 'The keypad has no free place, and a new code must not silently come to nothing.',
    switches: { keypadFull: true },
  },
  'drifting clock': {
    pain: "The lock's clock gains 8.64 seconds a day: its log entries are off, and soon every command looks too old to it.",
    switches: { clockDriftPpm: 100 },
  },
  'lossy radio': {
    pain: 'Nearly every third message between the lock and its gateway is lost, and the others come twice.',
    switches: { lossPercent: 30, duplicate: true },
  },
}
