import type { Language, ToldCode } from '@latchwork/contract'
import { AppError, fail } from '../../../../platform/app-error.ts'
import { type Ctx, inTransaction } from '../../../../platform/context.ts'
import * as account from '../../../identity/account/service.ts'
import * as mail from '../../../mail/service.ts'
import * as links from '../../links/service.ts'
import {
  type Contact,
  contactOf,
  type Facts,
  factsOf,
  newsOf,
  pageUrl,
  toldCodeOf,
  toldOf,
  valuesOf,
} from '../facts.ts'
import { type Gateway, type Outcome, post } from '../gateway.ts'
import { asksForLink, endingLinks, fill, type REASONS, type Template, type Told } from '../rules.ts'
import { listAll } from '../service.ts'
import { gatewayOf, settingOf, templateOf } from '../settings.ts'
import * as store from '../store.ts'

/** What came of one look at a message. */
export type Attempt =
  | (Outcome & { told: Told; toldCode: ToldCode })
  /** It is not to be sent any more. */
  | { result: 'withdrawn'; reason: Reason }
  /** Nothing was tried: the account had its share of messages for now. */
  | { result: 'waits'; until: number }
  /** There is no way to the guest. */
  | { result: 'impossible'; reason: Reason; told: Told; toldCode: ToldCode }

type Reason = keyof typeof REASONS

/** Takes a message to its guest once, made of what is true now. */
export async function sendOnce(
  ctx: Ctx<never>,
  row: store.MessageRow,
  transport: mail.MailTransport | undefined,
): Promise<Attempt> {
  const facts = await factsOf(ctx, row.reservation_id)
  const contact = facts && (await contactOf(ctx, facts, row.channel))
  const gateway = facts && row.channel === 'gateway' ? await findGateway(ctx, facts) : undefined
  const reason = reasonNotTo(ctx, row, { facts, contact, gateway })
  if (!facts || !contact || reason !== undefined)
    return { result: 'withdrawn', reason: reason ?? 'stay_over' }
  const told = { told: toldOf(facts, contact), toldCode: toldCodeOf(facts, contact) }
  if (row.channel === 'mail') {
    const problem = mailProblem(row, transport)
    if (problem !== undefined) return { result: 'impossible', reason: problem, ...told }
  }
  const until = await restUntil(ctx, row)
  if (until !== undefined) return { result: 'waits', until }
  const words = await wordsOf(ctx, row, facts, contact)
  const outcome = gateway
    ? await postTo(ctx, gateway, row, facts, words)
    : await mailTo(transport as mail.MailTransport, row, words)
  return { ...outcome, ...told }
}

const findGateway = async (ctx: Ctx<never>, { stay }: Facts): Promise<Gateway | undefined> =>
  gatewayOf(ctx, await settingOf(ctx, stay.addressId))

interface Found {
  facts: Facts | undefined
  contact: Contact | undefined
  gateway: Gateway | undefined
}

/** Why it is not sent, as things are by now. */
function reasonNotTo(
  ctx: Ctx<never>,
  row: store.MessageRow,
  { facts, contact, gateway }: Found,
): Reason | undefined {
  if (!facts?.stay.isLive) return 'stay_over'
  if (contact?.recipient !== row.recipient) return 'address_changed'
  if (row.channel === 'gateway' && !gateway) return 'gateway_removed'
  if (row.by_hand === 1) return undefined
  const { isDue, isCodeAwaited, isLate } = newsOf(facts, contact, ctx.clock.now())
  if (!isDue) return 'not_due'
  return isCodeAwaited && !isLate ? 'code_awaited' : undefined
}

function mailProblem(
  { recipient }: store.MessageRow,
  transport: mail.MailTransport | undefined,
): Reason | undefined {
  if (!mail.isMailbox(recipient)) return 'not_a_mail_address'
  return transport ? undefined : 'no_mail_server'
}

/** Counted once for each message, with the mails of the account (D118). */
async function restUntil(ctx: Ctx<never>, row: store.MessageRow): Promise<number | undefined> {
  if (row.attempts > 0) return undefined
  try {
    await account.assertMayMail({ ...ctx, fail }, row.account_id)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
    return ctx.clock.now() + (error.detail.retryAfterSeconds ?? 60) * 1000
  }
}

async function wordsOf(
  ctx: Ctx<never>,
  row: store.MessageRow,
  facts: Facts,
  contact: Contact,
): Promise<Template> {
  const language = row.language as Language
  const key = { channel: row.channel, kind: row.kind, language }
  const template = await templateOf(ctx, facts.stay.addressId, key)
  const hasLink = contact.reach > 0 && pageUrl(ctx, '') !== undefined && asksForLink(template)
  const link = hasLink ? await linkFor(ctx, row, contact) : undefined
  return fill(template, await valuesOf(ctx, facts, contact, { language, link }))
}

/** A link of its own for every attempt, since nobody knows the token of the one before; that one ends. */
const linkFor = (
  ctx: Ctx<never>,
  row: store.MessageRow,
  { recipient, reach }: Contact,
): Promise<string | undefined> =>
  inTransaction(ctx, async (tx) => {
    const rows = await listAll(tx, row.reservation_id)
    const others = rows.filter(({ channel, id }) => channel === row.channel && id !== row.id).reverse()
    const mine = rows.find(({ id }) => id === row.id)?.link_id ?? null
    const ending = [...endingLinks(others, recipient), ...(mine === null ? [] : [mine])]
    if (ending.length > 0) await links.removeMade(tx, row.reservation_id, ending)
    const made = await links.makeForMessage(tx, row.reservation_id, row.language as Language, reach > 1)
    await store.update(tx.db, tx.accountId, [row.id], { link_id: made.row.id })
    return pageUrl(tx, made.token)
  })

const mailTo = (
  transport: mail.MailTransport,
  { id, recipient, created_at, language }: store.MessageRow,
  { subject = '', text }: Template,
): Promise<Outcome> =>
  transport.send({
    // The same on every attempt: a server that has it already knows it again.
    ...{ id, to: recipient, date: created_at },
    ...mail.renderText(language as Language, mail.oneLine(subject), text),
  })

const postTo = (
  ctx: Ctx<never>,
  gateway: Gateway,
  { id, reservation_id, kind, language, recipient }: store.MessageRow,
  { stay }: Facts,
  { text }: Template,
): Promise<Outcome> =>
  post(ctx, gateway, {
    ...{ messageId: id, addressId: stay.addressId, reservationId: reservation_id },
    ...{ kind, language, phone: recipient, text, test: false },
  })
