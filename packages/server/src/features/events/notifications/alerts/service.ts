import { hash } from 'node:crypto'
import {
  type AlertChannelKind,
  type AlertChoices,
  type AlertMessage,
  NOTIFICATION_STATUS,
} from '@latchwork/contract'
import { languageOf, messages } from '../../../../messages/index.ts'
import { failParameter } from '../../../../platform/app-error.ts'
import { toWireDate } from '../../../../platform/clock.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../../../platform/context.ts'
import { withinQuota } from '../../../identity/account/service.ts'
import { assertLocks } from '../../../keys/token-limits/service.ts'
import * as events from '../../log/service.ts'
import * as makers from '../../makers/service.ts'
import * as receivers from '../store.ts'
import { FIRST_CHOICES, isTimeZone, NEEDED, POSSIBLE, type Target } from './rules.ts'
import { targetContext } from './send.ts'
import * as store from './store.ts'

export {
  deliveriesFor,
  endRaised,
  newsOf,
  type RaisedAlert,
  raise,
  readChoices,
  readRaised,
} from './news.ts'
export type { Alert } from './rules.ts'
export { send } from './send.ts'
export { vapidKeys } from './vapid.ts'

/** Among the systems of the interface (`os`) there is none like these. */
const OS_OF_CHANNELS = 3
const MAX_CHANNELS = 20
/** A test or two may wait, not a thousand. */
const MAX_WAITING = 50

type Refusal = 'not_found' | 'quota_exceeded' | 'url_not_allowed' | 'invalid_parameter'

export interface NewChannel extends Target {
  kind: AlertChannelKind
  name: string
  language?: string
}

/** A person's own, also of a sub-account (D39). */
export const listChannels = (ctx: RequestCtx) => store.listChannels(ctx.db, ctx.principal.accountId)

export async function getChannel(
  ctx: RequestCtx<'not_found'>,
  id: string,
): Promise<receivers.NotificationRow> {
  return (await store.findChannel(ctx.db, ctx.principal.accountId, id)) ?? ctx.fail('not_found')
}

export async function addChannel(
  ctx: RequestCtx<Refusal>,
  { kind, name, language, ...given }: NewChannel,
): Promise<receivers.NotificationRow> {
  const target = readTarget(ctx, kind, given)
  const { accountId } = ctx.principal
  // Found again by it, and by the browser itself; it tells nobody where it leads.
  const pushId = `${kind}:${hash('sha256', kind === 'push' ? (target.endpoint ?? '') : JSON.stringify(target))}`
  const quota = {
    limit: MAX_CHANNELS,
    of: 'ways to be alerted per person',
    count: async (tx: RequestCtx<Refusal>) =>
      (await store.listChannels(tx.db, accountId)).filter((row) => row.push_id !== pushId).length,
  }
  return withinQuota(ctx, quota, async (tx) => {
    await receivers.openFeed(tx.db, tx.accountId, (await events.headOf(tx, tx.accountId)) ?? '')
    await store.removeSame(tx.db, accountId, pushId)
    if (kind === 'push') await store.removeElsewhere(tx.db, accountId, pushId)
    tx.afterCommit(() => tx.wake.notify('subscription', tx.accountId))
    return insert(tx, { kind, name, language, target, pushId })
  })
}

interface CheckedChannel {
  kind: AlertChannelKind
  name: string
  language: string | undefined
  target: Target
  pushId: string
}

function insert(tx: RequestCtx, { kind, name, language, target, pushId }: CheckedChannel) {
  const id = tx.ids.timeOrdered()
  const now = tx.clock.now()
  return store.insertChannel(tx.db, {
    id,
    account_id: tx.principal.accountId,
    ...makers.makerOf(tx.principal),
    event_account_id: tx.accountId,
    reference_id: null,
    push_id: pushId,
    secret_sealed: tx.sealer.seal(JSON.stringify(target), targetContext(id)),
    os: OS_OF_CHANNELS,
    language: language ?? null,
    settings: '[]',
    status: NOTIFICATION_STATUS.init,
    error: null,
    is_gone: 0,
    last_active_at: null,
    leased_until: null,
    lease_owner: null,
    created_at: now,
    updated_at: now,
    channel: kind,
    label: name,
  })
}

