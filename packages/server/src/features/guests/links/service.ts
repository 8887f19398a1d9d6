import { AUTH_TYPE, type CreatorKind, type Language } from '@latchwork/contract'
import type { GuestCaller } from '../../../http/authenticate.ts'
import { type Ctx, inTransaction, type RequestCtx, type WorkCtx } from '../../../platform/context.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'
import * as authorizations from '../../access/service.ts'
import * as audit from '../../audit/service.ts'
import * as makers from '../../events/makers/service.ts'
import { withinQuota } from '../../identity/account/service.ts'
import * as stays from '../../places/stays/service.ts'
import { type Place, type Reach, reachOf, remainingReach } from './rules.ts'
import * as store from './store.ts'

export { pathOf } from './rules.ts'
export type { LinkRow } from './store.ts'

/** Links of one stay or right at a time: a few people, and some that were lost. */
const MOST_LINKS = 10

const SEEN_MS = 60_000
/** How long a page may ask about an opening; no operation takes longer. */
const OPENINGS_KEPT_MS = 3_600_000

/** A link, and whether it has lost its power with its creator. */
export interface LinkView {
  row: store.LinkRow
  creator: CreatorKind
  hasEnded: boolean
}

export interface MadeLink extends LinkView {
  token: string
}

type MakeRefusal = 'not_found' | 'quota_exceeded' | 'reservation_not_active' | 'scope_missing'

/** Makes a link for a stay of an address. Its token is known to nobody afterwards but who asked. */
export async function makeForStay(
  ctx: WorkCtx<MakeRefusal>,
  addressId: number,
  reservationId: string,
  language: Language,
): Promise<MadeLink> {
  const { row } = await stays.get(ctx, addressId, reservationId)
  if (row.state === 'canceled' || row.valid_until <= ctx.clock.now()) ctx.fail('reservation_not_active')
  if (ctx.principal && !ctx.principal.scopes.has('smartlock.auth'))
    ctx.fail('scope_missing', { message: 'The page shows a code: the token lacks the scope smartlock.auth.' })
  // All that the path names is within the limits of the token.
  const reach = { ...reachOf(ctx.principal, { addressId }), tells_house: 1, all_doors: 1 }
  return make(ctx, { reservationId }, language, reach)
}

/** For a message to the guest of a stay; it opens doors where whoever set the guest's address may (D181). */
export async function makeForMessage(
  ctx: Ctx<never>,
  reservationId: string,
  language: Language,
  opens: boolean,
): Promise<MadeLink> {
  const reach = { opens: Number(opens), tells_house: 1, all_doors: 1 }
  return insertLink({ ...ctx, actor: audit.SERVICE }, { reservationId }, language, reach)
}

/** Links that were sent to somebody who is not the guest any more, or long ago. */
export const removeMade = (ctx: Ctx<never>, reservationId: string, linkIds: readonly string[]) =>
  store.removeAll(ctx.db, ctx.accountId, reservationId, linkIds)

/** The same for a keypad code that somebody was given. */
export async function makeForAuth(
  ctx: RequestCtx<'not_found' | 'quota_exceeded' | 'code_not_allowed'>,
  smartlockId: number,
  authId: string,
  language: Language,
): Promise<MadeLink> {
  const row = await authorizations.get(ctx, smartlockId, authId)
  if (row.type !== AUTH_TYPE.keypadCode) ctx.fail('code_not_allowed')
  return make(ctx, { authId, smartlockId }, language, reachOf(ctx.principal, { smartlockId }))
}

function make(
  ctx: WorkCtx<'quota_exceeded'>,
  target: store.Target,
  language: Language,
  reach: Reach,
): Promise<MadeLink> {
  const quota = {
    limit: MOST_LINKS,
    of: 'guest links',
    count: (tx: typeof ctx) => store.count(tx.db, tx.accountId, target),
  }
  return withinQuota(ctx, quota, async (tx) => {
    if ('authId' in target) await store.removeDead(tx.db, tx.accountId)
    return insertLink(tx, target, language, reach)
  })
}

async function insertLink(
  ctx: WorkCtx & audit.Origin,
  target: store.Target,
  language: Language,
  reach: Reach,
): Promise<MadeLink> {
  const token = newToken()
  const id = ctx.ids.timeOrdered()
  const row = await store.insert(ctx.db, {
    id,
    account_id: ctx.accountId,
    token_hash: hashToken(token),
    reservation_id: 'authId' in target ? null : target.reservationId,
    auth_id: 'authId' in target ? target.authId : null,
    smartlock_id: 'authId' in target ? target.smartlockId : null,
    language,
    seen_at: null,
    created_at: ctx.clock.now(),
    ...makers.creatorOf(ctx.principal),
    ...reach,
  })
  await audit.record(ctx, { action: 'guestLink.created', subject: id, detail: detailOf(target) })
  return { ...viewOf(row), token }
}

const detailOf = (target: store.Target) =>
  'authId' in target ? { authorization: target.authId } : { reservation: target.reservationId }

