import { AUTOMATION } from '@latchwork/contract'
import type { Ctx } from '../../../platform/context.ts'
import * as addresses from '../addresses/service.ts'
import * as units from '../units/service.ts'
import { feedEventOf } from './bookings/service.ts'
import * as codes from './codes/service.ts'
import { scheduleOf } from './rules.ts'
import * as store from './store.ts'

/** What the guest of a stay may know of it. */
export interface GuestStay {
  addressId: number
  addressName: string
  timeZone: string
  name: string
  email: string
  phone: string | null
  language: string | null
  /** What whoever set them may give to a guest (D181). */
  emailReach: number
  phoneReach: number
  /** The calendar that the mail address came with, as long as nobody has set another. */
  emailFromLink: number | null
  messageHours: number | undefined
  from: number
  until: number
  /** Neither canceled nor over. */
  isLive: boolean
  /** It has begun, and nobody took its access away. */
  isOpen: boolean
  code: number | undefined
  /** When the code comes by itself, while there is none. */
  issueAt: number | undefined
  doors: number[]
  /** Those from which somebody deleted its code by hand. */
  shutDoors: number[]
  codes: codes.CodeRow[]
}

/** The stay as its guest sees it; undefined when it is gone. */
export async function ofGuest(ctx: Ctx<never>, id: string): Promise<GuestStay | undefined> {
  const row = await store.findAnywhere(ctx.db, ctx.accountId, id)
  const address = row && (await addresses.find(ctx, row.address_id))
  if (!row || !address) return undefined
  const now = ctx.clock.now()
  const times = addresses.timesOf(ctx, address)
  const { issueAt } = scheduleOf(row, times, true, now)
  const isLive = row.state === 'accepted' && now < row.valid_until
  return {
    addressId: row.address_id,
    addressName: address.name,
    timeZone: times.timeZone,
    name: row.name,
    email: row.email,
    phone: row.phone,
    language: row.language,
    emailReach: row.email_reach,
    phoneReach: row.phone_reach,
    emailFromLink: feedEventOf(row)?.email === row.email ? row.link_id : null,
    messageHours: times.messageHours,
    from: row.valid_from,
    until: row.valid_until,
    isLive,
    isOpen: isLive && now >= row.valid_from && !isTakenAway(row),
    code: codes.openCode(ctx, row),
    issueAt,
    doors: await units.doorsOf(ctx, { addressId: row.address_id, unitId: row.unit_id }),
    shutDoors: codes.shutDoorsOf(row),
    codes: await codes.listOf(ctx.db, ctx.accountId, id),
  }
}

export const assertStay = async (ctx: Ctx<'not_found'>, id: string): Promise<void> => {
  if (!(await store.findAnywhere(ctx.db, ctx.accountId, id))) ctx.fail('not_found')
}

/** Somebody answers for the guest's address as it is (D181); never for less than before. */
export const vouch = (
  ctx: Ctx<never>,
  id: string,
  reach: { email_reach: number } | { phone_reach: number },
) => store.update(ctx.db, ctx.accountId, id, reach)

/** By hand; codes that no lock took are no reason to keep a guest out. */
const isTakenAway = ({ auto_off, automation, issue_state }: store.ReservationRow): boolean =>
  issue_state === 'revoking' || (auto_off === 1 && automation === AUTOMATION.none)
