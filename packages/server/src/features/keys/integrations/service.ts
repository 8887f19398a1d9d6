import type { ConsentRequest } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import { inTransaction, type RequestCtx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import * as apiKeys from '../api-keys/service.ts'
import * as oauth from '../oauth/service.ts'
import { idTextOf, keyNameOf } from './rules.ts'
import * as store from './store.ts'

/** Everything that has access to the calling account. */
export async function list(ctx: RequestCtx) {
  const { accountId } = ctx.principal
  return {
    tokens: await store.listTokens(ctx.db, accountId),
    grants: await store.listGrants(ctx.db, accountId, ctx.clock.now()),
  }
}

/** What an application asks the calling person for, checked as at the authorize page (D191). */
export async function request(
  ctx: RequestCtx<'not_found' | 'invalid_parameter'>,
  query: string,
): Promise<ConsentRequest> {
  const opening = await oauth.openQuery(ctx, query)
  if (opening.kind === 'unknown') return ctx.fail('not_found', { message: opening.message })
  if (opening.kind === 'refuse') return failParameter(ctx.fail, 'query', `was refused: ${opening.message}`)
  if (opening.kind === 'redirect') return { redirectTo: opening.to }
  const { client, request: asked } = opening
  return {
    ticket: await oauth.askPerson(ctx, ctx.principal.accountId, asked),
    application: client.name,
    host: new URL(asked.redirectUri).host,
    scopes: asked.scopes,
  }
}

/** The answer of the calling person; a ticket that is somebody else's is none. */
export async function consent(
  ctx: RequestCtx<'not_found'>,
  answer: oauth.Decision & { ticket: string },
): Promise<string> {
  const to = await oauth.decide(ctx, ctx.principal.accountId, answer)
  return to ?? ctx.fail('not_found', { message: oauth.TOO_OLD })
}

/** Without `tokenId` everything under the key goes, of this account only (D77). */
export async function remove(
  ctx: RequestCtx<'not_found'>,
  { apiKeyId, tokenId }: { apiKeyId: string | number; tokenId?: string | number },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const keyId = (await keyIdOf(tx, apiKeyId)) ?? tx.fail('not_found')
    const { accountId } = tx.principal
    const wanted = tokenId === undefined ? undefined : (idTextOf(tokenId) ?? tx.fail('not_found'))
    const tokens = await apiKeys.removeTokensOfKey(tx, accountId, keyId, wanted)
    const grants = tokenId === undefined ? await oauth.endGrantsOfKey(tx, accountId, keyId) : []
    if (tokens.length + grants.length === 0) tx.fail('not_found')
    if (tokenId === undefined) await tx.ports.accessEnded(tx, accountId, { of: 'key', apiKeyId: keyId })
    else await tx.ports.accessEnded(tx, accountId, { of: 'token', apiKeyId: keyId })
    for (const subject of tokens) await audit.record(tx, { action: 'apiToken.deleted', subject })
    for (const subject of grants) await audit.record(tx, { action: 'oauthGrant.deleted', subject })
    tx.afterCommit(() => tx.wake.notify('credential', accountId))
  })
}

async function keyIdOf(ctx: RequestCtx, value: string | number): Promise<number | undefined> {
  const name = keyNameOf(value)
  if (!name) return undefined
  return 'apiKeyId' in name ? name.apiKeyId : store.findKeyId(ctx.db, name.clientId)
}
