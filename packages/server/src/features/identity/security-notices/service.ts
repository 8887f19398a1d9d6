import type { HeldLine, SecurityNotice } from '../../../messages/index.ts'
import { type Ctx, inTransaction, type Principal } from '../../../platform/context.ts'
import type { Incoming } from '../../../platform/observe/call-record.ts'
import { schedule } from '../../../platform/work/jobs.ts'
import * as mail from '../../mail/service.ts'
import { cut, decide, deviceOf, MAX_NETWORKS, NETWORK_KEPT_MS, WINDOW_MS, withLine } from './rules.ts'
import * as store from './store.ts'

/** What is known about who did it; nothing of a call where the operator did it on the machine itself. */
export interface Origin {
  principal?: Principal | undefined
  actor?: { accountId: number | null; name: string }
  network?: string | undefined
  incoming?: Incoming | undefined
}

export interface About {
  /** What it is about: the name of a token, an address, a lock. */
  what?: string | null | undefined
  left?: number
}

/**
 * Warns the person behind an account of a change, by a mail in the transaction of that change. No limit drops a
 * warning: what is more than a person reads one by one is held back and mailed together when the hour ends, to the
 * address the account had when it happened (D113).
 */
export async function warn(
  ctx: Ctx<never> & Origin,
  accountId: number,
  notice: SecurityNotice,
  about: About = {},
): Promise<void> {
  if (!ctx.db.isTransaction) throw new Error('a warning is written in the transaction of the change')
  const now = ctx.clock.now()
  await store.ensure(ctx.db, accountId, notice, now)
  const row = await store.find(ctx.db, accountId, notice)
  if (!row) return
  const { isSent, next } = decide(row, now)
  await store.update(ctx.db, accountId, notice, next)
  if (isSent) return mail.sendToAccount(ctx, accountId, notice, valuesOf(ctx, accountId, about))
  await hold(ctx, { ...row, ...next }, about)
}

function valuesOf(ctx: Ctx<never> & Origin, accountId: number, { what, left }: About) {
  const actor = ctx.actor ?? ctx.principal
  const device = deviceOf(ctx.incoming)
  return {
    at: ctx.clock.now(),
    ...(ctx.network !== undefined && { network: ctx.network }),
    ...(device !== undefined && { device }),
    ...(actor && actor.accountId !== accountId && { by: cut(actor.name) }),
    ...(what && { what: cut(what) }),
    ...(left !== undefined && { left }),
    ...linkTo(ctx),
  }
}

const linkTo = ({ consoleUrl }: Ctx<never>) =>
  consoleUrl === undefined ? {} : { link: `${consoleUrl}/account` }

/** The name of the job that mails what was held back. */
const MAIL_HELD = 'mailHeldNotices'

type NoticeRow = NonNullable<Awaited<ReturnType<typeof store.find>>>

async function hold(ctx: Ctx<never> & Origin, row: NoticeRow, { what }: About): Promise<void> {
  const { account_id: accountId, notice } = row
  const known = row.lines === null ? [] : (JSON.parse(row.lines) as HeldLine[])
  const { network } = ctx
  const line = { at: ctx.clock.now(), ...(network && { network }), ...(what && { what: cut(what) }) }
  const recipient = row.recipient ?? (await mail.addressOf(ctx, accountId))
  await store.update(ctx.db, accountId, notice, { recipient, lines: JSON.stringify(withLine(known, line)) })
  if (row.held > 1) return
  const runAt = row.started_at + WINDOW_MS
  const key = `${accountId} ${notice}`
  await schedule(ctx, { kind: MAIL_HELD, key, payload: { accountId, notice }, runAt })
}

/** Mails what was held back; the next hour begins. An account that is gone has nothing any more. */
export async function mailHeld(
  ctx: Ctx<never>,
  { accountId, notice }: { accountId: number; notice: SecurityNotice },
): Promise<void> {
  await inTransaction({ ...ctx, accountId }, async (tx) => {
    const row = await store.find(tx.db, accountId, notice)
    if (!row || row.held === 0) return
    const { held: count, recipient } = row
    const lines = JSON.parse(row.lines ?? '[]') as HeldLine[]
    const values = { notice, count, lines, ...linkTo(tx) }
    await mail.sendToAccount(tx, accountId, 'noticesHeld', values, recipient ?? undefined)
    const fresh = { started_at: tx.clock.now(), sent: 0, held: 0, recipient: null, lines: null }
    await store.update(tx.db, accountId, notice, fresh)
  })
}

/**
 * Notes from where an account was signed in to, and warns when it was not used from there before. The very first
 * sign-in tells nobody anything.
 */
export async function noteSignIn(ctx: Ctx<never> & Origin, accountId: number): Promise<void> {
  const { network } = ctx
  if (network === undefined) return
  const now = ctx.clock.now()
  const known = await store.listNetworks(ctx.db, accountId)
  const isKnown = known.some((row) => row.network === network && row.seen_at > now - NETWORK_KEPT_MS)
  await store.rememberNetwork(ctx.db, accountId, network, now)
  const others = known.filter((row) => row.network !== network)
  const stale = others.filter((row, i) => i >= MAX_NETWORKS - 1 || row.seen_at <= now - NETWORK_KEPT_MS)
  if (stale.length > 0)
    await store.forgetNetworks(
      ctx.db,
      accountId,
      stale.map((row) => row.network),
    )
  if (known.length > 0 && !isKnown) await warn(ctx, accountId, 'newSignIn')
}
