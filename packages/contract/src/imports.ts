import Type, { type Static } from 'typebox'
import { DateTime, HexId, SmartlockId, StringEnum, Url } from './fields.ts'
import { route } from './route.ts'

/** The web API of the locks' maker, which speaks the interface that this service speaks. */
export const MAKER_API = 'https://api.nuki.io'

/** `planned`: it was read and compared, nothing was made; somebody has to start it. */
export const IMPORT_STATES = ['planning', 'planned', 'running', 'done', 'failed', 'canceled'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** What is brought over, in this order. */
export const IMPORT_PHASES = [
  ...(['people', 'locks', 'addresses', 'groups', 'rights', 'stays', 'logs'] as const),
  'account',
] as const
export type ImportPhase = (typeof IMPORT_PHASES)[number]

/** The last six come from archives only. */
export const IMPORT_KINDS = [
  ...(['person', 'lock', 'address', 'unit', 'right', 'stay', 'log'] as const),
  ...(['house', 'group', 'plan', 'subAccount', 'setting', 'audit'] as const),
] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** `same`: it is here already, as it is there. `gone`: it was brought over before, and is not there any more. */
export const IMPORT_OUTCOMES = ['made', 'changed', 'same', 'gone', 'leftOut'] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]

/** Why something cannot be carried, or not as it was; people are told in words. */
export const IMPORT_REASONS = [
  'appKey',
  'codeMissing',
  'codeInvalid',
  'codeTwice',
  'windowInvalid',
  'lockFull',
  'lockConnected',
  'lockLeftOut',
  'quota',
  'idTaken',
  'newId',
  'nameCut',
  'mailMissing',
  'notAllowed',
  'ofCalendar',
  'waits',
  'notAsked',
  'mailTaken',
  'placeLeftOut',
  'unreadable',
] as const
export type ImportReason = (typeof IMPORT_REASONS)[number]

/** Why an import ended without being done. */
export const IMPORT_ERRORS = ['tokenRefused', 'unreachable', 'notUnderstood', 'tooManyTaken'] as const
export type ImportError = (typeof IMPORT_ERRORS)[number]

/** Lines that one import keeps; of more it is said how many there are. */
export const MAX_IMPORT_LINES = 1000

/** One thing, or several of a kind on one lock. */
export const ImportLine = Type.Object({
  kind: StringEnum(IMPORT_KINDS),
  name: Type.String(),
  outcome: StringEnum(IMPORT_OUTCOMES),
  reason: Type.Optional(StringEnum(IMPORT_REASONS)),
  smartlockId: Type.Optional({ ...SmartlockId, description: 'of the lock, as it is there' }),
  count: Type.Optional(Type.Integer({ description: 'of rights on this lock that share the reason' })),
})
export type ImportLine = Static<typeof ImportLine>

const Count = Type.Integer({ minimum: 0 })
const ImportCounts = Type.Object({ made: Count, changed: Count, same: Count, gone: Count, leftOut: Count })
export type ImportCounts = Static<typeof ImportCounts>

const ListedImport = Type.Object({
  importId: HexId,
  url: Type.String({ description: 'what it is brought over from' }),
  state: StringEnum(IMPORT_STATES, 'planned: read and compared, nothing made yet; it waits to be started'),
  phase: Type.Optional(StringEnum(IMPORT_PHASES)),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  error: Type.Optional(StringEnum(IMPORT_ERRORS)),
  waitsUntilDate: Type.Optional({
    ...DateTime,
    description: 'it goes on then: the other side asked for a pause, or did not answer',
  }),
  logDays: Type.Integer({ description: 'entries of the locks’ logs are brought over from so many days' }),
  creationDate: DateTime,
  endDate: Type.Optional(DateTime),
})
export type ListedImport = Static<typeof ListedImport>

export const Import = Type.Object({
  ...ListedImport.properties,
  counts: Type.Record(Type.String(), ImportCounts, {
    description: `by kind (${IMPORT_KINDS.join(', ')}): while it is planned what would become of them, then what did`,
  }),
  lines: Type.Array(ImportLine, {
    description: `what is made, and what is not and why; rights only when something is special about them`,
  }),
  moreLines: Type.Integer({ description: 'further ones that are not listed' }),
})
export type Import = Static<typeof Import>

/** How a lock that was brought over stands: whether it is connected here, and whether the codes are the same. */
export const BroughtLock = Type.Object({
  smartlockId: SmartlockId,
  name: Type.String(),
  connected: Type.Boolean({ description: 'a gateway serves it, or it speaks for itself' }),
  online: Type.Boolean(),
  driver: Type.Optional(Type.String()),
  gatewayId: Type.Optional(HexId),
  codes: Type.Object({
    total: Type.Integer({ description: 'keypad codes of this lock here' }),
    onLock: Type.Integer({ description: 'the lock has proven that it holds them' }),
    waiting: Type.Integer({ description: 'not compared yet' }),
    failed: Type.Integer({ description: 'the lock does not take them, or has another in their place' }),
    others: Type.Integer({ description: 'codes on the lock that are none of these' }),
  }),
})
export type BroughtLock = Static<typeof BroughtLock>

/** It makes locks, people, rights and addresses: a token needs all of these, see the handler. */
const mayImport = { scopes: ['account'], master: true } as const
const params = Type.Object({ importId: HexId })

export const imports = {
  list: route({
    method: 'GET',
    path: '/import',
    summary: 'List the last imports of the account, newest first',
    access: mayImport,
    returns: Type.Array(ListedImport),
  }),
  create: route({
    method: 'PUT',
    path: '/import',
    summary: 'Read and compare another account of this interface; nothing is made before it is started',
    access: mayImport,
    lasting: true,
    body: Type.Object({
      url: Type.Optional({ ...Url, default: MAKER_API, description: 'base URL of the other side' }),
      token: Type.String({
        pattern: '^[\\x21-\\x7e]{8,4096}$',
        description: 'API token of the other account; kept sealed, and removed when the import ends',
      }),
      logDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 365, default: 365 })),
    }),
    returns: Type.Object({ importId: HexId }),
    errors: ['url_not_allowed', 'resource_locked'],
  }),
  locks: route({
    method: 'GET',
    path: '/import/lock',
    summary:
      'List the locks that were brought over: whether they are connected, and whether codes are the same',
    access: mayImport,
    returns: Type.Array(BroughtLock),
  }),
  get: route({
    method: 'GET',
    path: '/import/{importId}',
    summary: 'Get one import: how far it is, what is made, what cannot be carried and why',
    access: mayImport,
    params,
    returns: Import,
  }),
  start: route({
    method: 'POST',
    path: '/import/{importId}/start',
    summary: 'Start an import that is planned',
    access: mayImport,
    lasting: true,
    params,
    errors: ['resource_locked'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/import/{importId}',
    summary: 'Cancel an import that is open, what was made stays; or forget one that has ended',
    access: mayImport,
    params,
  }),
}
