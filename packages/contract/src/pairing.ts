import Type, { type Static } from 'typebox'
import { DateTime, HexId, StringEnum } from './fields.ts'

/** What a lock knows by itself, as its maker's app paired it. */
export const PAIRING_KINDS = ['app', 'bridge', 'fob', 'keypad', 'other'] as const
export type PairingKind = (typeof PAIRING_KINDS)[number]

/** As many as one lock has, and one message of a device names. */
export const MAX_PAIRINGS = 256
export const PAIRING_PAGE = 20

const LockTime = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' })
const Minutes = Type.Integer({ minimum: 0, maximum: 1439, description: 'minutes since midnight' })

/** Kept by the lock, in the time that its own clock shows: which that is no lock says. */
export const PairingWindow = Type.Object({
  from: LockTime,
  until: LockTime,
  weekDays: Type.Integer({ minimum: 0, maximum: 127, description: 'as allowedWeekDays; 0: every day' }),
  fromTime: Minutes,
  untilTime: Minutes,
})
export type PairingWindow = Static<typeof PairingWindow>

export const PairingId = Type.Integer({ minimum: 1, maximum: 0xffff_ffff })

/** What a lock tells of one. */
export const HeldPairing = Type.Object({
  pairingId: PairingId,
  kind: StringEnum(PAIRING_KINDS),
  name: Type.Optional(Type.String({ maxLength: 32, pattern: '^[^\\u0000]*$' })),
  enabled: Type.Boolean(),
  remoteAllowed: Type.Boolean({ description: 'it may act from afar, by the ways of the maker' }),
  isOwn: Type.Boolean({ description: 'the way on which we reach the lock ourselves: it cannot be changed' }),
  timeLimited: Type.Boolean(),
  window: Type.Optional(PairingWindow),
})
export type HeldPairing = Static<typeof HeldPairing>

export const Pairing = Type.Object({
  ...HeldPairing.properties,
  firstSeenDate: DateTime,
  operationId: Type.Optional(HexId),
})
export type Pairing = Static<typeof Pairing>

/** What is to become of one: a value of the section `pairings` of a device; null removes it. The window is said whole. */
export const PairingOrder = Type.Object({
  enabled: Type.Boolean(),
  window: Type.Optional(PairingWindow),
})
export type PairingOrder = Static<typeof PairingOrder>
