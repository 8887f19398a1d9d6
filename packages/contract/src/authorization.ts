import Type, { type Static } from 'typebox'
import {
  alias,
  clearable,
  DateTime,
  HexId,
  IntEnum,
  IntId,
  Name,
  orDay,
  SmartlockId,
  StringEnum,
} from './fields.ts'

import { CODE_PROOFS, HELD_PLACES } from './lock-capability.ts'

/** Kinds of access rights (6.9). */
export const AUTH_TYPES = [0, 1, 2, 3, 13, 14, 15] as const
export type AuthType = (typeof AUTH_TYPES)[number]

/** What the API can create: an app, a fob, a keypad code. */
export const AUTH_TYPE = { app: 0, fob: 2, keypadCode: 13 } as const
export type CreatableAuthType = (typeof AUTH_TYPE)[keyof typeof AUTH_TYPE]

/** Names by which some clients know the types (4.14). */
export const AUTH_TYPE_NAMES: Record<AuthType, string> = {
  0: 'APP',
  1: 'BRIDGE',
  2: 'FOB',
  3: 'KEYPAD',
  13: 'KEYPAD_CODE',
  14: 'Z_KEY',
  15: 'VIRTUAL',
}

/** Where an authorization stands between the service and the lock (8.3). */
export const SYNC_STATES = ['pending', 'synced', 'failed', 'deleting'] as const
export type SyncState = (typeof SYNC_STATES)[number]

const TypeField = IntEnum(
  AUTH_TYPES,
  '0 app, 1 bridge, 2 fob, 3 keypad, 13 keypad code, 14 Z-key, 15 virtual',
)
const Minutes = Type.Integer({ minimum: 0, maximum: 1439, description: 'minutes from midnight' })
const WeekDays = Type.Integer({
  minimum: 0,
  maximum: 127,
  description: '64 Monday, 32 Tuesday, 16 Wednesday, 8 Thursday, 4 Friday, 2 Saturday, 1 Sunday',
})
const Code = Type.Integer({ minimum: 0, maximum: 999_999_999, description: 'keypad codes (type 13) only' })

/** When it is valid (D53); null clears a limit in an update (D12). */
const limits = {
  allowedFromDate: clearable(Type.Optional(DateTime)),
  allowedUntilDate: clearable(Type.Optional(DateTime)),
  allowedWeekDays: clearable(Type.Optional(WeekDays)),
  allowedFromTime: clearable(Type.Optional(Minutes)),
  allowedUntilTime: clearable(Type.Optional(Minutes)),
}

/** The same, as callers write it. */
const newLimits = {
  ...limits,
  allowedFromDate: clearable(Type.Optional(orDay('begins'))),
  allowedUntilDate: clearable(Type.Optional(orDay('ends'))),
}

const accountUserId = clearable(Type.Optional(IntId))

/** Whose it is to be. Some clients write 0 where they mean nobody (D134). */
const newAccountUserId = clearable(
  Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: '0 or null: nobody' })),
)

/** An access right of a person to a smartlock (4.14). */
export const SmartlockAuth = Type.Object({
  id: HexId,
  smartlockId: SmartlockId,
  authId: Type.Optional(Type.Integer({ description: 'number on the device, once it confirmed' })),
  code: Type.Optional(Code),
  fingerprints: Type.Optional(Type.Record(Type.String(), Type.String())),
  type: TypeField,
  name: Type.String(),
  enabled: Type.Boolean(),
  remoteAllowed: Type.Boolean(),
  lockCount: Type.Integer({ description: 'how often it was used' }),
  ...limits,
  accountUserId,
  email: Type.Optional(Type.String({ description: 'of the linked user; with includeEmail only' })),
  lastActiveDate: Type.Optional(DateTime),
  creationDate: Type.Optional(DateTime),
  updateDate: Type.Optional(DateTime),
  operationId: Type.Optional(HexId),
  error: Type.Optional(Type.String({ description: 'the last refusal of the device' })),
  appId: Type.Optional(Type.Integer()),
  authTypeAsString: Type.Optional(Type.String()),
  syncState: StringEnum(SYNC_STATES, 'whether the device has it as it stands here (8.3)'),
  pendingSince: Type.Optional(DateTime),
  proof: Type.Optional(
    StringEnum(CODE_PROOFS, 'how the lock has it is known: the very code, or that there is one in its place'),
  ),
  planId: Type.Optional({ ...HexId, description: 'of the plan that made it (D231)' }),
  differsFromPlan: Type.Optional(
    Type.Boolean({ description: 'true: somebody changed it by hand, and its plan leaves it so (D232)' }),
  ),
  place: Type.Optional(
    StringEnum(
      HELD_PLACES,
      'kept: not on the lock now, because its time has not come; stuck: still on the lock although its time is over, because the lock is offline',
    ),
  ),
})
export type SmartlockAuth = Static<typeof SmartlockAuth>

