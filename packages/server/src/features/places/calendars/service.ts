import type { ServiceId } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import { groupByChange } from '../../../platform/store/group-changes.ts'
import { hasAddress } from '../../keys/token-limits/service.ts'
import * as operations from '../../operations/service.ts'
import * as addresses from '../addresses/service.ts'
import * as reservations from '../stays/service.ts'
import * as units from '../units/service.ts'
import { maskUrl, SERVICE_NAMES } from './rules.ts'
import * as store from './store.ts'

/** Everything that the flags of services are made of, for one account. */
export interface ServicesView {
  enabled: readonly ServiceId[]
  links: store.LinkRow[]
  used: Set<string>
  reservations: Map<number, number>
}

/** Three queries, however many services and links there are. */
export async function view(ctx: RequestCtx, enabled: readonly ServiceId[]): Promise<ServicesView> {
  const all = await store.list(ctx.db, ctx.accountId)
  const links = all.filter((link) => hasAddress(ctx.principal, link.address_id))
  const used = new Set((await store.listUsed(ctx.db, ctx.accountId)).map((row) => row.service_id))
  return { enabled, links, used, reservations: await reservations.countOfLinks(ctx) }
}

export interface NewLink {
  url?: string
  addressId?: number
  unitId?: string
}

type LinkRefusal = 'service_disabled' | 'url_not_allowed' | 'invalid_parameter' | 'not_found'

/** Links a calendar to an address and starts a first fetch; without a body it only says what to send (D67). */
export async function link(
  ctx: RequestCtx<LinkRefusal>,
  serviceId: ServiceId,
  enabled: readonly ServiceId[],
  body: NewLink,
): Promise<string> {
  assertEnabled(ctx, serviceId, enabled)
  if (Object.keys(body).length === 0) return usageOf(serviceId)
  const url = body.url ?? failParameter(ctx.fail, 'url', 'is required: the https address of the calendar')
  const addressId = body.addressId ?? failParameter(ctx.fail, 'addressId', 'is required: an address of yours')
  assertAllowed(ctx, url)
  return inTransaction(ctx, async (tx) => {
    const address = await addresses.get(tx, addressId)
    if (body.unitId !== undefined) await units.get(tx, addressId, body.unitId)
    await storeLink(tx, { serviceId, addressId, unitId: body.unitId ?? null }, url)
    tx.afterCommit(() => tx.wake.notify('feed'))
    return `${SERVICE_NAMES[serviceId]} is linked to ${address.name}; its calendar is being fetched.`
  })
}

const usageOf = (serviceId: ServiceId): string =>
  `To link ${SERVICE_NAMES[serviceId]}, send url (https address of the calendar export) and addressId, ` +
  'and unitId if the calendar is that of a unit.'

/** Does the operator let calendars come from this service? */
export function assertEnabled(
  ctx: Ctx<'service_disabled'>,
  serviceId: ServiceId,
  enabled: readonly ServiceId[],
): void {
  if (!enabled.includes(serviceId)) ctx.fail('service_disabled')
}

/** Is the URL of a calendar one that may be asked at all (D92)? */
export function assertAllowed(ctx: Ctx<'url_not_allowed'>, url: string): void {
  const problem = ctx.outbound.problemWith(url)
  if (problem)
    ctx.fail('url_not_allowed', { message: `url ${problem}.`, errors: [{ path: 'url', message: problem }] })
}

/** What belongs to a link is sealed for it alone. */
export const sealContext = (accountId: number): string => `service-link:${accountId}`

async function storeLink(tx: Ctx<never>, place: store.LinkPlace, url: string): Promise<void> {
  const now = tx.clock.now()
  const fresh = {
    url_sealed: tx.sealer.seal(url, sealContext(tx.accountId)),
    url_masked: maskUrl(url),
    status: 'active',
    etag: null,
    last_modified: null,
    failures: 0,
    // Whoever names a calendar wants what is in it, also when it replaces another one.
    trusted: 1,
    // Vouched for was what another URL says (D181).
    tells_guests: 0,
    last_error: null,
    last_error_code: null,
    last_change: null,
    next_at: now,
    ...store.FETCH_ANEW,
    updated_at: now,
  } as const
  await store.noteUse(tx.db, tx.accountId, place.serviceId, now)
  const known = await store.findAt(tx.db, tx.accountId, place)
  if (known) await store.update(tx.db, tx.accountId, known.link_id, fresh)
  else {
    const { link_id } = await store.insert(tx.db, {
      account_id: tx.accountId,
      service_id: place.serviceId,
      address_id: place.addressId,
      unit_id: place.unitId,
      last_sync_at: null,
      operation_id: null,
      created_at: now,
      ...fresh,
    })
    await reservations.joinLink(tx, { linkId: link_id, ...place })
  }
  await addresses.noteService(tx, place.addressId, place.serviceId)
}

/** Which links of a service; all of them without a word. */
export interface WhichLinks {
  addressId?: number
  linkId?: number
}

