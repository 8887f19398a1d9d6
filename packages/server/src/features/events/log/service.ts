import type { EventFeature, WebhookFeature } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import type { Ctx, RequestCtx } from '../../../platform/context.ts'
import { timeOfId } from '../../../platform/ids.ts'
import type { Db } from '../../../platform/store/database.ts'
import {
  type Bounds,
  rightsCover as covers,
  emptyLogCursor,
  replayFloor as floorOfReplay,
  isAbout,
  isPosted as isSent,
  isVisible as isShown,
  missingScopes,
  oldestKept,
  visibleFeatures,
} from './rules.ts'
import * as store from './store.ts'

export type { Bounds } from './rules.ts'
export type { EventRow } from './store.ts'

export interface EventPage {
  rows: store.EventRow[]
  /** Where to go on: everything up to here was shown or is not for the caller. */
  next: string
}

export interface ListQuery {
  after?: string
  before?: string
  order?: 'oldest' | 'newest'
  feature?: EventFeature
  limit?: number
}

/** Events that the caller may see: after the cursor, oldest first (D93), or from the newest back (D190). */
export async function list(
  ctx: RequestCtx<'cursor_expired' | 'invalid_parameter'>,
  query: ListQuery,
): Promise<EventPage & { hasMore?: boolean }> {
  assertOneWay(ctx, query)
  const { after, limit = 100 } = query
  const now = ctx.clock.now()
  const oldest = oldestKept(now, ctx.limits.eventRetentionMs)
  const filter = { ...sightOf(ctx.principal, query.feature), limit }
  if (query.order === 'newest')
    return pageBefore(ctx.db, ctx.accountId, { ...filter, before: query.before, downTo: oldest })
  if (after !== undefined && after < oldest) ctx.fail('cursor_expired')
  const page = await pageAfter(ctx.db, ctx.accountId, { ...filter, after: after ?? oldest })
  return page ?? { rows: [], next: after ?? emptyLogCursor(now) }
}

/** A cursor of the one direction means nothing in the other. */
function assertOneWay(ctx: RequestCtx<'invalid_parameter'>, { order, after, before }: ListQuery): void {
  const wrong = order === 'newest' ? after !== undefined && 'after' : before !== undefined && 'before'
  if (!wrong) return
  const message = wrong === 'after' ? 'does not go with order=newest' : 'needs order=newest'
  failParameter(ctx.fail, wrong, message)
}

/** What of the log the caller sees, or what of that is of one feature. */
function sightOf(principal: RequestCtx['principal'], feature: EventFeature | undefined) {
  const { apiKeyId, limits, reach } = principal
  const features = visibleFeatures(principal)
  return {
    features: feature === undefined ? features : features.filter((one) => one === feature),
    apiKeyId: feature === undefined || feature === 'CALLBACK' ? apiKeyId : null,
    limits,
    reach,
  }
}

/** The way back: what is older than the cursor, in steps as bounded as those forward. */
async function pageBefore(
  db: Db,
  accountId: number,
  filter: store.PastFilter & Bounds,
): Promise<EventPage & { hasMore: boolean }> {
  const reached = await store.findNthBack(db, accountId, filter.before, LOOKED_AT)
  const downTo = reached !== undefined && reached > filter.downTo ? reached : filter.downTo
  const rows = await store.listBack(db, accountId, { ...filter, downTo })
  const isFull = rows.length === filter.limit
  return {
    rows: rows.filter((row) => isAbout(filter, row)),
    next: isFull ? (rows.at(-1) as store.EventRow).id : downTo,
    hasMore: isFull || downTo !== filter.downTo,
  }
}

export type PageFilter = Omit<store.EventFilter, 'upTo'> & Bounds

/** Undefined when there is nothing after the cursor, for nobody. */
export async function pageAfter(
  db: Db,
  accountId: number,
  filter: PageFilter,
): Promise<EventPage | undefined> {
  const head = await store.findHead(db, accountId)
  if (head === undefined || head <= filter.after) return undefined
  const upTo = await endOfPage(db, accountId, filter.after, head)
  const rows = await store.list(db, accountId, { ...filter, upTo })
  const next = rows.length < filter.limit ? upTo : (rows.at(-1) as store.EventRow).id
  return { rows: rows.filter((row) => isAbout(filter, row)), next }
}

/** So much of the log is never long to look through. */
const NEAR_MS = 10_000
/** So many events are looked at for one page, however few of them are for the caller. */
const LOOKED_AT = 5000

/** Who is far behind goes on in bounded steps. Hardly anybody is, so hardly anybody pays for the question. */
async function endOfPage(db: Db, accountId: number, after: string, head: string): Promise<string> {
  if (timeOfId(head) - timeOfId(after) < NEAR_MS) return head
  return (await store.findNth(db, accountId, after, LOOKED_AT)) ?? head
}

/** Where the log of the account ends now. */
export const headOf = (ctx: Ctx<never>, accountId: number) => store.findHead(ctx.db, accountId)

export const listByIds = (ctx: Ctx<never>, accountId: number, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : store.listByIds(ctx.db, accountId, ids)

/** Do the rights of an account cover the feature (7.2, D59)? */
export const rightsCover = covers

/** Do its rights and the given scopes show the feature (7.2)? */
export const isVisible = isShown

/** Do its rights and the given scopes send the feature to a decentral webhook (7.2, D246)? */
export const isPosted = isSent

/** Nobody has events sent to them that they may not read (D59, D117), or that a decentral webhook may not get (D246). */
export function assertMayRead(
  ctx: RequestCtx<'right_missing' | 'scope_missing'>,
  features: readonly WebhookFeature[],
  to: 'itself' | 'webhook' = 'itself',
): void {
  const hidden = features.filter((feature) => !covers(ctx.principal, feature))
  if (hidden.length > 0) {
    ctx.fail('right_missing', { message: `The sub-account lacks the right to see ${hidden.join(', ')}.` })
  }
  const missing = missingScopes(ctx.principal, features, to)
  if (missing.length > 0) {
    ctx.fail('scope_missing', { message: `The token may not read all of this: ${missing.join(', ')}.` })
  }
}

/** Is an event about what a token is limited to (D119)? */
export const isWithin = isAbout

/** Where the log begins for an endpoint that comes back (D90). */
export const replayFloor = floorOfReplay
