import { ALERT_KINDS, type AlertChoices, type AlertMessage } from '@latchwork/contract'
import { type DoorTrouble, languageOf, messages } from '../../../../messages/index.ts'
import { toWireDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { NotificationRow } from '../store.ts'
import {
  type Alert,
  alertOf,
  countWrongCode,
  endedBy,
  FIRST_CHOICES,
  type Happened,
  isWanted,
  tellAt,
  WRONG_CODES,
} from './rules.ts'
import * as store from './store.ts'

/** Raised ones that are looked at in one go. */
const RAISED = 200

/** What another area wants people to know (features/ports.ts). */
export interface RaisedAlert {
  kind: 'arrival' | 'codeNotReady' | 'guestCodeFails'
  /** Told once for each key. */
  key: string
  smartlockId?: number
  smartlockName?: string
  /** Whom it is about; never a code. */
  subject: string
  /** By which clock the house or the door goes. */
  timeZone: string
  /** Names of the doors it is about, where that may be several. */
  doors?: readonly string[]
  /** Why a code does not open, door by door. */
  troubles?: readonly DoorTrouble[]
  /** Where the console shows more. */
  path?: string
}

/**
 * Notes an alert in the caller's transaction. It is only added: whom it goes to is found out later, by the queue
 * of notifications. Where nobody listens there is nothing to note.
 */
export async function raise(ctx: Ctx<never>, alert: RaisedAlert): Promise<void> {
  const { accountId } = ctx
  if (!(await store.hasFeed(ctx.db, accountId))) return
  await store.insertRaised(ctx.db, {
    id: ctx.ids.timeOrdered(),
    account_id: accountId,
    alert: JSON.stringify(alert),
    created_at: ctx.clock.now(),
  })
  ctx.afterCommit(() => ctx.wake.notify('event', accountId))
}

/** What was raised for an account; those told before are left out. Whoever reads them has the account's feed. */
export async function readRaised(
  tx: Ctx<never>,
  accountId: number,
): Promise<{ alerts: Alert[]; ids: readonly string[] }> {
  const rows = await store.listRaised(tx.db, accountId, RAISED)
  const ids = rows.map(({ id }) => id)
  return { alerts: rows.length === 0 ? [] : await freshOf(tx, accountId, rows), ids }
}

/** Removes alerts that were delivered or that nobody receives. */
export const endRaised = async (tx: Ctx<never>, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await store.removeRaised(tx.db, ids)
}

async function freshOf(
  tx: Ctx<never>,
  accountId: number,
  rows: readonly store.RaisedRow[],
): Promise<Alert[]> {
  const raised = rows.map((row) => ({ ...row, alert: JSON.parse(row.alert) as RaisedAlert }))
  const keyOf = ({ kind, key }: RaisedAlert) => `${kind} ${key}`
  const marks = await store.findMarks(
    tx.db,
    accountId,
    raised.map(({ alert }) => keyOf(alert)),
  )
  const told = new Set(marks.map(({ key }) => key))
  const fresh: Alert[] = []
  for (const { id, alert, created_at } of raised) {
    const key = keyOf(alert)
    if (told.has(key)) continue
    told.add(key)
    await store.setMark(tx.db, { account_id: accountId, key, at: created_at, count: 1 })
    const { kind, smartlockId, smartlockName, subject, timeZone, doors, troubles, path = '/stays' } = alert
    fresh.push({
      id,
      kind,
      ...(smartlockId !== undefined && { smartlockId }),
      title: smartlockName ?? subject,
      who: subject,
      ...(doors !== undefined && { doors }),
      ...(troubles !== undefined && { troubles }),
      // One that was raised before zones were told has none.
      ...(timeZone !== undefined && { timeZone }),
      at: toWireDate(created_at),
      path,
    })
  }
  return fresh
}

/** What of all that happened is worth telling, each once; and what was to be told and is over is not told any more. */
export async function newsOf(
  tx: Ctx<never>,
  accountId: number,
  happened: readonly Happened[],
  raised: readonly Alert[],
): Promise<Alert[]> {
  let news: Alert[] = [...raised]
  const over = new Set<string>()
  for (const happening of happened) {
    const ended = new Set(endedBy(happening, ALERT_KINDS))
    if (ended.size > 0) {
      await store.removeMarks(tx.db, accountId, [...ended])
      news = news.filter(({ topic = '' }) => !ended.has(topic))
      for (const topic of ended) over.add(topic)
    }
    const alert = alertOf(happening)
    if (alert && (await isNews(tx, accountId, alert))) news.push(alert)
  }
  if (over.size > 0) await store.removeWaiting(tx.db, accountId, [...over])
  return news
}

/** A door that is left open is told once for each time it was opened, wrong codes when there were three (D183). */
async function isNews(tx: Ctx<never>, accountId: number, alert: Alert): Promise<boolean> {
  const { kind, topic } = alert
  if (topic === undefined || (kind !== 'leftOpen' && kind !== 'wrongCode')) return true
  const [mark] = await store.findMarks(tx.db, accountId, [topic])
  const at = Date.parse(alert.at)
  if (kind === 'leftOpen') {
    if (mark) return false
    await store.setMark(tx.db, { account_id: accountId, key: topic, at, count: 1 })
    return true
  }
  const counted = countWrongCode(mark, at)
  await store.setMark(tx.db, { account_id: accountId, key: topic, ...counted })
  return counted.count === WRONG_CODES.count
}

export interface Reader {
  choices: AlertChoices
  language: string | null
}

/** What the people behind these channels chose, and their language; asked once for all. */
export async function readChoices(
  tx: Ctx<never>,
  rows: readonly NotificationRow[],
): Promise<(row: NotificationRow) => Reader> {
  const ids = [...new Set(rows.filter(({ channel }) => channel !== null).map(({ account_id }) => account_id))]
  const chosen = ids.length === 0 ? [] : await store.findChoices(tx.db, ids)
  const people = ids.length === 0 ? [] : await store.languagesOf(tx.db, ids)
  const choices = new Map(chosen.map((row) => [row.account_id, JSON.parse(row.choices) as AlertChoices]))
  const languages = new Map(people.map((row) => [row.account_id, row.language]))
  return ({ account_id: id, language }) => ({
    choices: choices.get(id) ?? { ...FIRST_CHOICES, timeZone: tx.defaultTimeZone },
    language: language ?? languages.get(id) ?? null,
  })
}

/** Waits in the one queue, until it is due and the quiet hours are over. */
export function deliveriesFor(
  tx: Ctx<never>,
  row: NotificationRow,
  { choices, language }: Reader,
  news: readonly Alert[],
) {
  const now = tx.clock.now()
  return news
    .filter((alert) => isWanted(choices, alert))
    .map((alert) => {
      const due = alert.kind === 'offline' ? Date.parse(alert.at) + choices.offlineMinutes * 60_000 : now
      return {
        notification_id: row.id,
        id: alert.id,
        message: JSON.stringify(messageOf(alert, language, choices.offlineMinutes)),
        attempts: 0,
        next_at: tellAt(choices, alert.kind, Math.max(due, now)),
        topic: alert.topic ?? null,
      }
    })
}

function messageOf(
  { id, kind, smartlockId, title, who, doors, troubles, at, timeZone, path }: Alert,
  language: string | null,
  minutes: number,
): AlertMessage {
  const write = messages[languageOf(language)].alert[kind]
  return {
    alertId: id,
    kind,
    ...(smartlockId !== undefined && { smartlockId }),
    title,
    text: write({ who, minutes, doors, troubles }),
    date: at,
    ...(timeZone !== undefined && { timeZone }),
    path,
  }
}
