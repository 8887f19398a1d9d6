import Type, { type Static } from 'typebox'
import { DateTime, HexId, IntEnum, Limit, SmartlockId, StringEnum } from './fields.ts'
import { LANGUAGES } from './languages.ts'
import { MailState } from './mail.ts'
import { route } from './route.ts'
import { SIM_PROFILE_NAMES, SimSwitches } from './sandbox-switches.ts'

/**
 * Control of the sandbox: its clock and its simulated locks. These routes exist only while the sandbox is on, and are
 * no part of the interface's operations.
 */

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
    body: Type.Object(
      {
        advance: Type.Optional(
          Type.String({ maxLength: 64, examples: ['PT10M'], description: 'ISO 8601 duration' }),
        ),
        at: Type.Optional(DateTime),
        real: Type.Optional(Type.Boolean()),
      },
      { oneOf: [{ required: ['advance'] }, { required: ['at'] }, { required: ['real'] }] },
    ),
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
