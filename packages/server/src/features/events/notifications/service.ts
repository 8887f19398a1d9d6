import { randomBytes } from 'node:crypto'
import {
  type Changes,
  NOTIFICATION_OS,
  NOTIFICATION_STATUS,
  type Notification,
  type NotificationSetting,
} from '@latchwork/contract'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import { withinQuota } from '../../identity/account/service.ts'
import { assertLocks } from '../../keys/token-limits/service.ts'
import * as events from '../log/service.ts'
import * as makers from '../makers/service.ts'
import { settingsOf } from './present.ts'
import type { PushGateways } from './push/service.ts'
import * as store from './store.ts'

export type NotificationFields = Pick<
  Notification,
  'referenceId' | 'pushId' | 'os' | 'language' | 'settings'
> & {
  secret?: string
}

type Refusal = 'not_found' | 'quota_exceeded' | 'url_not_allowed'

const secretContext = (id: string): string => `notification.secret_sealed:${id}`

export const secretOf = (ctx: Ctx<never>, row: store.NotificationRow): string =>
  ctx.sealer.open(row.secret_sealed, secretContext(row.id))

/** A sub-account's are its own (D39). */
export const list = (ctx: RequestCtx, referenceId: string | undefined) =>
  store.list(ctx.db, ctx.principal.accountId, referenceId)

export async function get(ctx: RequestCtx<'not_found'>, id: string): Promise<store.NotificationRow> {
  return (await store.find(ctx.db, ctx.principal.accountId, id)) ?? ctx.fail('not_found')
}

export async function create(
  ctx: RequestCtx<Refusal>,
  gateways: PushGateways,
  fields: NotificationFields,
): Promise<store.NotificationRow> {
  assertReachable(ctx, fields)
  await assertSettings(ctx, fields.settings, [])
  const { accountId } = ctx.principal
  const quota = {
    limit: ctx.limits.notifications,
    of: 'notifications per account',
    count: (tx: RequestCtx<Refusal>) => store.count(tx.db, accountId),
  }
  return withinQuota(ctx, quota, async (tx) => {
    await store.openFeed(tx.db, tx.accountId, (await events.headOf(tx, tx.accountId)) ?? '')
    tx.afterCommit(() => tx.wake.notify('subscription', tx.accountId))
    return insert(tx, gateways, fields)
  })
}

function insert(
  tx: RequestCtx,
  gateways: PushGateways,
  { referenceId, pushId, os, language, settings, secret }: NotificationFields,
): Promise<store.NotificationRow> {
  const id = tx.ids.timeOrdered()
  const now = tx.clock.now()
  return store.insert(tx.db, {
    id,
    account_id: tx.principal.accountId,
    ...makers.makerOf(tx.principal),
    event_account_id: tx.accountId,
    reference_id: referenceId ?? null,
    push_id: pushId,
    secret_sealed: tx.sealer.seal(secret ?? randomBytes(20).toString('hex'), secretContext(id)),
    os,
    language: language ?? null,
    settings: JSON.stringify(settings),
    last_active_at: null,
    leased_until: null,
    lease_owner: null,
    created_at: now,
    updated_at: now,
    ...beginning(gateways, os),
  })
}

/** How a notification begins, and begins again with another receiver (8.9, D96). */
function beginning(gateways: PushGateways, os: number) {
  const error = gateways.problemWith(os) ?? null
  const status = error === null ? NOTIFICATION_STATUS.init : NOTIFICATION_STATUS.failed
  return { status, error, is_gone: 0 }
}

export async function update(
  ctx: RequestCtx<Refusal>,
  gateways: PushGateways,
  id: string,
  changes: Changes<NotificationFields>,
): Promise<store.NotificationRow> {
  const { accountId } = ctx.principal
  return inTransaction(ctx, async (tx) => {
    const row = (await store.find(tx.db, accountId, id)) ?? tx.fail('not_found')
    const pushId = changes.pushId ?? row.push_id
    const os = changes.os ?? row.os
    const isOther = pushId !== row.push_id || os !== row.os
    if (isOther) assertReachable(tx, { pushId, os })
    if (changes.settings) await assertSettings(tx, changes.settings, settingsOf(row))
    const changed = await store.update(tx.db, accountId, id, {
      // Whoever changes what is sent, or to whom, answers for it from now on.
      ...makers.makerOf(tx.principal),
      push_id: pushId,
      os,
      ...(changes.referenceId !== undefined && { reference_id: changes.referenceId }),
      ...(changes.language !== undefined && { language: changes.language }),
      ...(changes.secret != null && { secret_sealed: tx.sealer.seal(changes.secret, secretContext(id)) }),
      ...(changes.settings != null && { settings: JSON.stringify(changes.settings) }),
      ...(isOther && beginning(gateways, os)),
      updated_at: tx.clock.now(),
    })
    if (isOther) await store.restartDeliveries(tx.db, id, tx.clock.now())
    tx.afterCommit(() => tx.wake.notify('event', changed.event_account_id))
    return changed
  })
}

export async function remove(ctx: RequestCtx<'not_found'>, id: string): Promise<void> {
  if (!(await store.remove(ctx.db, ctx.principal.accountId, id))) ctx.fail('not_found')
}

/** Posts go where webhooks may go, and nowhere else (D92). */
function assertReachable(ctx: Ctx<'url_not_allowed'>, { pushId, os }: { pushId: string; os: number }): void {
  if (os !== NOTIFICATION_OS.webhook) return
  const problem = ctx.outbound.problemWith(pushId)
  if (!problem) return
  ctx.fail('url_not_allowed', {
    message: `pushId ${problem}.`,
    errors: [{ path: 'pushId', message: problem }],
  })
}

/** Locks must be the account's own (D38); one that was there before may stay, so that sending back what was read passes. */
async function assertSettings(
  ctx: RequestCtx<Refusal>,
  settings: readonly NotificationSetting[],
  stored: readonly NotificationSetting[],
): Promise<void> {
  const limit = ctx.limits.settingsPerNotification
  if (settings.length > limit)
    ctx.fail('quota_exceeded', { message: `At most ${limit} settings in one notification.` })
  const known = new Set(stored.map(({ smartlockId }) => smartlockId))
  const named = settings.flatMap(({ smartlockId }) => (smartlockId === undefined ? [] : [smartlockId]))
  const unknown = [...new Set(named)].filter((smartlockId) => !known.has(smartlockId))
  if (unknown.length === 0) return
  assertLocks(ctx, unknown)
  if ((await store.countLocks(ctx.db, ctx.accountId, unknown)) < unknown.length) ctx.fail('not_found')
}

/** Goes with the access that made it; what a token or a grant made goes with its row, in the database itself. */
export async function endMadeBy(
  ctx: Ctx<never>,
  accountId: number,
  ended: makers.EndedAccess,
): Promise<void> {
  if (ended.of === 'account') await store.removeAll(ctx.db, accountId)
  else if (ended.of === 'sessions' && ended.sessionIds.length > 0)
    await store.removeOfSessions(ctx.db, accountId, ended.sessionIds)
}
