import Type, { type Static } from 'typebox'
import { DateTime, IntId, Limit } from './fields.ts'
import { route } from './route.ts'

/** One entry of the audit log: who changed which credential, grant or right, or which lock moved and nobody knows why. */
export const AuditEntry = Type.Object({
  id: Type.Integer({ minimum: 1, description: 'counts up by one within the account, without gaps' }),
  date: DateTime,
  action: Type.String({ examples: ['apiToken.created'] }),
  accountId: Type.Optional(
    Type.Integer({ description: 'who did it; left out for the operator, and where nobody knows' }),
  ),
  name: Type.String({ description: 'name of who did it' }),
  subject: Type.Optional(Type.String({ description: 'id of what was changed' })),
  detail: Type.Optional(Type.Record(Type.String(), Type.String())),
  requestId: Type.Optional(Type.String({ description: '`X-Request-Id` of the call' })),
  hash: Type.String({ description: 'covers this entry and the hash of the one before' }),
})
export type AuditEntry = Static<typeof AuditEntry>

export const audit = {
  list: route({
    method: 'GET',
    path: '/audit',
    summary: 'List the audit log of the account and its sub-accounts, newest first',
    access: { scopes: ['account'], master: true },
    query: Type.Object({
      id: Type.Optional(IntId),
      limit: Limit(50, 1000),
    }),
    returns: Type.Array(AuditEntry),
  }),
}
