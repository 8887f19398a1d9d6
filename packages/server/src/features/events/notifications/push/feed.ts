import { zoneOf } from '@latchwork/access-window'
import type {
  DeviceLogs,
  DeviceMasterdata,
  NotificationMessage,
  SmartlockConfig,
  SmartlockLog,
} from '@latchwork/contract'
import { languageOf, messages, type PushNotice } from '../../../../messages/index.ts'
import { toWireDate } from '../../../../platform/clock.ts'
import { type Ctx, inTransaction } from '../../../../platform/context.ts'
import type { Woken } from '../../../../platform/work/wake.ts'
import * as events from '../../log/service.ts'
import * as makers from '../../makers/service.ts'
import * as alerts from '../alerts/service.ts'
import { settingsOf } from '../present.ts'
import { isWanted, maySee, noticeOfLog, readNotices, TRIGGER_OF, withoutLock } from '../rules.ts'
import type { NotificationRow } from '../store.ts'
import * as feedStore from './feed-store.ts'

const ACCOUNTS = 50
const EVENTS = 200
const ROWS_PER_INSERT = 100
/** More than this does not wait for one receiver: it is down, and old news is no news. */
const MAX_WAITING = 1000

/** Something that people can be notified of, before it is known who wants it. */
interface PushEvent {
  id: string
  notice: PushNotice
  smartlockId: number
  smartlockName: string
  at: string
  /** By which clock the door goes; a lock that is gone has none. */
  timeZone?: string
  log?: SmartlockLog
}

/** Turns what is new in the event log into deliveries; true when there may be more. */
export async function fanOut(ctx: Ctx<never>, about: Woken): Promise<boolean> {
  const behind = await feedStore.listBehind(ctx.db, about, ACCOUNTS)
  let isFull = behind.length === ACCOUNTS
  for (const { account_id } of behind)
    if (await inTransaction(ctx, (tx) => fanOutAccount(tx, account_id))) isFull = true
  return isFull
}

/** The cursor and the deliveries it passed commit together: a crash repeats nothing and loses nothing. */
async function fanOutAccount(tx: Ctx<never>, accountId: number): Promise<boolean> {
  const feed = await feedStore.takeFeed(tx.db, tx.engine, accountId)
  const head = feed && (await events.headOf(tx, accountId))
  if (!feed || head === undefined) return false
  if (!(await feedStore.hasAny(tx.db, accountId))) {
    await feedStore.removeFeed(tx.db, accountId)
    await alerts.forgetRaised(tx, accountId)
    return false
  }
  const page = { after: feed.last_event_id, upTo: head, limit: EVENTS }
  const rows = await feedStore.listNotifiable(tx.db, accountId, page)
  const raised = await alerts.readRaised(tx, accountId)
  if (rows.length > 0 || raised.alerts.length > 0) await notify(tx, accountId, rows, raised.alerts)
  const isFull = rows.length === EVENTS
  await feedStore.moveFeed(tx.db, accountId, isFull ? (rows.at(-1)?.id ?? head) : head)
  await alerts.endRaised(tx, raised.ids)
  return isFull
}

async function notify(
  tx: Ctx<never>,
  accountId: number,
  rows: readonly feedStore.EventRow[],
  raised: readonly alerts.Alert[],
): Promise<void> {
  const notifications = await feedStore.listNotifications(tx.db, tx.engine, accountId)
  const pushEvents = await pushEventsOf(tx, accountId, rows)
  const deliveries: feedStore.DeliveryRow[] = []
  const sightOf = sightsOf(tx)
  const news = await alerts.newsOf(tx, accountId, pushEvents, raised)
  const choicesOf = await alerts.readChoices(tx, notifications)
  for (const notification of notifications.filter(({ is_gone }) => is_gone === 0)) {
    const sight = await sightOf(notification)
    if (notification.channel !== null) {
      const seen = news.filter(({ smartlockId }) => maySee(sight, smartlockId))
      deliveries.push(...alerts.deliveriesFor(tx, notification, choicesOf(notification), seen))
      continue
    }
    const seen = pushEvents.filter(({ smartlockId }) => maySee(sight, smartlockId))
    deliveries.push(...deliveriesFor(notification, seen, tx.clock.now()))
  }
  const removed = pushEvents
    .filter(({ notice }) => notice === 'removed')
    .map(({ smartlockId }) => smartlockId)
  for (const smartlockId of removed) await forgetLock(tx, notifications, smartlockId)
  await storeDeliveries(tx, deliveries)
}

/** Asked once for all that one access made. */
function sightsOf(tx: Ctx<never>) {
  const known = new Map<string, Promise<makers.MakerSight | undefined>>()
  return (row: NotificationRow) => {
    const key = [row.account_id, row.token_id, row.grant_id].join(' ')
    const sight = known.get(key) ?? makers.sightOf(tx, row)
    known.set(key, sight)
    return sight
  }
}

