import { type CreatorKind, SCOPES, type Scope } from '@latchwork/contract'
import type { Selectable } from 'kysely'
import type { Ctx, Principal } from '../../../platform/context.ts'
import { networksOf } from '../../../platform/net/networks.ts'
import type { CreatorColumns } from '../../../schema/creators.ts'
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
  /** When it ends by itself; Infinity for never. */
  readonly expiresAt: number
  /** The networks that its token is accepted from; undefined for all. */
  readonly networks: Principal['networks']
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
    expiresAt: isOwn ? Number.POSITIVE_INFINITY : Number(endsAt ?? 0),
    networks:
      row.token_networks === null ? undefined : networksOf(JSON.parse(row.token_networks) as string[]),
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
    management: undefined,
  }
}

/**
 * Whether things made by this caller belong to the account itself, so that they outlive the caller: a person who is
 * signed in to a master account (D255).
 */
const makesForAccount = ({ kind, isMaster }: Principal): boolean => isMaster && kind === 'session'

const ACCOUNT_ITSELF: CreatorColumns = { creator_account_id: null, token_id: null, grant_id: null }

/** The creator columns of a new row. Without a principal the service makes it, for the account. */
export function creatorOf(principal: Principal | undefined): CreatorColumns {
  if (!principal || makesForAccount(principal)) return ACCOUNT_ITSELF
  const { token_id, grant_id } = makerOf(principal)
  return { creator_account_id: principal.accountId, token_id, grant_id }
}

/** The power behind a row at this moment: `principal` is undefined where the row belongs to the account itself. */
export interface Backing {
  readonly principal: Principal | undefined
}

/** Reads what the creator of a row may do now. Answers undefined once the creator has ended. */
export async function backingOf(
  ctx: Ctx<never>,
  { creator_account_id: actor, token_id, grant_id }: CreatorColumns,
): Promise<Backing | undefined> {
  if (actor === null) return { principal: undefined }
  const access = { token_id, grant_id, session_id: null, api_key_id: null }
  const asked = { ...access, account_id: ctx.accountId, actor_account_id: actor, actor_name: '' }
  const principal = await askerOf(ctx, asked)
  return principal && { principal }
}

/** The same for several rows, with one look at each creator. */
export async function backingsOf<Row extends CreatorColumns>(
  ctx: Ctx<never>,
  rows: readonly Row[],
): Promise<Map<Row, Backing | undefined>> {
  const known = new Map<string, Backing | undefined>()
  for (const row of rows) {
    const key = creatorKey(row)
    if (!known.has(key)) known.set(key, await backingOf(ctx, row))
  }
  return new Map(rows.map((row) => [row, known.get(creatorKey(row))]))
}

const creatorKey = ({ creator_account_id, token_id, grant_id }: CreatorColumns): string =>
  [creator_account_id, token_id, grant_id].join(' ')

/** Who made a row, in the words of the API. */
export const creatorKindOf = ({ creator_account_id, token_id, grant_id }: CreatorColumns): CreatorKind => {
  if (token_id !== null) return 'token'
  if (grant_id !== null) return 'app'
  return creator_account_id === null ? 'account' : 'subAccount'
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
