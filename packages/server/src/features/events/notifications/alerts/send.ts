import type { AlertChannelKind, AlertMessage } from '@latchwork/contract'
import { type Ctx, inTransaction } from '../../../../platform/context.ts'
import type { Post, PostResult } from '../../../../platform/net/outbound.ts'
import { countAttempt } from '../../../../platform/security/attempts.ts'
import * as mail from '../../../mail/service.ts'
import * as webhooks from '../../webhooks/service.ts'
import type { NotificationRow } from '../store.ts'
import { postFor } from './posts.ts'
import type { Target } from './rules.ts'
import { vapidKeys } from './vapid.ts'

export type AlertOutcome =
  | { result: 'delivered' }
  | { result: 'gone'; error: string }
  | { result: 'later'; error: string; retryAfterMs?: number }

/** What of a day is still worth a look in the evening. */
const PUSH_TTL_SECONDS = 12 * 60 * 60
/** A door that opens all day must not fill a mailbox. */
const MAILS_PER_HOUR = 30
const HOUR_MS = 60 * 60 * 1000

const URGENT: ReadonlySet<AlertMessage['kind']> = new Set([
  'leftOpen',
  'jammed',
  'wrongCode',
  'guestCodeFails',
  'test',
])

export const targetContext = (id: string): string => `notification.secret_sealed:${id}`

/** Takes an alert to a channel, once; whatever goes wrong there is the outcome. */
export async function send(
  ctx: Ctx<never>,
  contact: string,
  row: NotificationRow,
  delivery: { message: string },
): Promise<AlertOutcome> {
  const message = JSON.parse(delivery.message) as AlertMessage
  const link = ctx.consoleUrl === undefined ? undefined : `${ctx.consoleUrl}${message.path}`
  const kind = row.channel as AlertChannelKind
  if (kind === 'mail') return sendMail(ctx, row, message, link)
  const target = JSON.parse(ctx.sealer.open(row.secret_sealed, targetContext(row.id))) as Target
  if (kind === 'push') return sendPush(ctx, contact, target, message)
  const answer = await ctx.outbound.post(
    postFor(kind, target, { message, link, isUrgent: URGENT.has(message.kind) }),
  )
  return outcomeOf(ctx, answer)
}

/** Sealed for the browser alone: who carries it learns neither the door nor what happened there (RFC 8291). */
async function sendPush(
  ctx: Ctx<never>,
  contact: string,
  { endpoint = '', p256dh = '', auth = '' }: Target,
  message: AlertMessage,
): Promise<AlertOutcome> {
  // Loaded with the first push: many installations send none.
  const { default: webPush } = await import('web-push')
  const details = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: contact, ...(await vapidKeys(ctx)) },
      TTL: PUSH_TTL_SECONDS,
      urgency: URGENT.has(message.kind) ? 'high' : 'normal',
      contentEncoding: 'aes128gcm',
    },
  )
  const headers = Object.fromEntries(
    Object.entries(details.headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
  // Through the guarded way out: a subscription is an address that a caller chose.
  const post: Post = { url: endpoint, headers, body: details.body as Buffer }
  return outcomeOf(ctx, await ctx.outbound.post(post), [404, 410])
}

function outcomeOf(ctx: Ctx<never>, answer: PostResult, gone: readonly number[] = [410]): AlertOutcome {
  const { status, retryAfter, error } = answer
  if (webhooks.isSuccess(status)) return { result: 'delivered' }
  if (status !== undefined && gone.includes(status))
    return { result: 'gone', error: `The service answered ${status}: it is gone.` }
  const reason = status === undefined ? (error ?? 'no answer') : `The service answered ${status}.`
  const wait = webhooks.retryAfterMs(status, retryAfter, ctx.clock.now())
  return { result: 'later', error: reason, ...(wait !== undefined && { retryAfterMs: wait }) }
}

/** To the account's own address; from then on it is a mail like any other, with attempts of its own. */
const sendMail = (
  ctx: Ctx<never>,
  row: NotificationRow,
  { title, text, date, timeZone }: AlertMessage,
  link: string | undefined,
): Promise<AlertOutcome> =>
  inTransaction(ctx, async (tx) => {
    const share = {
      kind: 'alert-mail',
      value: String(row.account_id),
      max: MAILS_PER_HOUR,
      windowMs: HOUR_MS,
    }
    const counted = await countAttempt(tx, [share])
    if ('retryAfterSeconds' in counted)
      return {
        result: 'later',
        error: 'Enough mails for now.',
        retryAfterMs: counted.retryAfterSeconds * 1000,
      }
    await mail.sendToAccount(tx, row.account_id, 'alert', {
      title,
      text,
      at: Date.parse(date),
      timeZone: timeZone ?? tx.defaultTimeZone,
      ...(link && { link }),
    })
    return { result: 'delivered' }
  })
