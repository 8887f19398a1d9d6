import { SCOPES, type Scope } from '@latchwork/contract'
import type { Selectable } from 'kysely'
import type { Ctx, Principal } from '../../../platform/context.ts'
import type { WebhookEndpointTable } from '../../../schema/webhooks.ts'
import * as tokenLimits from '../../keys/token-limits/service.ts'
import * as store from './store.ts'

/**
 * A decentral webhook, and a notification, gets what the access that made it may read, and ends with that access (D117).
 * One made by an API token or an OAuth grant goes with its row, in the database itself; for the rest there is the port
 * `accessEnded`. One made in the console is of the account: it stays when its session is signed out or runs out, and goes
 * when somebody takes the session away.
 */
export type Maker = Pick<Selectable<WebhookEndpointTable>, 'token_id' | 'grant_id' | 'session_id'>

export const makerOf = ({ kind, tokenId }: Principal): Maker => ({
  token_id: kind === 'api' ? tokenId : null,
  grant_id: kind === 'oauth' ? tokenId : null,
  session_id: kind === 'session' ? tokenId : null,
})

/** What a webhook's maker may read now. */
export interface MakerSight {
  readonly isMaster: boolean
  readonly rights: number
  readonly scopes: ReadonlySet<Scope>
  /** False when its time is over: then it reads nothing. */
  readonly isLive: boolean
  /** What its token (D119) and the roles of its account (D209) are for. */
  readonly limits: Principal['limits']
  readonly reach: Principal['reach']
  readonly tokenLimits: Principal['tokenLimits']
}

const EVERYTHING: ReadonlySet<Scope> = new Set(SCOPES)

/** Undefined when the account is gone. */
export async function sightOf(
  ctx: Ctx<never>,
  endpoint: Maker & { account_id: number },
): Promise<MakerSight | undefined> {
  const { token_id: tokenId, grant_id: grantId } = endpoint
  const row = await store.findMaker(ctx.db, endpoint.account_id, { tokenId, grantId })
  if (!row) return undefined
  const scopes = tokenId !== null ? row.token_scopes : row.grant_scopes
  const isOwn = tokenId === null && grantId === null
  const endsAt = tokenId !== null ? (row.token_expires_at ?? Number.POSITIVE_INFINITY) : row.grant_ends_at
  return {
    isMaster: row.master_account_id === null,
    rights: row.rights,
    scopes: isOwn ? EVERYTHING : new Set(JSON.parse(scopes ?? '[]') as Scope[]),
    ...(await tokenLimits.resolve(ctx, row.master_account_id ?? endpoint.account_id, row)),
    isLive: isOwn || (scopes !== null && Number(endsAt ?? 0) > ctx.clock.now()),
  }
}

/** Work that goes on by itself: whose locks, who asked for it, and by which access. */
export type AskedFor = Maker & {
  account_id: number
  actor_account_id: number
  actor_name: string
  api_key_id: number | null
}

/** Whoever asked for work, with what they may do now; undefined when they may do nothing any more. */
export async function askerOf(ctx: Ctx<never>, run: AskedFor): Promise<Principal | undefined> {
  const sight = await sightOf(ctx, { ...run, account_id: run.actor_account_id })
  if (!sight?.isLive) return undefined
  return {
    ...sight,
    accountId: run.actor_account_id,
    ownerAccountId: run.account_id,
    name: run.actor_name,
    isOperator: false,
    needsSecondFactor: false,
    kind: run.token_id !== null ? 'api' : run.grant_id !== null ? 'oauth' : 'session',
    tokenId: run.token_id ?? run.grant_id ?? run.session_id ?? '',
    apiKeyId: run.api_key_id,
    expiresAt: Number.POSITIVE_INFINITY,
    management: undefined,
    networks: undefined,
  }
}

/** Which webhooks of an account were made by what has run out meanwhile. */
export async function endedOf(ctx: Ctx<never>, accountId: number): Promise<ReadonlySet<number>> {
  const rows = await store.listEnded(ctx.db, accountId, ctx.clock.now())
  return new Set(rows.map((row) => row.endpoint_id))
}

/** Access that has ended, with which goes what was made by it. */
export type EndedAccess =
  /** Everything that has access to the account loses it (D36). */
  | { readonly of: 'account' }
  /** An integration is removed: what the account has under the key goes, whoever made it (D77). */
  | { readonly of: 'key'; readonly apiKeyId: number }
  /** A token went. Webhooks from before makers were kept go with the last access through their key. */
  | { readonly of: 'token'; readonly apiKeyId: number }
  /** Somebody took these sessions away. */
  | { readonly of: 'sessions'; readonly sessionIds: readonly string[] }
