import Type, { type Static } from 'typebox'
import { DateTime, HexId, IntId, Limit, StringEnum } from './fields.ts'
import { route } from './route.ts'

/** What can be done to many things at once (D241). */
export const BULK_ACTIONS = [
  'lockDoors',
  'renameDoors',
  'revokeRights',
  'extendRights',
  'revokePeople',
] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

export const BULK_STATES = ['running', 'done', 'canceled', 'failed'] as const
export type BulkState = (typeof BULK_STATES)[number]

/** `same`: it is already as it should be, or gone. */
export const BULK_OUTCOMES = ['waiting', 'done', 'same', 'failed'] as const
export type BulkOutcome = (typeof BULK_OUTCOMES)[number]

/** Things of one call. */
export const MAX_BULK_ITEMS = 20_000
/** Doors are asked to move within so many minutes of the call, or not at all: a door never moves late. */
export const BULK_MOVE_MINUTES = 5

const Order = Type.Object({
  action: StringEnum(BULK_ACTIONS),
  ids: Type.Array(Type.String({ pattern: '^[0-9a-f]{1,24}$' }), {
    minItems: 1,
    maxItems: MAX_BULK_ITEMS,
    description: 'of smartlocks, authorizations or account users, as the action says',
  }),
  rename: Type.Optional(
    Type.Object(
      {
        find: Type.Optional(
          Type.String({ minLength: 1, maxLength: 32, description: 'only this part of the name is replaced' }),
        ),
        to: Type.String({
          maxLength: 64,
          examples: ['West {n}'],
          description: '{name} stands for the name there is, {n} for the number in the order of `ids`',
        }),
      },
      { description: 'for renameDoors' },
    ),
  ),
  untilDate: Type.Optional({ ...DateTime, description: 'for extendRights: when they end' }),
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3650,
      description: 'for extendRights: so many days later than they end now; those without an end stay so',
    }),
  ),
})
export type BulkOrder = Static<typeof Order>

const Count = Type.Integer({ minimum: 0 })

export const BulkRun = Type.Object({
  bulkId: HexId,
  action: StringEnum(BULK_ACTIONS),
  state: StringEnum(BULK_STATES, 'failed: who asked for it may not do it any more'),
  total: Count,
  done: Count,
  same: Count,
  failed: Count,
  name: Type.String({ description: 'of who asked for it' }),
  creationDate: DateTime,
  endDate: Type.Optional(DateTime),
})
export type BulkRun = Static<typeof BulkRun>

export const BulkItem = Type.Object({
  number: IntId,
  id: Type.String(),
  name: Type.String({ description: 'as it was when it was asked for' }),
  newName: Type.Optional(Type.String()),
  outcome: StringEnum(BULK_OUTCOMES),
  error: Type.Optional(
    Type.String({ description: 'code of the refusal; too_late: a door that could not be asked in time' }),
  ),
  operationId: Type.Optional(HexId),
})
export type BulkItem = Static<typeof BulkItem>

export const BulkPreview = Type.Object({
  total: Count,
  refused: Type.Array(Type.Object({ error: Type.String(), count: Count }), {
    description: 'what would fail already now, by the code of the refusal',
  }),
  examples: Type.Array(BulkItem, { maxItems: 5 }),
})
export type BulkPreview = Static<typeof BulkPreview>

/** Which scope and right each action needs says the handler. */
const access = { scopes: ['account', 'smartlock', 'smartlock.action', 'smartlock.auth'] } as const
const params = Type.Object({ bulkId: HexId })

export const bulk = {
  preview: route({
    method: 'POST',
    path: '/bulk/preview',
    summary: 'See what would become of many things at once; nothing is done',
    access,
    doors: 'handler',
    repeatable: true,
    body: Order,
    returns: BulkPreview,
  }),
  create: route({
    method: 'PUT',
    path: '/bulk',
    summary: 'Do the same to many things; it goes on by itself, and tells of each what became of it',
    access,
    doors: 'handler',
    body: Order,
    returns: Type.Object({ bulkId: HexId }),
    errors: ['resource_locked'],
  }),
  list: route({
    method: 'GET',
    path: '/bulk',
    summary: 'List the last things that were done to many at once, newest first',
    access,
    doors: 'handler',
    returns: Type.Array(BulkRun),
  }),
  get: route({
    method: 'GET',
    path: '/bulk/{bulkId}',
    summary: 'Get how far it is',
    access,
    doors: 'handler',
    params,
    returns: BulkRun,
  }),
  items: route({
    method: 'GET',
    path: '/bulk/{bulkId}/item',
    summary: 'List what became of each thing, in the order in which they were named',
    access,
    doors: 'handler',
    params,
    query: Type.Object({
      outcome: Type.Optional(StringEnum(BULK_OUTCOMES)),
      id: Type.Optional({ ...IntId, description: 'the number of the last one of the page before' }),
      limit: Limit(100, 1000),
    }),
    returns: Type.Array(BulkItem),
    cursor: 'number',
  }),
  remove: route({
    method: 'DELETE',
    path: '/bulk/{bulkId}',
    summary: 'Cancel one that runs, what is done stays done; or forget one that has ended',
    access,
    doors: 'handler',
    params,
  }),
}