type SyncRefusal = 'service_disabled' | 'service_not_linked' | 'not_found'

/** Fetches the linked calendars now; one that was paused gets its chance to go on (D68). */
export async function sync(
  ctx: RequestCtx<SyncRefusal>,
  serviceId: ServiceId,
  enabled: readonly ServiceId[],
  which: WhichLinks,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const links = await linksOf(tx, serviceId, which)
    assertEnabled(tx, serviceId, enabled)
    if (links.length === 0) tx.fail('service_not_linked')
    const operationId = await operations.accept(tx, { type: 'service.sync' })
    await fetchNow(tx, links, operationId)
    await endSyncs(tx, links, 'A later sync took its place.')
    tx.afterCommit(() => tx.wake.notify('feed'))
    return operationId
  })
}

/** An address or a link that is named must be there (D38); an address without links has none. */
async function linksOf(
  ctx: Ctx<'not_found'>,
  serviceId: ServiceId,
  { addressId, linkId }: WhichLinks,
): Promise<store.LinkRow[]> {
  if (addressId !== undefined) await addresses.get(ctx, addressId)
  const links = (await store.list(ctx.db, ctx.accountId, serviceId)).filter(
    (one) =>
      (addressId === undefined || one.address_id === addressId) &&
      (linkId === undefined || one.link_id === linkId),
  )
  return links.length === 0 && linkId !== undefined ? ctx.fail('not_found') : links
}

/** What waited for these links has no end of its own any more. */
const endSyncs = (ctx: Ctx<never>, links: readonly store.LinkRow[], error: string) =>
  operations.endAll(
    ctx,
    [...new Set(links.flatMap((one) => one.operation_id ?? []))].map((id) => ({
      id,
      status: 'cancelled',
      error,
    })),
  )

async function fetchNow(tx: Ctx<never>, links: readonly store.LinkRow[], operationId: string): Promise<void> {
  const fetching = { operation_id: operationId, next_at: tx.clock.now(), ...store.FETCH_ANEW }
  const groups = groupByChange(links, ({ status }) => ({
    ...fetching,
    // Whoever asks for a fetch of a paused link has looked at why it was paused.
    ...(status === 'paused' && { trusted: 1, etag: null, last_modified: null }),
  }))
  for (const { change, items } of groups) {
    const ids = items.map(({ link_id }) => link_id)
    await store.updateAll(tx.db, tx.accountId, ids, change)
  }
}

/** Removes links; what has no code yet goes with them, and nothing happens where nothing is linked (D70). */
export async function unlink(
  ctx: RequestCtx<'not_found'>,
  serviceId: ServiceId,
  which: WhichLinks,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await removeLinks(tx, await linksOf(tx, serviceId, which))
  })
}

/** Units go, and their calendars with them: what a unit's calendar brought is treated as if it was unlinked (D70, D79). */
export const unlinkUnits = async (tx: Ctx<never>, unitIds: readonly string[]): Promise<void> =>
  removeLinks(tx, await store.listOfUnits(tx.db, tx.accountId, unitIds))

async function removeLinks(tx: Ctx<never>, links: readonly store.LinkRow[]): Promise<void> {
  for (const { link_id, address_id } of links) {
    await reservations.leaveLink(tx, link_id)
    await store.remove(tx.db, tx.accountId, link_id)
    const [left] = await store.listOfAddress(tx.db, tx.accountId, address_id)
    await addresses.noteService(tx, address_id, left?.service_id ?? null)
  }
  await endSyncs(tx, links, 'The link was removed.')
}

/** Whether guests get their codes at the addresses that a calendar names (D181). */
export const tellsGuests = async (ctx: Ctx<never>, linkId: number): Promise<boolean> =>
  (await store.find(ctx.db, ctx.accountId, linkId))?.tells_guests === 1

/** Whether that is so for every calendar of an address, of which there is one at least. */
export async function allTellGuests(ctx: Ctx<never>, addressId: number): Promise<boolean> {
  const links = await store.listOfAddress(ctx.db, ctx.accountId, addressId)
  return links.length > 0 && links.every((link) => link.tells_guests === 1)
}

/** Stores whether guests from the calendars of an address are written to, and has its stays looked at again. */
export async function setTellsGuests(ctx: Ctx<never>, addressId: number, isOn: boolean): Promise<void> {
  const links = await store.listOfAddress(ctx.db, ctx.accountId, addressId)
  if (links.length === 0) return
  const ids = links.map((link) => link.link_id)
  await store.updateAll(ctx.db, ctx.accountId, ids, { tells_guests: Number(isOn) })
  await reservations.lookAgain(ctx, addressId)
}

/** Times or zone of an address changed: what its calendars' dates mean is another thing now. */
export async function readAnew(ctx: Ctx<never>, addressId: number): Promise<void> {
  await store.readAnew(ctx.db, ctx.accountId, addressId, ctx.clock.now())
  ctx.afterCommit(() => ctx.wake.notify('feed'))
}
