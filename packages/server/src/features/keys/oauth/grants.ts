import type { Scope } from '@latchwork/contract'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'
import * as audit from '../../audit/service.ts'
import * as central from '../../events/webhooks/central/service.ts'
import { ownerOf } from '../../identity/account/service.ts'
import * as notices from '../../identity/security-notices/service.ts'
import { ACCESS_SECONDS, type OauthClient, REFRESH_MS } from './rules.ts'
import * as store from './store.ts'

export interface IssuedTokens {
  accessToken: string
  /** Undefined when the person allowed the app for one hour only (D245). */
  refreshToken: string | undefined
  scopes: Scope[]
}

/** What a code was worth: a new grant with its first tokens; undefined when it has just been taken back, by a new password. */
export async function redeem(
  ctx: Ctx<never>,
  client: OauthClient,
  { accountId, codeHash, scopes }: { accountId: number; codeHash: string; scopes: Scope[] },
): Promise<IssuedTokens | undefined> {
  const ownerId = await ownerOf(ctx, accountId)
  return inTransaction({ ...ctx, accountId: ownerId }, async (tx) => {
    const code = await store.findChoice(tx.db, codeHash)
    if (!code) return undefined
    const isForOneHour = code.is_for_one_hour === 1
    const grantId = tx.ids.timeOrdered()
    const now = tx.clock.now()
    await store.insertGrant(tx.db, {
      id: grantId,
      account_id: accountId,
      api_key_id: client.apiKeyId,
      scopes: JSON.stringify(scopes),
      created_at: now,
      last_used_at: null,
      ends_at: isForOneHour ? now + ACCESS_SECONDS * 1000 : null,
    })
    await central.grantMade(tx, { apiKeyId: client.apiKeyId, accountId, grantId })
    const { tokensPerKey } = tx.limits
    const hasEnded = await store.removeOldestGrants(tx.db, accountId, client.apiKeyId, tokensPerKey)
    if (hasEnded) tx.afterCommit(() => tx.wake.notify('credential', accountId))
    await store.linkCode(tx.db, codeHash, grantId)
    await audit.record(tx, {
      action: 'oauthGrant.created',
      subject: grantId,
      detail: {
        clientId: client.clientId,
        accountId: String(accountId),
        scopes: scopes.join(' '),
        ...(isForOneHour && { lasts: 'one hour' }),
      },
    })
    // The call is the client's: from where it comes says nothing about the person.
    const unseen = { ...tx, network: undefined, incoming: undefined }
    await notices.warn(unseen, accountId, 'appAllowed', { what: client.name })
    const refreshToken = isForOneHour ? undefined : await issueRefresh(tx, grantId, scopes)
    return { accessToken: await issueAccess(tx, grantId, scopes), refreshToken, scopes }
  })
}

export interface RefreshUse {
  grantId: string
  accountId: number
  refreshToken: string
  /** Of the refresh token; the access token may have fewer. */
  refreshScopes: Scope[]
  scopes: Scope[]
}

/** New tokens for a refresh token, which public clients get anew and others keep; undefined when it was just used. */
export async function refresh(
  ctx: Ctx<never>,
  client: OauthClient,
  { grantId, refreshToken, refreshScopes, scopes }: RefreshUse,
): Promise<IssuedTokens | undefined> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const hash = hashToken(refreshToken)
    if (client.secret !== undefined) {
      if (!(await store.prolongToken(tx.db, hash, now + REFRESH_MS))) return undefined
      return { accessToken: await issueAccess(tx, grantId, scopes), refreshToken, scopes }
    }
    if (!(await store.replaceToken(tx.db, hash, now))) return undefined
    const rotated = await issueRefresh(tx, grantId, refreshScopes)
    return { accessToken: await issueAccess(tx, grantId, scopes), refreshToken: rotated, scopes }
  })
}

const issueAccess = (ctx: Ctx<never>, grantId: string, scopes: Scope[]) =>
  issue(ctx, grantId, 'access', scopes, ctx.clock.now() + ACCESS_SECONDS * 1000)

const issueRefresh = (ctx: Ctx<never>, grantId: string, scopes: Scope[]) =>
  issue(ctx, grantId, 'refresh', scopes, ctx.clock.now() + REFRESH_MS)

async function issue(
  ctx: Ctx<never>,
  grantId: string,
  kind: 'access' | 'refresh',
  scopes: Scope[],
  expiresAt: number,
): Promise<string> {
  const token = newToken()
  await store.insertTokens(ctx.db, [
    {
      token_hash: hashToken(token),
      grant_id: grantId,
      kind,
      scopes: JSON.stringify(scopes),
      expires_at: expiresAt,
      replaced_at: null,
    },
  ])
  return token
}

/** Ends a grant and all its tokens at once, in every process. */
export async function end(
  ctx: Ctx<never>,
  accountId: number,
  grantId: string,
  reason: string,
): Promise<void> {
  const ownerId = await ownerOf(ctx, accountId)
  await inTransaction({ ...ctx, accountId: ownerId }, async (tx) => {
    const grant = await store.findGrant(tx.db, accountId, grantId)
    if (!grant) return
    await central.grantEnds(tx, { apiKeyId: grant.api_key_id, accountId, grantId })
    if (!(await store.removeGrant(tx.db, accountId, grantId))) return
    await audit.record(tx, {
      action: 'oauthGrant.deleted',
      subject: grantId,
      detail: { apiKeyId: String(grant.api_key_id), accountId: String(accountId), reason },
    })
    tx.afterCommit(() => tx.wake.notify('credential', accountId))
  })
}

const ENDED_AT_ONCE = 500

/** Ends every grant that has run out, each like one that was revoked: a central webhook goes on by another grant. */
export async function removeEnded(ctx: Ctx<never>): Promise<void> {
  for (;;) {
    const ended = await store.listEndedGrants(ctx.db, ctx.clock.now(), ENDED_AT_ONCE)
    for (const { id, account_id } of ended) await end(ctx, account_id, id, 'ran out')
    if (ended.length < ENDED_AT_ONCE) return
  }
}
