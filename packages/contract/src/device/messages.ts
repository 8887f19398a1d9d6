import Type, { type Static } from 'typebox'
import { StringEnum } from '../fields.ts'
import { LockCapability, MOVEMENT_PROOFS } from '../lock-capability.ts'

/** Up to the end of the year 9999: what the API writes dates with goes no further. */
const Millis = Type.Integer({
  minimum: 0,
  maximum: 253_402_300_799_999,
  description: 'milliseconds since the epoch, UTC',
})
export const Session = Type.String({ pattern: '^[0-9a-f]{32}$' })
const Counter = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** A number of one of the lists of contract 6. */
const Listed = Type.Integer({ minimum: 0, maximum: 65_535 })
/** Short text. No store keeps the character 0. */
const Text = Type.String({ maxLength: 64, pattern: '^[^\\u0000]*$' })
const Version = Type.Integer({ minimum: 0, maximum: 0x7fff_ffff })
/** Every uplink ends with this member; see `splitSignature`. */
export const Signature = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** How a movement is known to have happened (LDP/1.3); absent: the lock reported it. */
const Proof = Type.Optional(StringEnum(MOVEMENT_PROOFS))

const Minor = Type.Integer({ minimum: 0, maximum: 255 })

/** New whenever the device lost its memory; sequence numbers start again with it. */
const Epoch = Type.String({ pattern: '^[0-9a-f]{16}$' })

/** Published on connect, and as last will with `online: false`. */
export const UpPresence = Type.Object({
  online: Type.Boolean(),
  /** New for every connection: a command of an earlier connection can never match. */
  sess: Session,
  at: Millis,
  proto: Type.Literal(1),
  /** What the firmware can do (`LDP_MINOR`); absent is 0. */
  minor: Type.Optional(Minor),
  fw: Type.String({ maxLength: 32 }),
  epoch: Epoch,
  /** The user name the device logged in with: tells the service which key to sign with during a rotation. */
  key: Type.String({ maxLength: 64 }),
  /** The oldest event the device can still send; with nothing waiting, the number its next event will get. */
  oldest: Counter,
  sig: Signature,
})
export type UpPresence = Static<typeof UpPresence>

export const UpInfo = Type.Object({
  at: Millis,
  type: Type.Integer({ minimum: 0, maximum: 9 }),
  /** Packed as in D20. */
  firmware: Version,
  hardware: Version,
  /** The configuration the device holds (contract 4.8), checked by the area that shows it. */
  config: Type.Record(Type.String(), Type.Unknown()),
  /** The advanced configuration (contract 4.9 to 4.11), of devices that have one. */
  advanced: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** From LDP/1.3 on, of locks that are none of ours: through what it is reached, who made it, what it is. */
  driver: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,32}$' })),
  vendor: Type.Optional(Text),
  model: Type.Optional(Text),
  /** From LDP/1.3 on; without it the service goes by the type. */
  capability: Type.Optional(LockCapability),
  sig: Signature,
})
export type UpInfo = Static<typeof UpInfo>

export const UpState = Type.Object({
  seq: Counter,
  /** From LDP/1.2 on: a number of another memory says nothing about this one. */
  epoch: Type.Optional(Epoch),
  at: Millis,
  mode: Type.Integer(),
  lock: Type.Integer(),
  trigger: Type.Integer(),
  lastAction: Type.Integer(),
  door: Type.Integer(),
  battery: Type.Object({
    pct: Type.Integer({ minimum: 0, maximum: 100 }),
    critical: Type.Boolean(),
    charging: Type.Boolean(),
  }),
  keypadBatteryCritical: Type.Optional(Type.Boolean()),
  doorsensorBatteryCritical: Type.Optional(Type.Boolean()),
  nightMode: Type.Boolean(),
  /** Ring-to-open ends then; openers only. */
  rtoEndsAt: Type.Optional(Millis),
  sig: Signature,
})
export type UpState = Static<typeof UpState>

const EventNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** Something that happened. Numbered without gaps and kept until the service acknowledged it (`down/eack`). */
export const UpEvent = Type.Object({
  seq: EventNumber,
  /** As in the state. */
  epoch: Type.Optional(Epoch),
  at: Millis,
  kind: Type.Union([
    Type.Literal('action'),
    Type.Literal('denied'),
    Type.Literal('door'),
    Type.Literal('ring'),
    Type.Literal('config'),
    Type.Literal('tamper'),
  ]),
  /** Log action, trigger and completion state as contract 6.8 numbers them. */
  action: Listed,
  trigger: Listed,
  result: Listed,
  source: Type.Optional(Listed),
  autoUnlock: Type.Optional(Type.Boolean()),
  name: Type.Optional(Text),
  /** The authorization or code the device matched, by its number on the device. */
  authId: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  /** Openers only: how it stood when this happened, and what caused it (contract 4.16). */
  opener: Type.Optional(
    Type.Object({
      cm: Type.Boolean({ description: 'continuous mode was on' }),
      rto: Type.Boolean({ description: 'ring-to-open was on' }),
      source: Type.Integer({ minimum: 0, maximum: 6 }),
      geoFence: Type.Optional(Type.Boolean()),
      force: Type.Optional(Type.Boolean()),
      suppressed: Type.Optional(Type.Boolean({ description: 'the doorbell was kept silent' })),
    }),
  ),
  /** The command this answers: proof that it ran, even where the ack was lost. */
  cmd: Type.Optional(Text),
  proof: Proof,
  sig: Signature,
})
export type UpEvent = Static<typeof UpEvent>

