import type { Updateable } from 'kysely'
import { type Ctx, type Platform, systemContext } from '../../platform/context.ts'
import type { Db, Engine } from '../../platform/store/database.ts'
import { type Hold, type QueueStore, WorkQueue } from '../../platform/work/queue.ts'
import type { MailTable } from '../../schema/mail.ts'
import { retryDelayMs } from './rules.ts'
import { contentOf } from './service.ts'
import type { MailTransport, Outcome } from './smtp.ts'
import * as store from './store.ts'

/** Mails under way at a time; the transport sends them over a few connections. */
const AT_ONCE = 20
/** More are taken in one statement when so many have gone: some that hang do not hold up the others. */
const REFILL_AT = 10
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
  const queue = new WorkQueue<store.MailRow, string>(platform, queueStore(db, platform.engine, transport), {
    name: 'mail',
    what: 'sending a mail',
    channel: 'mail',
    places: { all: AT_ONCE },
    refillAt: REFILL_AT,
    lease: { ms: LEASE_MS },
    idsOf: ({ id }) => [id],
    async beforeLook(about) {
      const now = ctx.clock.now()
      if (!transport && (await store.hasDue(db, { now }))) await store.keepWaiting(db, now)
      return about
    },
    run: (row, hold) => deliver(ctx, row, hold, transport as MailTransport),
    holdsTime: true,
  })
  return {
    start: () => queue.start(),
    async stop() {
      await queue.stop(STOP_MS)
      transport?.close()
    },
    idle: () => queue.idle(),
  }
}

const queueStore = (
  db: Db,
  engine: Engine,
  transport: MailTransport | undefined,
): QueueStore<store.MailRow, string, 'all'> => ({
  clear: () => store.clearLeases(db),
  hasDue: async (wanted) => transport !== undefined && store.hasDue(db, wanted),
  claim: (wanted) => store.claim(db, engine, wanted),
  renew: (owner, ids, until) => store.renew(db, owner, ids, until),
  giveBack: (owner, ids) => store.giveBack(db, owner, ids),
  nextDue: () => store.nextDue(db),
  countDue: (now) => store.countDue(db, now),
})

async function deliver(
  ctx: Ctx<never>,
  row: store.MailRow,
  hold: Hold<string>,
  way: MailTransport,
): Promise<void> {
  // A process that was frozen finds its leases ended: another one has sent the mail, or is about to.
  if (!hold.isOurs(row.id)) return
  const outcome = await attempt(ctx, row, way)
  if (outcome.result !== 'sent') hold.noteFailure()
  // Cut off by the stop: the lease ends, and the next process tries again.
  if (hold.isStopping() && outcome.result === 'later') return
  const changes = changesAfter(row, outcome, ctx.clock.now())
  await store.settle(ctx.db, hold.owner, row.id, changes)
  if (changes.state) ctx.metrics.mails.inc({ state: changes.state })
  if (changes.state === 'bounced' || changes.state === 'failed')
    ctx.log.warn({ mail: row.id, template: row.template, reason: changes.error }, `mail ${changes.state}`)
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
