import { setTimeout as wait } from 'node:timers/promises'
import type { Updateable } from 'kysely'
import { type Ctx, type Platform, systemContext } from '../../platform/context.ts'
import type { Db } from '../../platform/store/database.ts'
import { keepLeases, type Leases } from '../../platform/work/leases.ts'
import { createWorkLoop } from '../../platform/work/work-loop.ts'
import type { MailTable } from '../../schema/mail.ts'
import { retryDelayMs } from './rules.ts'
import { contentOf } from './service.ts'
import type { MailTransport, Outcome } from './smtp.ts'
import * as store from './store.ts'

const BATCH = 20
/** Renewed while mails are under way; when a process dies, another one goes on after this. */
const LEASE_MS = 120_000
/** How long mails under way get to end when the service stops. */
const STOP_MS = 3000

export interface MailDispatcher {
  start(): Promise<void>
  stop(): Promise<void>
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>
}

/** Sends what waits in the outbox, or keeps it there for the operator when there is no server to send it to. */
export function createMailDispatcher(
  platform: Platform,
  db: Db,
  transport: MailTransport | undefined,
): MailDispatcher {
  const ctx = systemContext(platform, db, 0)
  const owner = platform.ids.random()
  let stopped = false

  async function deliver(row: store.MailRow, way: MailTransport, leases: Leases): Promise<void> {
    // A process that was frozen finds its leases ended: another one has sent the mail, or is about to.
    if (!leases.isOurs(row.id)) return
    const outcome = await attempt(ctx, row, way)
    leases.done(row.id)
    // Cut off by the stop: the lease ends, and the next process tries again.
    if (stopped && outcome.result === 'later') return
    const changes = changesAfter(row, outcome, ctx.clock.now())
    await store.settle(db, owner, row.id, changes)
    if (changes.state) ctx.metrics.mails.inc({ state: changes.state })
    if (changes.state === 'bounced' || changes.state === 'failed')
      ctx.log.warn({ mail: row.id, template: row.template, reason: changes.error }, `mail ${changes.state}`)
  }

  async function pass(): Promise<void> {
    const now = ctx.clock.now()
    if (stopped || !(await store.hasDue(db, now))) return
    if (!transport) {
      await store.keepWaiting(db, now)
      return
    }
    for (;;) {
      const started = ctx.clock.now()
      const claim = { owner, now: started, leasedUntil: started + LEASE_MS, limit: BATCH }
      const rows = await store.claim(db, platform.engine, claim)
      await deliverAll(rows, started, transport)
      if (rows.length < BATCH || stopped) return
    }
  }

  /** A server may take longer over twenty mails than a lease lasts: nobody else must send them meanwhile. */
  async function deliverAll(rows: store.MailRow[], from: number, way: MailTransport): Promise<void> {
    const leases = keepLeases(platform.clock, platform.log, {
      ids: rows.map(({ id }) => id),
      from,
      leaseMs: LEASE_MS,
      renew: async (ids, until) => (stopped ? [] : store.renew(db, owner, ids, until)),
    })
    try {
      await Promise.all(rows.map((row) => deliver(row, way, leases)))
    } finally {
      leases.end()
    }
  }

  const loop = createWorkLoop(platform, 'mail', 'sending mail', pass, () => store.nextDue(db))
  return {
    async start() {
      if (platform.engine === 'sqlite') await store.clearLeases(db)
      loop.start()
    },
    async stop() {
      stopped = true
      await Promise.race([loop.stop(), wait(STOP_MS, undefined, { ref: false })])
      transport?.close()
    },
    idle: loop.idle,
  }
}

type Ending = Outcome | { result: 'expired'; error: string }

async function attempt(ctx: Ctx<never>, row: store.MailRow, way: MailTransport): Promise<Ending> {
  const content = contentOf(ctx, row)
  if (!content || (row.expires_at !== null && row.expires_at <= ctx.clock.now()))
    return { result: 'expired', error: 'It carries a code that is not valid any more.' }
  return way.send({ id: row.id, to: row.recipient, date: row.created_at, ...content })
}

/** What is over needs its words no longer: codes and keys are not kept a moment more than needed. */
function changesAfter(row: store.MailRow, outcome: Ending, now: number): Updateable<MailTable> {
  const attempts = row.attempts + 1
  const over = { attempts, updated_at: now, next_at: null, values_sealed: null, expires_at: null }
  if (outcome.result === 'sent') return { ...over, state: 'sent', error: null }
  const { error } = outcome
  if (outcome.result === 'refused') return { ...over, state: 'bounced', error }
  const delay = outcome.result === 'later' ? retryDelayMs(attempts) : undefined
  if (delay === undefined) return { ...over, state: 'failed', error }
  return { attempts, updated_at: now, next_at: now + delay, state: 'waiting', error }
}
