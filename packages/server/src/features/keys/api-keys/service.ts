import { randomBytes } from 'node:crypto'
import type { Changes, Scope } from '@latchwork/contract'
import { SCOPES } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'
import * as audit from '../../audit/service.ts'
import { withinQuota } from '../../identity/account/service.ts'
import * as notices from '../../identity/security-notices/service.ts'
import { PREFIX_LENGTH, redirectUriProblem, titleOf } from './rules.ts'
import * as store from './store.ts'
import {
  assertNoLimits,
  type BoundColumns,
  type BoundsRefusal,
  boundsText,
  columnsOf,
  fitting,
  inherited,
  type TokenBounds,
} from './token-bounds.ts'

export { isBounded } from './rules.ts'

export interface KeyFields {
  description?: string
  redirectUris?: string[]
}

export interface TokenFields extends TokenBounds {
  description?: string
  scopes?: Scope[]
  management?: boolean
}

export const list = (ctx: RequestCtx) => store.list(ctx.db, ctx.principal.accountId)

/** The key, or the same 404 whether it is missing or somebody else's (D38). */
export async function get(ctx: RequestCtx<'not_found'>, apiKeyId: number) {
  return (await store.find(ctx.db, ctx.principal.accountId, apiKeyId)) ?? ctx.fail('not_found')
}

export async function create(ctx: RequestCtx<'quota_exceeded' | 'invalid_parameter'>, fields: KeyFields) {
  assertRedirectUris(ctx, fields.redirectUris)
  const { accountId } = ctx.principal
  const quota = {
    limit: ctx.limits.apiKeys,
    of: 'API keys per account',
    count: (tx: typeof ctx) => store.count(tx.db, accountId),
  }
  return withinQuota(ctx, quota, (tx) => insertKey(tx, accountId, fields))
}

async function insertKey(ctx: Ctx<never>, accountId: number, fields: KeyFields) {
  const row = await store.insert(ctx.db, {
    account_id: accountId,
    client_id: randomBytes(20).toString('hex'),
    description: fields.description ?? null,
    redirect_uris: fields.redirectUris ? JSON.stringify(fields.redirectUris) : null,
    created_at: ctx.clock.now(),
  })
  await audit.record(ctx, { action: 'apiKey.created', subject: row.api_key_id })
  return row
}

/** The changes of a key, without redirect URIs that are sent back as they were read: those need no proof. */
export async function withoutSameUris(
  ctx: RequestCtx<'not_found'>,
  apiKeyId: number,
  { redirectUris, ...others }: Changes<KeyFields>,
): Promise<Changes<KeyFields>> {
  if (redirectUris === undefined) return others
  const { redirect_uris: before } = await get(ctx, apiKeyId)
  return (redirectUris && JSON.stringify(redirectUris)) === before ? others : { ...others, redirectUris }
}

export async function update(
  ctx: RequestCtx<'not_found' | 'invalid_parameter'>,
  apiKeyId: number,
  changes: Changes<KeyFields>,
): Promise<void> {
  assertRedirectUris(ctx, changes.redirectUris ?? undefined)
  const { description, redirectUris } = changes
  if (description === undefined && redirectUris === undefined) return
  await inTransaction(ctx, async (tx) => {
    await store.update(tx.db, tx.principal.accountId, apiKeyId, {
      ...(description !== undefined && { description }),
      ...(redirectUris !== undefined && { redirect_uris: redirectUris && JSON.stringify(redirectUris) }),
    })
    await audit.record(tx, { action: 'apiKey.updated', subject: apiKeyId })
  })
}

function assertRedirectUris(ctx: Ctx<'invalid_parameter'>, uris: string[] | undefined): void {
  for (const [i, uri] of (uris ?? []).entries()) {
    const problem = redirectUriProblem(uri)
    if (problem) failParameter(ctx.fail, `redirectUris[${i}]`, problem)
  }
}

const MAX_TOLD = 1000

/** Deletes the key and with it its tokens, which stop working at once (D58). */
export async function remove(ctx: RequestCtx<'not_found'>, apiKeyId: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { accountId } = tx.principal
    // Held first: nobody lets it in between the look at who did and its end.
    if (!(await store.find(tx.db, accountId, apiKeyId))) ctx.fail('not_found')
    const granting = await store.listGranting(tx.db, accountId, apiKeyId, MAX_TOLD)
    await store.remove(tx.db, accountId, apiKeyId)
    await tx.ports.accessEnded(tx, accountId, { of: 'token', apiKeyId })
    await audit.record(tx, { action: 'apiKey.deleted', subject: apiKeyId })
    // Grants to the key are other accounts'; of very many, looking at everybody is as quick.
    const concerned = granting.length < MAX_TOLD ? [accountId, ...granting] : undefined
    tx.afterCommit(() => tx.wake.notify('credential', concerned))
  })
}

export async function listTokens(ctx: RequestCtx<'not_found'>, apiKeyId: number) {
  await get(ctx, apiKeyId)
  return store.listTokens(ctx.db, ctx.principal.accountId, apiKeyId)
}

export async function getToken(ctx: RequestCtx<'not_found'>, apiKeyId: number, id: string) {
  return (await store.findToken(ctx.db, ctx.principal.accountId, apiKeyId, id)) ?? ctx.fail('not_found')
}

/**
 * Makes a token; without scopes it gets those of the token that asks. Whether they may be given was asked before (D34);
 * it is bounded like the token that asks (D119).
 */