async function pushEventsOf(
  tx: Ctx<never>,
  accountId: number,
  rows: readonly feedStore.EventRow[],
): Promise<PushEvent[]> {
  const ids = [...new Set(rows.flatMap(({ smartlock_id }) => smartlock_id ?? []))]
  const locks = ids.length === 0 ? [] : await feedStore.lockNames(tx.db, accountId, ids)
  const known = new Map(
    locks.map(({ smartlock_id, name, config }) => [smartlock_id, { name, timeZone: zoneOfLock(config) }]),
  )
  return rows.flatMap((row) => pushEventsOfRow(row, known))
}

const zoneOfLock = (config: string | null): string =>
  zoneOf(config === null ? undefined : (JSON.parse(config) as Partial<SmartlockConfig>).timezoneId)

interface KnownLock {
  name: string
  timeZone: string
}

function pushEventsOfRow(row: feedStore.EventRow, known: ReadonlyMap<number, KnownLock>): PushEvent[] {
  const smartlockId = row.smartlock_id
  if (smartlockId === null) return []
  const payload = JSON.parse(row.payload) as Partial<
    Omit<DeviceLogs, 'feature'> & Pick<DeviceMasterdata, 'name'>
  >
  const log = row.feature === 'DEVICE_LOGS' ? payload.smartlockLog : undefined
  const ofLog = log && noticeOfLog(log)
  const lock = known.get(smartlockId)
  const notices = log ? (ofLog ? [ofLog] : []) : readNotices(row.notices)
  return notices.map((notice, i) => ({
    // An event with two notices is two messages.
    id: i === 0 ? row.id : `${row.id}-${i}`,
    notice,
    smartlockId,
    // A lock that is gone has left its name in the event.
    smartlockName: payload.name ?? lock?.name ?? String(smartlockId),
    at: log?.date ?? toWireDate(row.created_at),
    ...(lock && { timeZone: lock.timeZone }),
    ...(log && { log }),
  }))
}

function deliveriesFor(
  notification: NotificationRow,
  pushEvents: readonly PushEvent[],
  now: number,
): feedStore.DeliveryRow[] {
  const settings = settingsOf(notification)
  return pushEvents
    .filter(({ notice, smartlockId, log }) =>
      isWanted(settings, {
        trigger: TRIGGER_OF[notice],
        smartlockId,
        ...(log?.authId !== undefined && { authId: log.authId }),
      }),
    )
    .map((event) => ({
      notification_id: notification.id,
      id: event.id,
      message: JSON.stringify(messageFor(notification, event)),
      attempts: 0,
      next_at: now,
      topic: null,
    }))
}

/** D95. */
function messageFor(notification: NotificationRow, event: PushEvent): NotificationMessage {
  const { notice, smartlockId, smartlockName, at, log } = event
  const text = messages[languageOf(notification.language)].push[notice]
  return {
    notificationId: notification.id,
    ...(notification.reference_id !== null && { referenceId: notification.reference_id }),
    event: TRIGGER_OF[notice],
    smartlockId,
    smartlockName,
    message: `${smartlockName}: ${text}${log?.name ? ` (${log.name})` : ''}`,
    date: at,
    ...(log && { smartlockLog: log }),
  }
}

async function storeDeliveries(tx: Ctx<never>, rows: readonly feedStore.DeliveryRow[]): Promise<void> {
  const byNotification = Map.groupBy(rows, ({ notification_id }) => notification_id)
  if (byNotification.size === 0) return
  const counted = await feedStore.countWaiting(tx.db, [...byNotification.keys()])
  const waiting = new Map(counted.map(({ notification_id, n }) => [notification_id, Number(n)]))
  const fitting = [...byNotification].flatMap(([id, own]) =>
    own.slice(0, Math.max(MAX_WAITING - (waiting.get(id) ?? 0), 0)),
  )
  for (let i = 0; i < fitting.length; i += ROWS_PER_INSERT)
    await feedStore.insertDeliveries(tx.db, fitting.slice(i, i + ROWS_PER_INSERT))
}

/** What was asked about a lock goes with it, once people were notified that it is gone (D63). */
async function forgetLock(
  tx: Ctx<never>,
  notifications: readonly NotificationRow[],
  smartlockId: number,
): Promise<void> {
  for (const row of notifications.filter(({ channel }) => channel === null)) {
    const settings = settingsOf(row)
    const left = withoutLock(settings, smartlockId)
    if (left.length === settings.length) continue
    row.settings = JSON.stringify(left)
    await feedStore.setSettings(tx.db, row.id, row.settings)
  }
}
