import Type, { type Static } from 'typebox'
import { AUTH_TYPES } from './authorization.ts'
import { DateTime, HexId, IntEnum, SmartlockId, StringEnum } from './fields.ts'
import { WINDOW_KEEPERS } from './lock-capability.ts'

/** What decides whether somebody comes in (4.25). */
export const EXPLANATION_RULES = [
  'allowed',
  'still_on_lock',
  'unknown_code',
  'disabled',
  'not_yet_valid',
  'expired',
  'weekday',
  'time_of_day',
  'not_delivered',
] as const
export type ExplanationRule = (typeof EXPLANATION_RULES)[number]

/** How a code that nobody has differs from one that somebody has. */
export const NEAR_MISSES = ['swapped', 'one_digit'] as const
export type NearMiss = (typeof NEAR_MISSES)[number]

const LocalTime = Type.String({
  description: "on the wall at the lock's zone, with offset",
  examples: ['2026-10-25T02:30:00+02:00'],
})

/** A stretch of time in which it is allowed; without an end it stays so. */
const NextWindow = Type.Object({
  from: DateTime,
  until: Type.Optional(DateTime),
  fromLocal: LocalTime,
  untilLocal: Type.Optional(LocalTime),
})

/** Why a code or an authorization opens a smartlock at a moment, or does not (4.25). */
export const Explanation = Type.Object({
  allowed: Type.Boolean(),
  rule: StringEnum(EXPLANATION_RULES),
  reason: Type.String(),
  authId: Type.Optional(HexId),
  windowKeptBy: Type.Optional(
    StringEnum(
      WINDOW_KEEPERS,
      'who puts it on the lock and takes it off; left out when it has no times. Unless it is the lock, it opens after its ' +
        'time for as long as the lock is not reached',
    ),
  ),
  near: Type.Optional(
    Type.Object(
      { authId: HexId, how: StringEnum(NEAR_MISSES) },
      { description: 'with `unknown_code`: whose code the one that was typed nearly is (D186)' },
    ),
  ),
  nextWindows: Type.Array(NextWindow, { maxItems: 10 }),
})
export type Explanation = Static<typeof Explanation>

/** The same of a moment that is over, and of what a change that had not reached the lock left as it was. */
export const ACCESS_AT_RULES = [
  'allowed',
  'earlier_terms',
  'still_on_lock',
  'disabled',
  'not_yet_valid',
  'expired',
  'weekday',
  'time_of_day',
  'not_delivered',
] as const
export type AccessAtRule = (typeof ACCESS_AT_RULES)[number]

/** Who could open a smartlock at a moment that is over (D202). */
export const AccessAt = Type.Object({
  smartlockId: SmartlockId,
  at: DateTime,
  timeZone: Type.String({ description: 'IANA name; by which clock the lock went then' }),
  localTime: LocalTime,
  knownSince: Type.String({
    format: 'date-time',
    description: 'earlier moments are not known, or not all of them',
  }),
  isKnown: Type.Boolean(),
  rights: Type.Array(
    Type.Object({
      authId: HexId,
      name: Type.String(),
      type: IntEnum(AUTH_TYPES),
      accountUserId: Type.Optional(Type.Integer()),
      allowed: Type.Boolean(),
      rule: StringEnum(ACCESS_AT_RULES),
      reason: Type.String(),
      sinceDate: Type.String({ format: 'date-time', description: 'since when it stood like this' }),
      untilDate: Type.Optional(Type.String({ format: 'date-time', description: 'left out: it still does' })),
    }),
  ),
})
export type AccessAt = Static<typeof AccessAt>

export const ExplanationQuery = Type.Object({
  code: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,9}$', description: 'as it is typed; this or authId, not both' }),
  ),
  authId: Type.Optional(HexId),
  at: Type.Optional(DateTime),
})
