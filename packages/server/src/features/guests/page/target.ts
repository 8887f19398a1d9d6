import type { GuestCtx } from '../../../http/handler.ts'
import { AppError } from '../../../platform/app-error.ts'
import * as authorizations from '../../access/service.ts'
import * as smartlocks from '../../locks/service.ts'
import * as addresses from '../../places/addresses/service.ts'
import * as stays from '../../places/stays/service.ts'
import * as house from '../house/service.ts'
import * as links from '../links/service.ts'
import { isKeptOut } from './rules.ts'
import { codesOfStay } from './stay-codes.ts'

/** The code of this guest on one door. */
export interface DoorCode {
  smartlockId: number
  authId: string
  /** The lock has confirmed it as it stands. */
  isProven: boolean
}

/** What a link is for, whether that is a stay or a right: all that a page is made of. */
export interface Target {
  link: links.LinkRow
  name: string
  address: { id: number; name: string } | undefined
  timeZone: string
  from: number | undefined
  until: number | undefined
  code: number | undefined
  issueAt: number | undefined
  codes: DoorCode[]
  /** Every door of it. */
  smartlockIds: number[]
  /** Those that this guest may open now. */
  open: ReadonlySet<number>
  /** Those that their house opens to nobody from a page. */
  shut: ReadonlySet<number>
  /** For whoever is told about it: the page of the stay or the right in the console. */
  consolePath: string
}

/** What the link is for, as long as it lasts; afterwards its token is as good as one that never was. */
export async function targetOf(ctx: GuestCtx<'token_invalid'>): Promise<Target> {
  const link = await links.find(ctx, ctx.guest.linkId)
  const target = link && (link.reservation_id !== null ? await ofStay(ctx, link) : await ofRight(ctx, link))
  return target ?? ctx.fail('token_invalid')
}

async function ofStay(ctx: GuestCtx<'token_invalid'>, link: links.LinkRow): Promise<Target | undefined> {
  const stay = await stays.ofGuest(ctx, link.reservation_id as string)
  if (!stay?.isLive) return undefined
  const reach = await links.reachNow(ctx, link, { addressId: stay.addressId }, ctx.network)
  if (!reach) return undefined
  const { addressId, addressName, doors, shutDoors, isOpen, codes: _codes, ...rest } = stay
  const all = await codesOfStay(ctx, stay)
  const held = all.filter((code) => !code.isGoing)
  // Switched off or deleted among the rights of the lock: there, too, the host decides.
  const taken = all.filter((code) => code.isGoing || !code.isEnabled)
  const off = new Set([...shutDoors, ...taken.map((code) => code.smartlockId)])
  return {
    ...rest,
    link,
    address: { id: addressId, name: addressName },
    codes: held,
    smartlockIds: doors,
    open: new Set(isOpen && reach.opens === 1 ? doors.filter((id) => !off.has(id)) : []),
    shut: new Set((await house.isShut(ctx, addressId)) ? doors : []),
    consolePath: `/stays/${addressId}/${link.reservation_id}`,
  }
}

async function ofRight(ctx: GuestCtx<'token_invalid'>, link: links.LinkRow): Promise<Target | undefined> {
  const quiet = { ...ctx, fail: noSuchThing }
  const { auth_id: authId, smartlock_id: smartlockId } = link as { auth_id: string; smartlock_id: number }
  const row = await authorizations.get(quiet, smartlockId, authId)
  const reach = await links.reachNow(ctx, link, { smartlockId }, ctx.network)
  if (!reach) return undefined
  const isOver = row.until_date !== null && row.until_date <= ctx.clock.now()
  if (row.sync_state === 'deleting' || isOver) return undefined
  const all = reach.all_doors === 1 ? await authorizations.withSameCode(ctx, row) : [row]
  const same = all.filter((one) => one.sync_state !== 'deleting')
  const open = new Set<number>()
  for (const one of same) {
    const why = await authorizations.explain(quiet, one.smartlock_id, { authId: one.id })
    if (reach.opens === 1 && !isKeptOut(why)) open.add(one.smartlock_id)
  }
  const smartlockIds = same.map((one) => one.smartlock_id)
  const lock = await smartlocks.get(quiet, smartlockId)
  const address = reach.tells_house === 1 ? await addresses.onlyOneWith(ctx, smartlockId) : undefined
  return {
    link,
    name: row.name,
    address: address && { id: address.address_id, name: address.name },
    timeZone: smartlocks.capabilityOf({ row: lock, pending: [] }).timeZone,
    from: row.from_date ?? undefined,
    until: row.until_date ?? undefined,
    code: row.enabled === 1 ? authorizations.openCode(ctx, row) : undefined,
    issueAt: undefined,
    codes: same.map((one) => ({
      smartlockId: one.smartlock_id,
      authId: one.id,
      isProven: one.enabled === 1 && one.sync_state === 'synced' && one.device_number !== null,
    })),
    smartlockIds,
    open,
    shut: new Set(await house.shutAmong(ctx, smartlockIds)),
    consolePath: `/access/${smartlockId}/${authId}`,
  }
}

/** The right went with its link a moment ago. */
const noSuchThing = (): never => {
  throw new AppError('token_invalid')
}
