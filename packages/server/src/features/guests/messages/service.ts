import type { Language, MessageChannel, MessageKind } from '@latchwork/contract'
import { languageOf } from '../../../messages/index.ts'
import { failParameter } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import * as stays from '../../places/stays/service.ts'
import * as links from '../links/service.ts'
import { type Contact, contactOf, type Facts, factsOf, newsOf } from './facts.ts'
import { nextMessage, REASONS, type Told } from './rules.ts'
import { assertGiver, settingOf } from './settings.ts'
import * as store from './store.ts'

export {
  bring,
  get,
  preview,
  putTemplate,
  removeGateway,
  removeTemplate,
  type SettingsView,
  setGateway,
  testGateway,
  trustCalendars,
  update,
} from './settings.ts'

/** Messages of one stay that are looked at, and shown: nobody is written to so often. */
const MOST_OF_STAY = 100

export const toldContext = (id: string): string => `guest_message.told:${id}`

const readTold = (ctx: Ctx<never>, { id, told_sealed }: store.MessageRow): Told | undefined =>
  told_sealed === null ? undefined : (JSON.parse(ctx.sealer.open(told_sealed, toldContext(id))) as Told)

export const listAll = (ctx: Ctx<never>, reservationId: string) =>
  store.listOfStay(ctx.db, ctx.accountId, reservationId, MOST_OF_STAY)

export async function listOfStay(
  ctx: RequestCtx<'not_found'>,
  addressId: number,
  reservationId: string,
): Promise<store.MessageRow[]> {
  await stays.get(ctx, addressId, reservationId)
  return listAll(ctx, reservationId)
}

/**
 * The clock has looked at a stay: what its guest is to be told now is queued, in the same transaction. What
 * was told before is in the table, so that neither a restart nor another process says it again.
 */
export async function plan(ctx: Ctx<never>, reservationId: string): Promise<void> {
  const facts = await factsOf(ctx, reservationId)
  if (!facts?.stay.isLive) return
  const setting = await settingOf(ctx, facts.stay.addressId)
  const rows = (await listAll(ctx, reservationId)).reverse()
  const channels = setting.gateway_sealed === null ? (['mail'] as const) : (['mail', 'gateway'] as const)
  for (const channel of channels) {
    const contact = await contactOf(ctx, facts, channel)
    if (!contact) continue
    const earlier = rows.filter((row) => row.channel === channel)
    const known = earlier.map((row) => ({ ...row, told: readTold(ctx, row) }))
    const kind = nextMessage(known, newsOf(facts, contact, ctx.clock.now()))
    if (kind) await enqueue(ctx, facts, { channel, kind, contact, setting, isByHand: false })
  }
}

interface NewMessage {
  channel: MessageChannel
  kind: MessageKind
  contact: Contact
  setting: store.SettingRow
  isByHand: boolean
}

async function enqueue(
  ctx: Ctx<never>,
  { reservationId, stay }: Facts,
  { channel, kind, contact, setting, isByHand }: NewMessage,
): Promise<store.MessageRow> {
  const now = ctx.clock.now()
  ctx.afterCommit(() => ctx.wake.notify('message'))
  return store.insert(ctx.db, {
    id: ctx.ids.timeOrdered(),
    account_id: ctx.accountId,
    reservation_id: reservationId,
    channel,
    kind,
    recipient: contact.recipient,
    language: languageFor(stay, setting),
    by_hand: Number(isByHand),
    state: 'queued',
    told_code: 'none',
    told_sealed: null,
    link_id: null,
    attempts: 0,
    reason: null,
    error: null,
    next_at: now,
    leased_until: null,
    lease_owner: null,
    created_at: now,
    updated_at: now,
  })
}

const languageFor = (stay: stays.GuestStay, setting: store.SettingRow): Language =>
  languageOf(stay.language ?? setting.language)

export interface Sending {
  channel?: MessageChannel
  /** Who the caller takes the guest for. */
  recipient?: string
}

type SendRefusal = 'not_found' | 'scope_missing' | 'invalid_parameter' | 'reservation_not_active'

/** Somebody wants the guest to be written to now, whatever was written before. */
export function send(
  ctx: RequestCtx<SendRefusal>,
  addressId: number,
  reservationId: string,
  { channel = 'mail', recipient }: Sending,
): Promise<store.MessageRow> {
  return inTransaction(ctx, async (tx) => {
    await stays.get(tx, addressId, reservationId)
    assertGiver(tx)
    await stays.assertStay(tx, reservationId)
    const facts = await factsOf(tx, reservationId)
    if (!facts?.stay.isLive) return tx.fail('reservation_not_active')
    const setting = await settingOf(tx, addressId)
    if (channel === 'gateway' && setting.gateway_sealed === null)
      failParameter(tx.fail, 'channel', 'has to be mail: the address has no gateway')
    const contact = await contactOf(tx, facts, channel)
    if (!contact)
      return failParameter(tx.fail, 'channel', 'cannot be this one: the guest has no address for it')
    if (recipient !== undefined) await vouch(tx, facts, channel, contact, recipient)
    const waiting = (await listAll(tx, reservationId)).find(
      (row) => row.channel === channel && row.recipient === contact.recipient && row.state === 'queued',
    )
    return waiting
      ? hurry(tx, waiting)
      : enqueue(tx, facts, { channel, kind: 'arrival', contact, setting, isByHand: true })
  })
}

/** One that waits anyway is sent now. */
async function hurry(tx: RequestCtx<SendRefusal>, row: store.MessageRow): Promise<store.MessageRow> {
  const changes = { by_hand: 1, next_at: tx.clock.now() }
  await store.update(tx.db, tx.accountId, [row.id], changes)
  tx.afterCommit(() => tx.wake.notify('message'))
  return { ...row, ...changes }
}

/** Who names the guest's address answers for it, as far as they may give away what is written there (D181). */
async function vouch(
  tx: RequestCtx<SendRefusal>,
  { reservationId, stay }: Facts,
  channel: MessageChannel,
  { recipient, reach: before }: Contact,
  named: string,
): Promise<void> {
  if (named !== recipient) failParameter(tx.fail, 'recipient', 'is not the address that the guest has now')
  const reach = stays.contactReachOf(tx.principal, stay)
  if (reach <= before) return
  await stays.vouch(tx, reservationId, channel === 'mail' ? { email_reach: reach } : { phone_reach: reach })
  const detail = { reservation: reservationId, channel }
  await audit.record(tx, { action: 'guestMessages.addressVouched', subject: reservationId, detail })
}

/** The guest has another address: what waits for the one before is not sent, and links that went there end. */
export async function forgetContact(ctx: Ctx<never>, reservationId: string): Promise<void> {
  const stay = await stays.ofGuest(ctx, reservationId)
  if (!stay) return
  const isOld = ({ channel, recipient }: store.MessageRow) =>
    recipient !== (channel === 'mail' ? stay.email : stay.phone)
  const old = (await listAll(ctx, reservationId)).filter(isOld)
  const linkIds = old.flatMap(({ link_id }) => link_id ?? [])
  if (linkIds.length > 0) await links.removeMade(ctx, reservationId, linkIds)
  const waiting = old.filter(({ state }) => state === 'queued').map(({ id }) => id)
  if (waiting.length === 0) return
  const now = ctx.clock.now()
  const why = { reason: 'address_changed', error: REASONS.address_changed } as const
  const over = { state: 'withdrawn', ...why, next_at: null, updated_at: now } as const
  await store.update(ctx.db, ctx.accountId, waiting, over)
}
