import Type, { type Static } from 'typebox'
import { DateTime, HexId, IntId } from './fields.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

/** What was removed about a person, and what stays and why: for them to keep. Nothing in it says who they were (D221). */
export const ErasureProof = Type.Object({
  erasedAt: DateTime,
  accountId: IntId,
  accountUserId: IntId,
  operationId: {
    ...HexId,
    description: 'of the deletion of what locks hold; it ends when the last of them has dropped it',
  },
  removed: Type.Array(
    Type.Object({ table: Type.String(), rows: Type.Integer({ minimum: 0 }), what: Type.String() }),
  ),
  kept: Type.Array(Type.Object({ table: Type.String(), why: Type.String(), until: Type.String() })),
})
export type ErasureProof = Static<typeof ErasureProof>

/** Rows as they are stored, by their tables. */
const Rows = Type.Array(Type.Object({}, { additionalProperties: true }))

const PersonFile = Type.Object({
  format: Type.Integer({ description: '1' }),
  exportedAt: DateTime,
  accountId: IntId,
  note: Type.Array(Type.String()),
  account_user: Rows,
  smartlock_auth: Rows,
  smartlock_auth_version: Rows,
  smartlock_log: Rows,
  mail: Rows,
})

/** Everything about a person, from every door: only for the owner, see the handler for what a token needs. */
const access = { scopes: ['account'], master: true } as const
const params = Type.Object({ accountUserId: IntId })

export const privacy = {
  export: route({
    method: 'GET',
    path: '/account/user/{accountUserId}/export',
    summary: 'Download everything that is kept about a user of the account, without codes and other secrets',
    access,
    params,
    returns: Type.String(),
    file: ['application/json'],
    holds: PersonFile,
  }),
  erase: route({
    method: 'POST',
    path: '/account/user/{accountUserId}/erase',
    summary:
      'Erase a user: rights and codes are taken off the locks, name and address from what is stored; the answer is the proof',
    access,
    params,
    body: Type.Object(stepUpFields),
    returns: ErasureProof,
    errors: STEP_UP_ERRORS,
  }),
}
