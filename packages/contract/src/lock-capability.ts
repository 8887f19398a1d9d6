import Type, { type Static } from 'typebox'
import { StringEnum } from './fields.ts'

/** Who keeps the times of an access right: puts it on when they begin, and takes it off when they end. */
export const WINDOW_KEEPERS = ['lock', 'gateway', 'service'] as const
export type WindowKeeper = (typeof WINDOW_KEEPERS)[number]

/** Rules of the codes that a lock holds. */
export const LockCodes = Type.Object({
  places: Type.Integer({
    minimum: 1,
    maximum: 65_535,
    description: 'codes it holds, those of others included',
  }),
  minDigits: Type.Integer({ minimum: 1, maximum: 9 }),
  maxDigits: Type.Integer({ minimum: 1, maximum: 9, description: 'the same as minDigits: a fixed length' }),
  alphabet: Type.String({ pattern: '^[0-9]{2,10}$' }),
  forbiddenPrefixes: Type.Array(Type.String({ pattern: '^[0-9]{1,9}$' }), { maxItems: 16 }),
  unique: StringEnum(['window', 'lock'], 'the same code twice: not in overlapping periods, or not at all'),
  nameLength: Type.Integer({
    minimum: 0,
    maximum: 32,
    description: 'characters of a name; 0: it keeps none',
  }),
  readBack: StringEnum(
    ['value', 'occupied', 'none'],
    'what it tells of a code it holds: which one, that there is one, nothing',
  ),
  foreign: Type.Boolean({ description: 'codes that others put there are listed' }),
})
export type LockCodes = Static<typeof LockCodes>

/**
 * What a lock can do and which promises it keeps, in its own words. Locks that say nothing of this kind are those the
 * service knows by their type.
 */
export const LockCapability = Type.Object({
  actions: Type.Array(Type.Integer({ minimum: 1, maximum: 6 }), {
    maxItems: 6,
    description: 'as the device protocol numbers them: like 6.6, and 6 full lock',
  }),
  force: Type.Optional(Type.Boolean({ description: 'takes the option force' })),
  expiry: Type.Object({
    by: StringEnum(
      ['lock', 'sender', 'none'],
      'who sees to it that an order does not run late: the lock, whoever sends it, nobody',
    ),
    worstLateMs: Type.Integer({ minimum: 0, maximum: 600_000 }),
  }),
  proof: StringEnum(
    ['report', 'read', 'none'],
    'how a movement is known: the lock reports it, it is read from the lock, not at all',
  ),
  mayRepeat: Type.Boolean({ description: 'an order may reach the lock more than once' }),
  presence: Type.Object({
    detectMs: Type.Integer({ minimum: 0, maximum: 604_800_000 }),
    probe: Type.Boolean({ description: 'it is asked whether it is there' }),
  }),
  codes: Type.Optional(LockCodes),
  pairings: Type.Optional(
    Type.Object(
      {
        change: Type.Boolean({ description: 'they can be switched off and on, and removed, from here' }),
        add: Type.Boolean({ description: 'false: new ones are made with the app of its maker only' }),
      },
      { description: 'apps, fobs and the like that it knows by itself are listed' },
    ),
  ),
  windows: Type.Object({
    dates: StringEnum(WINDOW_KEEPERS, 'who keeps from and until when a right holds'),
    weekly: StringEnum(WINDOW_KEEPERS, 'who keeps weekdays and times of day'),
    acrossMidnight: Type.Boolean(),
    together: Type.Optional(
      Type.Boolean({ description: 'false: of a right with both the lock keeps one, its gateway the other' }),
    ),
    worstLateMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 86_400_000,
        description:
          'of what the lock keeps: how far from its time it may begin or end while nobody looks after its clock',
      }),
    ),
  }),
  events: Type.Object({
    who: Type.Boolean({ description: 'it names whose code was used' }),
    denied: Type.Boolean({ description: 'it tells of codes that did not open' }),
    buffered: Type.Boolean({ description: 'what happened while nobody listened is told later' }),
  }),
  secretsOnWire: Type.Boolean({ description: 'codes travel in clear text between gateway and hub' }),
})
export type LockCapability = Static<typeof LockCapability>

/** How a movement is known to have happened: the lock's own word, or a fresh look at it. */
export const MOVEMENT_PROOFS = ['report', 'read'] as const
export type MovementProof = (typeof MOVEMENT_PROOFS)[number]

/** How a code is known to be on a lock: it is the very one, or there is one in its place. */
export const CODE_PROOFS = ['value', 'occupied'] as const
export type CodeProof = (typeof CODE_PROOFS)[number]

/**
 * Where a right is whose times somebody keeps for the lock: `lock` as it should be; `kept`, not on the lock because its
 * time has not come; `stuck`, still on the lock although its time is over, because the lock is not reached.
 */
export const HELD_PLACES = ['lock', 'kept', 'stuck'] as const
export type HeldPlace = (typeof HELD_PLACES)[number]