const newAuth = {
  name: Name,
  type: Type.Optional(
    Type.Unsafe<CreatableAuthType>({
      type: 'integer',
      enum: Object.values(AUTH_TYPE),
      default: AUTH_TYPE.app,
      description: '0 app, 2 fob, 13 keypad code',
    }),
  ),
  remoteAllowed: Type.Optional(
    Type.Boolean({ description: 'required, except for keypad codes (type 13), which are not from afar' }),
  ),
  code: Type.Optional(Code),
  ...newLimits,
  accountUserId: newAccountUserId,
  smartActionsEnabled: Type.Optional(Type.Boolean()),
}

/** Only of a keypad code goes without saying that it does not work from afar (D134). */
const remoteUnlessKeypadCode = {
  if: { properties: { type: { const: AUTH_TYPE.keypadCode } }, required: ['type'] },
  else: { properties: { remoteAllowed: {} }, required: ['remoteAllowed'] },
}

/** What creates an authorization on one lock, or changes one that is there. */
export const NewSmartlockAuth = Type.Object(
  {
    ...newAuth,
    id: Type.Optional(
      Type.Unsafe<unknown>({
        description:
          'of an authorization of this smartlock: it is changed instead, and its type stays; any other id is ignored (D250)',
      }),
    ),
  },
  remoteUnlessKeypadCode,
)

/** The same on several locks, with the same code on all of them (D55). */
export const NewSmartlockAuths = Type.Object(
  { ...newAuth, smartlockIds: Type.Array(SmartlockId, { minItems: 1, maxItems: 500 }) },
  remoteUnlessKeypadCode,
)

/** A shared key: type 0, not from afar (D56). */
export const NewSharedKey = Type.Object({ name: Name, ...newLimits, accountUserId: newAccountUserId })

/** What an update can change; what is left out stays as it is (D11). */
export const SmartlockAuthChange = Type.Object({
  name: Type.Optional(Name),
  remoteAllowed: Type.Optional(Type.Boolean()),
  enabled: alias('enable', Type.Optional(Type.Boolean())),
  code: Type.Optional(Code),
  ...newLimits,
  accountUserId: newAccountUserId,
})

/** A page of a list (4.15). */
export const Pagination = Type.Object({
  totalItems: Type.Integer({ format: 'int64' }),
  totalPages: Type.Integer(),
  currentPage: Type.Integer({ description: 'counted from 0' }),
  pageSize: Type.Integer(),
  nextPage: Type.Optional(Type.String({ description: 'path and query, relative to the base URL' })),
  prevPage: Type.Optional(Type.String({ description: 'path and query, relative to the base URL' })),
})

export const PagedSmartlockAuths = Type.Object({
  results: Type.Array(SmartlockAuth),
  pagination: Pagination,
})
export type PagedSmartlockAuths = Static<typeof PagedSmartlockAuths>

/** How many ids one list may be asked for: as many as fit into an address of a request that every proxy passes on. */
export const MAX_IDS_ASKED = 100
