import Type, { type Static } from 'typebox'
import { DateTime, HexId, StringEnum } from './fields.ts'
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

export const ExplanationQuery = Type.Object({
  code: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,9}$', description: 'as it is typed; this or authId, not both' }),
  ),
  authId: Type.Optional(HexId),
  at: Type.Optional(DateTime),
})
