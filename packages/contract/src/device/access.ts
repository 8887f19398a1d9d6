import Type, { type Static } from 'typebox'
import { StringEnum } from '../fields.ts'
import { CODE_PROOFS, HELD_PLACES } from '../lock-capability.ts'
import { Session, Signature } from './messages.ts'

/** Limits of a date; JavaScript has the same. */
const AccessDate = Type.Integer({ minimum: -8.64e15, maximum: 8.64e15, description: 'milliseconds UTC' })

/**
 * One access right, a value of the section `auths` under a key the service chose. What is absent does not limit. Dates
 * are instants; weekdays and minutes of the day count in the zone of `config.timezoneId` (contract 4.14, D15, D53).
 */
export const AccessEntry = Type.Object(
  {
    type: Type.Union([Type.Literal(0), Type.Literal(2), Type.Literal(13)]),
    name: Type.String({ maxLength: 32 }),
    enabled: Type.Boolean(),
    /** Whether its holder may act from afar. */
    remote: Type.Boolean(),
    /** Of type 13, keypad codes. */
    code: Type.Optional(Type.Integer({ minimum: 0, maximum: 999_999_999 })),
    fromDate: Type.Optional(AccessDate),
    untilDate: Type.Optional(AccessDate),
    weekDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 127 })),
    fromTime: Type.Optional(Type.Integer({ minimum: 0, maximum: 1439 })),
    untilTime: Type.Optional(Type.Integer({ minimum: 0, maximum: 1439 })),
  },
  { additionalProperties: false },
)
export type AccessEntry = Static<typeof AccessEntry>

/** A key of `auths`; the service uses the authorization's id. */
const AccessKey = Type.String({ pattern: '^[0-9a-f]{24}$' })

/** How many keys one patch of `auths` names at most: the answer has to fit into one message, too. */
export const ACCESS_PATCH_KEYS = 64

/** What a device tells of an access right it holds: its number there, and a digest unless it masks its codes. */
export const HeldAccess = Type.Object({
  n: Type.Integer({ minimum: 1, maximum: 65_535 }),
  h: Type.Optional(Type.String({ pattern: '^[0-9a-f]{16}$' })),
  /** From LDP/1.3 on: how it was proven; absent: by its value if there is a digest, else that there is one. */
  p: Type.Optional(StringEnum(CODE_PROOFS)),
  /** From LDP/1.3 on: where it is; absent: on the lock. */
  at: Type.Optional(StringEnum(HELD_PLACES)),
})
export type HeldAccess = Static<typeof HeldAccess>

/**
 * A page of the access list, sent after every connect and on `down/sync`. It speaks for all keys after `after` up to
 * and with `upTo`, in ascending order: one of them that is not among the entries is not on the device. An end that is
 * absent is open.
 */
export const UpAuths = Type.Object({
  sess: Session,
  after: Type.Optional(AccessKey),
  upTo: Type.Optional(AccessKey),
  entries: Type.Record(AccessKey, HeldAccess),
  sig: Signature,
})
export type UpAuths = Static<typeof UpAuths>