/** What an event must have in any case: without its number nobody knows its place in the line. */
export const UpEventNumber = Type.Object({ seq: EventNumber, epoch: Type.Optional(Epoch) })

/** A state or an event inside an ack: as by itself, without a signature of its own. */
export const CarriedState = Type.Omit(UpState, ['sig'])
export type CarriedState = Static<typeof CarriedState>
export const CarriedEvent = Type.Omit(UpEvent, ['sig'])
export type CarriedEvent = Static<typeof CarriedEvent>

export const UpAck = Type.Object({
  id: Text,
  sess: Session,
  phase: Type.Union([Type.Literal('accepted'), Type.Literal('done')]),
  /** With phase `done`: 0, a device error (contract 7.5), or one of `LDP_REFUSAL`. */
  code: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
  proof: Proof,
  /** From LDP/1.6 on, of commands whose `minor` says that the service reads it: what was to be said together with the ack. */
  state: Type.Optional(CarriedState),
  /** As with the state; names the command that is answered. */
  event: Type.Optional(CarriedEvent),
  sig: Signature,
})
export type UpAck = Static<typeof UpAck>

export const DownCmd = Type.Object({
  id: Type.String({ maxLength: 64 }),
  sess: Session,
  ctr: Type.Integer({ minimum: 1 }),
  iat: Millis,
  exp: Millis,
  /** Device numbering: locks 1-5 and 6 full lock; openers 1-3, 4 and 5 continuous mode on and off. */
  action: Type.Integer({ minimum: 1, maximum: 6 }),
  /** Mask: 2 force. */
  opt: Type.Integer({ minimum: 0, maximum: 7 }),
  /** What the service reads (`LDP_MINOR`), from LDP/1.6 on; absent is less. Not signed: see the protocol's page. */
  minor: Type.Optional(Minor),
  sig: Signature,
})
export type DownCmd = Static<typeof DownCmd>

/**
 * What became of a command (LDP/1.4)? The device answers as it did when it came. One that did not come is dead from here
 * on, with every other up to its counter, and is answered with `LDP_REFUSAL.neverCame`.
 */
export const DownAsk = Type.Object({
  /** Of the command. */
  id: Type.String({ maxLength: 64 }),
  sess: Session,
  ctr: Type.Integer({ minimum: 1 }),
  sig: Signature,
})
export type DownAsk = Static<typeof DownAsk>

/** A part of what a device keeps, with revisions of its own: `config`, `advanced`, `pin`, `auths`, `pairings`. A device refuses others. */
const Section = Type.String({ pattern: '^[a-z]{1,16}$' })
const Revision = Type.Integer({ minimum: 1 })

/**
 * How the device is to be from now on: a patch of one section. Only what is named changes, null takes an entry away,
 * and patches apply in the order of their revisions; so a section of any size fits into messages of `LDP_MAX_BYTES`.
 */
export const DownDesired = Type.Object({
  sess: Session,
  section: Section,
  /** Greater than any before in this section; the same again is the same patch. */
  rev: Revision,
  set: Type.Record(Type.String(), Type.Unknown()),
  sig: Signature,
})
export type DownDesired = Static<typeof DownDesired>

/** The answer to `down/desired`: what is not among the errors is in effect. Never holds a PIN or a code. */
export const UpReported = Type.Object({
  sess: Session,
  section: Section,
  rev: Revision,
  errors: Type.Array(
    Type.Object({
      path: Type.String({ maxLength: 64 }),
      /** A device error (contract 7.5) or one of `LDP_REFUSAL`. */
      code: Type.Integer({ minimum: 1, maximum: 255 }),
    }),
    { maxItems: 100 },
  ),
  /** The whole section as it is now, for sections that can be shown; of `auths` what the patch named (`HeldAccess`). */
  values: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  sig: Signature,
})
export type UpReported = Static<typeof UpReported>

/** A place on the lock that holds a code of somebody else. */
const Slot = Type.Integer({ minimum: 0, maximum: 65_535 })

/** How many codes of others one message names at most. */
export const FOREIGN_PAGE = 64

/**
 * A page of the codes on a lock that are none of ours (LDP/1.3), like `UpAuths`: it speaks for all places after `after` up
 * to and with `upTo`. Digits are never told.
 */
export const UpForeign = Type.Object({
  sess: Session,
  after: Type.Optional(Slot),
  upTo: Type.Optional(Slot),
  codes: Type.Array(Type.Object({ slot: Slot, name: Type.Optional(Text) }), { maxItems: FOREIGN_PAGE }),
  sig: Signature,
})
export type UpForeign = Static<typeof UpForeign>

/** Report everything: info, state, access list, waiting events, and then an ack of this id. */
export const DownSync = Type.Object({ id: Type.String({ maxLength: 64 }), sess: Session, sig: Signature })
export type DownSync = Static<typeof DownSync>

/** The service has stored every event up to this number; the device may forget them. */
export const DownEack = Type.Object({ upTo: Counter })
export type DownEack = Static<typeof DownEack>