/** What the kind needs and nothing else; addresses go where webhooks may go, and nowhere else (D92). */
function readTarget(ctx: RequestCtx<Refusal>, kind: AlertChannelKind, given: Target): Target {
  const target: Target = {}
  for (const field of [...NEEDED[kind], ...(POSSIBLE[kind] ?? [])]) {
    const value = given[field]
    if (value !== undefined) target[field] = value
    else if (NEEDED[kind].includes(field)) failParameter(ctx.fail, field, `is needed for ${kind}`)
  }
  const field = kind === 'push' ? 'endpoint' : 'url'
  const url = target[field]
  const problem = url === undefined ? undefined : ctx.outbound.problemWith(url)
  if (problem)
    ctx.fail('url_not_allowed', {
      message: `${field} ${problem}.`,
      errors: [{ path: field, message: problem }],
    })
  return target
}

export async function removeChannel(ctx: RequestCtx<'not_found'>, id: string): Promise<void> {
  if (!(await store.removeChannel(ctx.db, ctx.principal.accountId, id))) ctx.fail('not_found')
}

/** Goes through the queue like any other, quiet hours or not: whoever asks for it is awake. */
export async function testChannel(
  ctx: RequestCtx<'not_found' | 'quota_exceeded'>,
  id: string,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await getChannel(tx, id)
    if ((await store.countWaiting(tx.db, id)) >= MAX_WAITING)
      tx.fail('quota_exceeded', { message: `At most ${MAX_WAITING} alerts wait for one way.` })
    const now = tx.clock.now()
    const { language } = (await readReader(tx, row)) ?? {}
    const { title, text } = messages[languageOf(language)].testAlert
    const alertId = tx.ids.timeOrdered()
    const message: AlertMessage = {
      alertId,
      kind: 'test',
      title,
      text,
      date: toWireDate(now),
      path: '/account?tab=alerts',
    }
    await store.insertDelivery(tx.db, {
      notification_id: id,
      id: alertId,
      message: JSON.stringify(message),
      next_at: now,
    })
    tx.afterCommit(() => tx.wake.notify('event', row.event_account_id))
  })
}

async function readReader(ctx: Ctx<never>, row: receivers.NotificationRow) {
  if (row.language !== null) return { language: row.language }
  const [reader] = await store.languagesOf(ctx.db, [row.account_id])
  return reader
}

export async function choices(ctx: RequestCtx): Promise<AlertChoices> {
  const [row] = await store.findChoices(ctx.db, [ctx.principal.accountId])
  if (row) return JSON.parse(row.choices) as AlertChoices
  return { ...FIRST_CHOICES, timeZone: ctx.defaultTimeZone }
}

export async function choose(
  ctx: RequestCtx<'not_found' | 'invalid_parameter'>,
  wanted: AlertChoices,
): Promise<AlertChoices> {
  if (!isTimeZone(wanted.timeZone)) failParameter(ctx.fail, 'timeZone', 'is no time zone')
  const named = [...new Set(wanted.rules.flatMap(({ smartlockId }) => smartlockId ?? []))]
  assertLocks(ctx, named)
  // Locks must be the account's own (D38).
  if (named.length > 0 && (await receivers.countLocks(ctx.db, ctx.accountId, named)) < named.length)
    ctx.fail('not_found')
  await store.setChoices(ctx.db, ctx.principal.accountId, JSON.stringify(wanted))
  return wanted
}

/** What somebody had chosen elsewhere, with locks as they are called here; what was chosen here stays. */
export const bring = (ctx: Ctx<never>, wanted: AlertChoices): Promise<'made' | 'same'> =>
  inTransaction(ctx, async (tx) => {
    const [known] = await store.findChoices(tx.db, [tx.accountId])
    if (known || !isTimeZone(wanted.timeZone)) return 'same'
    await store.setChoices(tx.db, tx.accountId, JSON.stringify(wanted))
    return 'made'
  })

/** Nobody listens any more. */
export const forgetRaised = (ctx: Ctx<never>, accountId: number) => store.removeAllRaised(ctx.db, accountId)
