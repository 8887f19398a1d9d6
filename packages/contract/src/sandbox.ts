import Type, { type Static } from 'typebox'
import { DateTime, HexId, IntEnum, Limit, SmartlockId, StringEnum } from './fields.ts'
import { LANGUAGES } from './languages.ts'
import { MailState } from './mail.ts'
import { route } from './route.ts'

/**
 * Control of the sandbox: its clock and its simulated locks. These routes exist only while the sandbox is on, and are
 * no part of the interface's operations.
 */

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
  none: { pain: 'No fault at all.', switches: {} },
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

const ProfileName = StringEnum(SIM_PROFILE_NAMES)

const SimProfile = Type.Object({
  name: ProfileName,
  pain: Type.String(),
  switches: Type.Partial(SimSwitches),
})

/** A simulated lock, seen by somebody who stands in front of it. */
export const SimulatedLock = Type.Object({
  smartlockId: SmartlockId,
  deviceId: Type.String(),
  name: Type.String(),
  type: Type.Integer({ description: '6.1' }),
  state: Type.Integer({ description: '6.3' }),
  mode: Type.Integer({ description: '6.2' }),
  doorState: Type.Integer({ description: '6.7' }),
  batteryCritical: Type.Boolean(),
  motorStarts: Type.Integer({
    minimum: 0,
    description: 'how often the motor (an opener: the strike) was started',
  }),
  connected: Type.Boolean({ description: 'what the lock itself believes' }),
  deviceDate: DateTime,
  keypad: Type.Boolean({ description: 'whether it has one' }),
  access: Type.Array(
    Type.Object({
      authId: Type.Integer({ minimum: 1, description: 'the number on the lock' }),
      type: Type.Integer({ description: '6.9' }),
      name: Type.String(),
      code: Type.Optional(Type.String({ description: 'as its keypad shows it' })),
      allowed: Type.Boolean({ description: "at this moment of the lock's own clock" }),
    }),
    { description: 'access rights that are on the lock' },
  ),
  profile: ProfileName,
  switches: SimSwitches,
})
export type SimulatedLock = Static<typeof SimulatedLock>

/** The switches to change, and perhaps a profile they start from. */
export const SimLockChange = Type.Object({
  profile: Type.Optional(ProfileName),
  ...Type.Partial(SimSwitches).properties,
})
export type SimLockChange = Static<typeof SimLockChange>

export const SIM_EVENTS = [
  'keypad',
  'fingerprint',
  'fob',
  'button',
  'turn',
  'ring',
  'doorOpened',
  'doorClosed',
  'forgetAccess',
  'reboot',
] as const

/** Something somebody does at the door. */
export const SimEvent = Type.Object({
  event: StringEnum(SIM_EVENTS),
  code: Type.Optional(Type.String({ pattern: '^[0-9]{1,8}$', description: 'keypad: 1 to 8 digits' })),
  authId: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description: 'fob, fingerprint: whose it is, by the number of the access right on the lock',
    }),
  ),
  known: Type.Optional(
    Type.Boolean({ default: true, description: 'fingerprint without authId: whether the lock knows it' }),
  ),
  presses: Type.Optional(
    IntEnum([1, 2, 3], 'fob, button: how often it is pressed; 1 when left out; a button knows 1 and 2'),
  ),
  to: Type.Optional(StringEnum(['lock', 'unlock', 'unlatch'], 'turn: which way the key is turned')),
})
export type SimEvent = Static<typeof SimEvent>

/** The time everything in the sandbox goes by. */
export const SimClock = Type.Object({
  now: DateTime,
  moved: Type.Boolean({ description: 'ahead of real time' }),
  aheadMs: Type.Integer({ minimum: 0 }),
})
export type SimClock = Static<typeof SimClock>

/** A mail in the outbox, as its reader gets it. */
export const SimMail = Type.Object({
  id: HexId,
  to: Type.String(),
  template: Type.String({ description: 'what the mail is about' }),
  language: StringEnum(LANGUAGES),
  state: MailState,
  error: Type.Optional(Type.String()),
  subject: Type.Optional(Type.String()),
  text: Type.Optional(Type.String({ description: 'absent once the mail was sent or its code has ended' })),
  html: Type.Optional(Type.String()),
  date: DateTime,
})
export type SimMail = Static<typeof SimMail>

const access = { scopes: ['account'], master: true } as const
const LockParams = Type.Object({ smartlockId: SmartlockId })

export const sandbox = {
  clock: route({
    method: 'GET',
    path: '/sim/clock',
    summary: "Get the sandbox's time; while it is moved, once it has arrived",
    access,
    returns: SimClock,
  }),
  moveClock: route({
    method: 'POST',
    path: '/sim/clock',
    summary: 'Move time forward, or return to real time; answers when everything due on the way has happened',
    access,
    body: Type.Object({
      advance: Type.Optional(
        Type.String({ maxLength: 64, description: 'ISO 8601 duration, such as P30D or PT10M' }),
      ),
      at: Type.Optional(DateTime),
      real: Type.Optional(Type.Boolean()),
    }),
    returns: SimClock,
  }),
  mail: route({
    method: 'GET',
    path: '/sim/mail',
    summary: 'Read the mails written on behalf of the account and its sub-accounts, newest first',
    access,
    query: Type.Object({ to: Type.Optional(Type.String()), id: Type.Optional(HexId), limit: Limit(20, 100) }),
    returns: Type.Array(SimMail),
  }),
  profiles: route({
    method: 'GET',
    path: '/sim/profile',
    summary: 'List the named sets of faults',
    access,
    returns: Type.Array(SimProfile),
  }),
  list: route({
    method: 'GET',
    path: '/sim/smartlock',
    summary: 'List the simulated locks as they stand at their doors',
    access,
    returns: Type.Array(SimulatedLock),
  }),
  get: route({
    method: 'GET',
    path: '/sim/smartlock/{smartlockId}',
    summary: 'Get one simulated lock',
    access,
    params: LockParams,
    returns: SimulatedLock,
  }),
  change: route({
    method: 'POST',
    path: '/sim/smartlock/{smartlockId}',
    summary: 'Switch faults of a simulated lock on and off',
    access,
    params: LockParams,
    body: SimLockChange,
    returns: SimulatedLock,
    errors: ['smartlock_offline'],
  }),
  happen: route({
    method: 'POST',
    path: '/sim/smartlock/{smartlockId}/event',
    summary: 'Let somebody do something at the door',
    access,
    params: LockParams,
    body: SimEvent,
    returns: SimulatedLock,
    errors: ['keypad_missing', 'not_supported_by_device', 'smartlock_offline'],
  }),
}