export async function listOfStay(ctx: RequestCtx<'not_found'>, addressId: number, reservationId: string) {
  await stays.get(ctx, addressId, reservationId)
  return viewsOf(ctx, await store.listOf(ctx.db, ctx.accountId, { reservationId }), { addressId })
}

export async function listOfAuth(ctx: RequestCtx<'not_found'>, smartlockId: number, authId: string) {
  await authorizations.get(ctx, smartlockId, authId)
  return viewsOf(ctx, await store.listOf(ctx.db, ctx.accountId, { authId, smartlockId }), { smartlockId })
}

const viewOf = (row: store.LinkRow, hasEnded = false): LinkView => ({
  row,
  creator: makers.creatorKindOf(row),
  hasEnded,
})

async function viewsOf(ctx: Ctx<never>, rows: store.LinkRow[], at: Place): Promise<LinkView[]> {
  const backings = await makers.backingsOf(ctx, rows)
  return rows.map((row) => viewOf(row, !remainingReach(row, backings.get(row), at, undefined)))
}

/** What a link gives to a guest who calls from this network; undefined when it has lost its power. */
export async function reachNow(
  ctx: Ctx<never>,
  row: store.LinkRow,
  at: Place,
  network: string,
): Promise<Reach | undefined> {
  return remainingReach(row, await makers.backingOf(ctx, row), at, network)
}

/** The owner takes a link over: it gives what it gave when it was made, and depends on nobody else any more (D255). */
export async function keepOfStay(
  ctx: RequestCtx<'not_found'>,
  addressId: number,
  reservationId: string,
  linkId: string,
): Promise<LinkView> {
  await stays.get(ctx, addressId, reservationId)
  return keep(ctx, { reservationId }, linkId)
}

export async function keepOfAuth(
  ctx: RequestCtx<'not_found'>,
  smartlockId: number,
  authId: string,
  linkId: string,
): Promise<LinkView> {
  await authorizations.get(ctx, smartlockId, authId)
  return keep(ctx, { authId, smartlockId }, linkId)
}

const keep = (ctx: RequestCtx<'not_found'>, target: store.Target, linkId: string): Promise<LinkView> =>
  inTransaction(ctx, async (tx) => {
    const row = await store.setCreator(tx.db, tx.accountId, target, linkId, makers.creatorOf(undefined))
    if (!row) return tx.fail('not_found')
    await audit.record(tx, { action: 'guestLink.kept', subject: linkId, detail: detailOf(target) })
    return viewOf(row)
  })

export async function revokeOfStay(
  ctx: RequestCtx<'not_found'>,
  addressId: number,
  reservationId: string,
  linkId: string,
): Promise<void> {
  await stays.get(ctx, addressId, reservationId)
  await revoke(ctx, { reservationId }, linkId)
}

export async function revokeOfAuth(
  ctx: RequestCtx<'not_found'>,
  smartlockId: number,
  authId: string,
  linkId: string,
): Promise<void> {
  await authorizations.get(ctx, smartlockId, authId)
  await revoke(ctx, { authId, smartlockId }, linkId)
}

const revoke = (ctx: RequestCtx<'not_found'>, target: store.Target, linkId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (!(await store.remove(tx.db, tx.accountId, target, linkId))) tx.fail('not_found')
    await audit.record(tx, { action: 'guestLink.revoked', subject: linkId, detail: detailOf(target) })
  })

/** Whose link a token is, for the door of the service; whether it still opens anything is asked later. */
export async function lookUp(ctx: Ctx<never>, token: string): Promise<GuestCaller | undefined> {
  const row = await store.findByToken(ctx.db, hashToken(token))
  return row && { linkId: row.id, accountId: row.account_id }
}

/** The link, as long as there is what it is for: a stay takes its links along, of a right they are removed here. */
export async function find(ctx: Ctx<never>, linkId: string): Promise<store.LinkRow | undefined> {
  const row = await store.find(ctx.db, ctx.accountId, linkId)
  if (!row || row.auth_id === null || (await authorizations.known(ctx, [row.auth_id])).length > 0) return row
  await store.removeDead(ctx.db, ctx.accountId)
  return undefined
}

/** To the minute: a page that is looked at again and again is not written down again and again. */
export async function noteSeen(ctx: Ctx<never>, { id, seen_at }: store.LinkRow): Promise<void> {
  const now = ctx.clock.now()
  if (seen_at === null || now - seen_at >= SEEN_MS) await store.noteSeen(ctx.db, ctx.accountId, id, now)
}

export async function noteOpening(ctx: Ctx<never>, linkId: string, operationId: string): Promise<void> {
  const now = ctx.clock.now()
  await store.removeOpeningsBefore(ctx.db, linkId, now - OPENINGS_KEPT_MS)
  const opening = { operation_id: operationId, link_id: linkId, opened_at: now }
  await store.insertOpening(ctx.db, { account_id: ctx.accountId, ...opening })
}

/** Did this link ask for it? */
export const isOpeningOf = async (ctx: Ctx<never>, linkId: string, operationId: string): Promise<boolean> =>
  (await store.findOpening(ctx.db, linkId, operationId)) !== undefined
