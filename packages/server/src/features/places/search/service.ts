import { type Found, RIGHTS, type Right, type Scope, type SmartlockType } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import { limitsFor, type Principal, type RequestCtx } from '../../../platform/context.ts'
import { isOneOf } from '../../../platform/store/id-list.ts'
import { isKnownTo } from '../../identity/users/service.ts'
import * as stays from '../stays/service.ts'
import { type Wanted, wantedOf } from './rules.ts'
import * as store from './store.ts'

interface Question {
  q?: string
  limit?: number
}

const may = (principal: Principal, scopes: readonly Scope[], right?: Right): boolean =>
  scopes.some((scope) => principal.scopes.has(scope)) &&
  (right === undefined || principal.isMaster || (principal.rights & RIGHTS[right]) !== 0)

/** People are not for tokens that are for some doors (D119). */
const maySeePeople = (principal: Principal): boolean =>
  principal.tokenLimits === undefined && may(principal, ['account', 'smartlock.auth'], 'manageAuthorizations')

/** What has the words in its name, as far as the caller may see it (D240). */
export async function find(
  ctx: RequestCtx<'invalid_parameter'>,
  { q = '', limit = 6 }: Question,
): Promise<Found> {
  const { principal } = ctx
  const wanted = wantedOf(q)
  const managing = {
    ...ctx,
    principal: { ...principal, limits: limitsFor(principal, 'manageAuthorizations') },
  }
  const maySeeStays = may(principal, ['account'], 'manageAuthorizations')
  const look = <T>(isSeen: boolean, find: (wanted: Wanted) => Promise<T[]>) =>
    isSeen && wanted ? find(wanted) : []
  // At once: where the store is elsewhere, most of it is the way there.
  const [doors, people, found, addresses] = await Promise.all([
    look(true, (words) => doorsOf(ctx, words, limit)),
    look(maySeePeople(principal), (words) => peopleOf(managing, words, limit)),
    look(maySeeStays, () => staysOf(managing, q.trim(), limit)),
    look(may(principal, ['account']), (words) => addressesOf(ctx, words, limit)),
  ])
  return {
    doors,
    ...(maySeePeople(principal) && { people }),
    ...(maySeeStays && { stays: found }),
    ...(may(principal, ['account']) && { addresses }),
  }
}

/** The rows in the order in which they were found. */
const inOrder = <Row>(ids: readonly number[], rows: readonly Row[], idOf: (row: Row) => number): Row[] => {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Is it one of these? Undefined: there is no limit. */
const oneOf = ({ db }: RequestCtx, only: ReadonlySet<number> | undefined): store.Allowed | undefined =>
  only && ((id) => isOneOf(db, id, only))

/** Which doors the caller may move: each right has its own places (D209). */
function movable(principal: Principal): (smartlockId: number) => boolean {
  if (!may(principal, ['smartlock.action'], 'operateSmartlock')) return () => false
  const only = limitsFor(principal, 'operateSmartlock')?.smartlockIds
  return (smartlockId) => only === undefined || only.has(smartlockId)
}

async function doorsOf(ctx: RequestCtx, wanted: Wanted, limit: number): Promise<Found['doors']> {
  const { db, accountId } = ctx
  const allowed = oneOf(ctx, ctx.principal.limits?.smartlockIds)
  const ids = await store.idsOf(db, accountId, store.DOORS, wanted, allowed, limit)
  const rows = ids.length === 0 ? [] : await store.listDoors(db, accountId, ids)
  const mayMove = movable(ctx.principal)
  return inOrder(ids, rows, (row) => row.smartlock_id).map((row) => ({
    smartlockId: row.smartlock_id,
    name: row.name,
    type: row.type as SmartlockType,
    operable: mayMove(row.smartlock_id),
  }))
}

async function addressesOf(
  ctx: RequestCtx,
  wanted: Wanted,
  limit: number,
): Promise<NonNullable<Found['addresses']>> {
  const { db, accountId } = ctx
  const allowed = oneOf(ctx, ctx.principal.limits?.addressIds)
  const ids = await store.idsOf(db, accountId, store.ADDRESSES, wanted, allowed, limit)
  const rows = ids.length === 0 ? [] : await store.listAddresses(db, accountId, ids)
  return inOrder(ids, rows, (row) => row.address_id).map((row) => ({
    addressId: row.address_id,
    name: row.name,
  }))
}

async function peopleOf(
  ctx: RequestCtx,
  wanted: Wanted,
  limit: number,
): Promise<NonNullable<Found['people']>> {
  const { db, accountId } = ctx
  const known = isKnownTo(ctx)
  const allowed = known && (() => known)
  const ids = await store.idsOf(db, accountId, store.PEOPLE, wanted, allowed, limit)
  const rows = ids.length === 0 ? [] : await store.listPeople(db, accountId, ids)
  return inOrder(ids, rows, (row) => row.account_user_id).map((row) => ({
    accountUserId: row.account_user_id,
    name: row.name,
    email: row.email,
  }))
}

async function staysOf(
  ctx: RequestCtx<'invalid_parameter'>,
  name: string,
  limit: number,
): Promise<NonNullable<Found['stays']>> {
  const found = await stays.search(ctx, { name, phases: ['current', 'coming'], limit })
  return found.map(({ row }) => ({
    id: row.id,
    addressId: row.address_id,
    name: row.name,
    ...(row.reference !== null && { reference: row.reference }),
    allowedFromDate: toWireDate(row.valid_from),
    allowedUntilDate: toWireDate(row.valid_until),
  }))
}
