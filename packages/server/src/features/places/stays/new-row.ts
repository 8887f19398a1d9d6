import type { Ctx } from '../../../platform/context.ts'
import { inCapitals } from '../../../platform/store/capitals.ts'
import { type AddressTimes, isToBeTold, scheduleOf } from './rules.ts'
import type { ReservationRow } from './store.ts'

export interface NewStay {
  addressId: number
  unitId: string | null
  name: string
  email: string
  phone?: string | null
  language?: string | null
  /** What whoever sets them may give to a guest. */
  reach?: number
  guests: number
  reference: string | null
  startsAt: number
  endsAt: number
  feed?: { serviceId: string; linkId: number; key: string; event: unknown }
}

const UNTOUCHED = {
  state: 'accepted',
  automation: 0,
  check_in_time: null,
  check_out_time: null,
  issue_state: 'none',
  code_sealed: null,
  code_tries: 0,
  operation_id: null,
  checked_in: null,
  auto_off: 0,
  shut_doors: null,
  warned: 0,
  missing_fetches: 0,
} as const

/** What is known of one that comes from elsewhere. */
type Known = Partial<Pick<ReservationRow, 'state' | 'check_in_time' | 'check_out_time' | 'auto_off'>>

/** A stay that nothing was done for yet. */
export function newRow(
  ctx: Ctx<never>,
  times: AddressTimes,
  stay: NewStay,
  known: Known = {},
): ReservationRow {
  const now = ctx.clock.now()
  const facts = { ...UNTOUCHED, ...known, starts_at: stay.startsAt, ends_at: stay.endsAt }
  const { issueAt: _issueAt, ...schedule } = scheduleOf(facts, times, true, now)
  const isTold =
    facts.state === 'accepted' &&
    isToBeTold(schedule.valid_from, schedule.valid_until, times.messageHours, now)
  return {
    id: ctx.ids.timeOrdered(),
    account_id: ctx.accountId,
    address_id: stay.addressId,
    unit_id: stay.unitId,
    name: stay.name,
    email: stay.email,
    phone: stay.phone ?? null,
    language: stay.language ?? null,
    email_reach: stay.reach ?? 0,
    phone_reach: stay.reach ?? 0,
    guests: stay.guests,
    reference: stay.reference,
    name_key: inCapitals(stay.name),
    reference_key: inCapitals(stay.reference ?? ''),
    service_id: stay.feed?.serviceId ?? null,
    link_id: stay.feed?.linkId ?? null,
    feed_key: stay.feed?.key ?? null,
    feed_event: stay.feed ? JSON.stringify(stay.feed.event) : null,
    ...facts,
    ...schedule,
    ...(isTold && { due_at: now }),
    created_at: now,
    updated_at: now,
  }
}