export async function createToken(
  ctx: RequestCtx<'quota_exceeded' | BoundsRefusal>,
  apiKeyId: number,
  fields: TokenFields,
) {
  const scopes = fields.scopes ?? [...ctx.principal.scopes]
  await get(ctx, apiKeyId)
  const { accountId } = ctx.principal
  const quota = {
    limit: ctx.limits.tokensPerKey,
    of: 'tokens per API key',
    count: (tx: typeof ctx) => store.countTokens(tx.db, accountId, apiKeyId),
  }
  const bounds = { ...inherited(ctx.principal), ...fields }
  const columns = fitting({}, await columnsOf(ctx, bounds))
  if (fields.management) assertNoLimits(ctx, columns, fields)
  return withinQuota(ctx, quota, async (tx) => {
    const row = { accountId, apiKeyId, ...bounds, scopes, networksBefore: [tx.network] }
    const made = await insertToken(tx, row, columns)
    const notice = fields.management ? 'managementToken' : 'newToken'
    await notices.warn(tx, accountId, notice, { what: titleOf(made.row) })
    return made
  })
}

interface NewTokenRow extends TokenFields {
  accountId: number
  apiKeyId: number
  scopes: Scope[]
  token?: string
  /** Where the call came from that made it; its owner is not warned of a management token that is used from there. */
  networksBefore?: string[]
}

async function insertToken(
  ctx: Ctx<never>,
  {
    accountId,
    apiKeyId,
    scopes,
    description,
    token = newToken(),
    management = false,
    networksBefore,
    ...bounds
  }: NewTokenRow,
  columns: BoundColumns = {},
) {
  const row = await store.insertToken(ctx.db, {
    id: ctx.ids.timeOrdered(),
    account_id: accountId,
    api_key_id: apiKeyId,
    token_hash: hashToken(token),
    prefix: token.slice(0, PREFIX_LENGTH),
    description: description ?? null,
    scopes: JSON.stringify(scopes),
    created_at: ctx.clock.now(),
    last_used_at: null,
    management: management ? 1 : 0,
    known_networks: management && networksBefore ? JSON.stringify(networksBefore) : null,
    ...columns,
  })
  const kind = management ? { management: 'true' } : {}
  await audit.record(ctx, {
    action: 'apiToken.created',
    subject: row.id,
    detail: { apiKeyId: String(apiKeyId), scopes: scopes.join(' '), ...kind, ...boundsText(bounds) },
  })
  return { row, token }
}

export async function removeToken(ctx: RequestCtx<'not_found'>, apiKeyId: number, id: string): Promise<void> {
  if (!(await removeTokenOf(ctx, ctx.principal.accountId, apiKeyId, id))) ctx.fail('not_found')
}

const removeTokenOf = (ctx: Ctx<never>, accountId: number, apiKeyId: number, id: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    if (!(await store.removeToken(tx.db, accountId, apiKeyId, id))) return false
    await tx.ports.accessEnded(tx, accountId, { of: 'token', apiKeyId })
    await audit.record(tx, { action: 'apiToken.deleted', subject: id })
    tx.afterCommit(() => tx.wake.notify('credential', accountId))
    return true
  })

/** Every token of an account, under whatever key, stops working (D36). */
export const removeAllTokens = (ctx: Ctx<never>, accountId: number) =>
  store.removeAllTokens(ctx.db, accountId)

/** The owner's first token: a management token with every scope (D41, D243). `token` is the operator's own when given. */
export const createFirstToken = (ctx: Ctx<never>, accountId: number, token?: string): Promise<string> =>
  issue(ctx, accountId, { key: 'First start', description: 'Made on first start', token, management: true })

/** A token from the operator's command line, under a key of its own; its owner is told. */
export const createByOperator = (ctx: Ctx<never>, accountId: number, description: string): Promise<string> =>
  inTransaction(ctx, async (tx) => {
    const token = await issue(tx, accountId, { key: 'Made by the operator', description })
    await notices.warn(tx, accountId, 'newToken', { what: description })
    return token
  })

interface Issue {
  key: string
  description: string
  token?: string | undefined
  management?: boolean
}

const issue = (ctx: Ctx<never>, accountId: number, { key, token, ...fields }: Issue): Promise<string> =>
  inTransaction(ctx, async (tx) => {
    const { api_key_id: apiKeyId } = await insertKey(tx, accountId, { description: key })
    const row = { accountId, apiKeyId, scopes: [...SCOPES], ...fields, ...(token && { token }) }
    return (await insertToken(tx, row)).token
  })

/** Tokens of an account under all its keys. */
export const listAllTokens = (ctx: Ctx<never>, accountId: number) => store.listAllTokens(ctx.db, accountId)

/** Ends one token, whichever key it is under; false when the account has none such. */
export async function removeByOperator(ctx: Ctx<never>, accountId: number, id: string): Promise<boolean> {
  const row = (await listAllTokens(ctx, accountId)).find((token) => token.id === id)
  return row !== undefined && removeTokenOf(ctx, accountId, row.api_key_id, id)
}

/** Those under one key, or one of them; the ids of what went. */
export const removeTokensOfKey = (ctx: Ctx<never>, accountId: number, apiKeyId: number, id?: string) =>
  store.removeTokensOfKey(ctx.db, accountId, apiKeyId, id)

export const touch = (ctx: Ctx<never>, id: string, at: number) => store.touch(ctx.db, id, at)
