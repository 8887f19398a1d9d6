import Type, { type Static } from 'typebox'
import { DateTime, IntId, Limit, StringEnum } from './fields.ts'
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

/** How far logs were at a moment, to be kept where who writes the database cannot write. */
export const AuditCheckpoint = Type.Object({
  version: Type.Integer({ description: '1' }),
  date: DateTime,
  number: Type.Integer({ description: 'of the anchor over all accounts; it only ever counts up' }),
  accounts: Type.Integer({ description: 'that the anchor covers' }),
  entries: Type.Integer({ description: 'that the anchor covers' }),
  digest: Type.String({ description: 'of the anchors of all accounts' }),
  heads: Type.Array(Type.Tuple([Type.Integer(), Type.Integer(), Type.String()]), {
    description: 'account, id of its newest entry, and the hash of that entry',
  }),
})
export type AuditCheckpoint = Static<typeof AuditCheckpoint>

export const SignedCheckpoint = Type.Object({
  checkpoint: AuditCheckpoint,
  publicKey: Type.String({ description: 'Ed25519, SPKI in base64; it stays the same' }),
  signature: Type.String({
    description: 'over the text of `checkpoint` as it stands in the answer, in base64',
  }),
})
export type SignedCheckpoint = Static<typeof SignedCheckpoint>

/** `signed`: one JSON document that can be shown to others (D242). */
export const AUDIT_FORMATS = ['jsonl', 'csv', 'signed'] as const

/** The audit log as one document whose signature can be checked (D242). */
const SignedAudit = Type.Object({
  audit: Type.Object({
    version: Type.Integer({ description: '1' }),
    accountId: IntId,
    date: DateTime,
    fromDate: Type.Optional(DateTime),
    toDate: Type.Optional(DateTime),
    entries: Type.Array(AuditEntry),
  }),
  digest: Type.String({ description: 'SHA-256 of the text of `audit`, in hex' }),
  publicKey: Type.String({ description: 'Ed25519, SPKI in base64' }),
  signature: Type.String({ description: 'over the text of `digest`, in base64' }),
})

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
  checkpoint: route({
    method: 'GET',
    path: '/audit/checkpoint',
    summary: 'Read how far the audit log is, signed, to keep it elsewhere',
    access: { scopes: ['account'], master: true },
    returns: SignedCheckpoint,
  }),
  export: route({
    method: 'GET',
    path: '/audit/export',
    summary: 'Download the audit log, or what of it is between two moments, oldest first',
    access: { scopes: ['account'], master: true },
    query: Type.Object({
      format: Type.Optional(StringEnum(AUDIT_FORMATS)),
      fromDate: Type.Optional(DateTime),
      toDate: Type.Optional({ ...DateTime, description: 'this moment is no longer part of it' }),
    }),
    returns: Type.String(),
    file: ['application/x-ndjson', 'text/csv', 'application/json'],
    holds: SignedAudit,
  }),
}
