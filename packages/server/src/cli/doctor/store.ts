import { sql } from 'kysely'
import * as store from '../../features/operator/doctor-store.ts'
import { toWireDate } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { bad, type Finding, good, warning } from './check.ts'

/** What only the store can tell; asked by the service that holds it, or from here. */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SHOWN = 20
const MOST_DRIFT_MS = 1000

export async function lookIntoStore(ctx: Ctx<never>): Promise<Finding[]> {
  return [
    ...(await lookAtDatabase(ctx)),
    ...(await lookAtLocks(ctx)),
    ...(await lookAtRights(ctx)),
    ...(await lookAtWork(ctx)),
  ]
}

/** A database on another machine has a clock of its own, which must agree with ours. */
async function lookAtDatabase(ctx: Ctx<never>): Promise<Finding[]> {
  if (ctx.engine === 'sqlite') return [good('database', 'SQLite opens')]
  const before = Date.now()
  const { rows } = await sql<{
    ms: string
  }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(ctx.db)
  const tookMs = Date.now() - before
  const driftMs = Math.round(Number(rows[0]?.ms) - (before + tookMs / 2))
  const says = `PostgreSQL answers in ${tookMs} ms; its clock differs by ${driftMs} ms`
  return Math.abs(driftMs) > MOST_DRIFT_MS + tookMs
    ? [bad('database', says, 'Set both clocks by the network (NTP).')]
    : [good('database', says)]
}

async function lookAtLocks({ db, clock }: Ctx<never>): Promise<Finding[]> {
  const before = clock.now() - DAY_MS
  const [all, count] = [await store.countLocks(db), await store.countSilentLocks(db, before)]
  if (count === 0) return [good('locks', `all ${all} have reported within a day`)]
  const rows = await store.listSilentLocks(db, before, SHOWN)
  const names = rows.map(({ smartlock_id, account_id, name, last_seen_at }) =>
    warning(
      'lock',
      `${smartlock_id} "${name}" of account ${account_id}`,
      last_seen_at === null
        ? 'It has never connected: see its credentials.'
        : `Last heard of ${toWireDate(Number(last_seen_at))}: see its power and its network.`,
    ),
  )
  return [
    warning('locks', `${count} of ${all} have not reported within a day`, 'The first are listed below.'),
    ...names,
  ]
}

async function lookAtRights({ db }: Ctx<never>): Promise<Finding[]> {
  const failed = await store.countFailedRights(db)
  if (failed === 0) return [good('rights', 'none that its lock refused or lost')]
  return [
    warning(
      'rights',
      `${failed} were refused or lost by their lock`,
      'The console shows each with the reason.',
    ),
  ]
}

async function lookAtWork({ db, clock }: Ctx<never>): Promise<Finding[]> {
  const [paused, mails, jobs] = [
    await store.countPausedCalendars(db),
    await store.countLostMails(db, clock.now() - DAY_MS),
    await store.listFailingJobs(db, SHOWN),
  ]
  return [
    paused === 0
      ? good('calendars', 'none is paused')
      : warning('calendars', `${paused} are paused`, 'Console, Services: look at the reason and resume.'),
    mails === 0
      ? good('mail', 'none was lost within a day')
      : warning(
          'mail',
          `${mails} were not delivered within a day`,
          'latchwork mail list bounced; latchwork mail list failed',
        ),
    ...jobs.map(({ kind, last_error }) =>
      warning('job', `${kind}: ${last_error}`, 'It is tried again; the log has more.'),
    ),
  ]
}
