import { createHash } from 'node:crypto'
import type { ErrorCode } from '@latchwork/contract'
import type { Ctx } from '../../../platform/context.ts'
import { StartupError } from '../../../platform/startup-error.ts'
import type { Hold } from '../../../platform/work/queue.ts'
import { type Archive, readArchive } from '../../../storage/export/read-archive.ts'
import * as items from '../item-store.ts'
import { ARCHIVE, archiveUrl, originOf } from '../rules.ts'
import * as store from '../store.ts'
import { Walk } from '../walk.ts'
import { walkThrough } from '../worker.ts'
import { type Asked, bringRest } from './rest.ts'
import { archiveSource, KEPT } from './source.ts'

export type { Archive } from '../../../storage/export/read-archive.ts'

/** Whoever brings an archive over says every so often that they are still there. */
const LEASE_MS = 60_000
const RENEW_MS = 15_000
const LOOK_MS = 100

export const openArchive = (bytes: AsyncIterable<Buffer>, passphrase: string | undefined): Promise<Archive> =>
  readArchive(bytes, { keep: KEPT, passphrase })

/** The account it is of, wherever that was: the same one in every archive of it, and no other. */
export function urlOf({ accountId, exportedAt, rows }: Archive): string {
  const account = rows.one('account', '', String(accountId))
  if (!account) throw new StartupError('The archive cannot be read: its account is not in it.')
  const seal = createHash('sha256').update(`${accountId} ${account.created_at}`).digest('hex')
  return archiveUrl(seal.slice(0, 24), exportedAt)
}

/** An older archive would bring back what was taken away since. */
export async function isOlderThanKnown(ctx: Ctx<never>, url: string, exportedAt: number): Promise<boolean> {
  const from = { source: originOf(url), kind: 'archive' as const }
  const newest = (await items.findAll(ctx.db, ctx.accountId, from, [NEWEST])).get(NEWEST)
  return newest !== undefined && Number(newest.own_id) > exportedAt
}

const NEWEST = 'newest'
const noteNewest = (walk: Walk, tx: Ctx<ErrorCode>, { exportedAt }: Archive) =>
  walk.keep(tx, 'archive', NEWEST, String(exportedAt))

/** Ends what somebody began who is not there any more. */
export async function endAbandoned(ctx: Ctx<never>): Promise<void> {
  const now = ctx.clock.now()
  await store.endAbandoned(ctx.db, ctx.accountId, `${ARCHIVE}%`, now)
}

/** Brings one archive over for as long as whoever typed the command waits; it has no other source of work. */
export function createArchiveWorker(ctx: Ctx<ErrorCode>, id: string, asked: Asked) {
  const owner = `archive ${id}`
  let isStopping = false
  let renewedAt = performance.now()
  const hold: Hold<string> = {
    owner,
    isOurs: () => performance.now() - renewedAt < LEASE_MS,
    lastsFor: () => true,
    isStopping: () => isStopping,
    noteFailure: () => undefined,
  }
  const renew = async () => {
    const kept = await store.renew(ctx.db, owner, [id], ctx.clock.now() + LEASE_MS)
    if (kept.length > 0) renewedAt = performance.now()
  }
  let timer: NodeJS.Timeout | undefined
  let looking: NodeJS.Timeout | undefined
  let under: Promise<void> = Promise.resolve()
  const look = () => {
    looking = undefined
    under = visit().then(() => {
      if (!isStopping) looking = setTimeout(look, LOOK_MS)
    })
  }
  const visit = async () => {
    try {
      const run = await store.find(ctx.db, ctx.accountId, id)
      if (!run || (run.state !== 'planning' && run.state !== 'running')) return
      const until = ctx.clock.now() + LEASE_MS
      await store.update(ctx.db, ctx.accountId, id, { lease_owner: owner, leased_until: until })
      renewedAt = performance.now()
      const held = { ...run, lease_owner: owner }
      const walk = new Walk(ctx, held, archiveSource(asked.archive), hold)
      if (!walk.isDry) await walk.step({}, async (tx) => void noteNewest(walk, tx, asked.archive))
      await walkThrough(walk, hold, (step) => bringRest(step, walk, asked))
    } catch (err) {
      ctx.log.error({ err, import: id }, 'bringing an archive over failed')
      isStopping = true
      const ended = { state: 'failed', error: 'notUnderstood', ended_at: ctx.clock.now() } as const
      await store.update(ctx.db, ctx.accountId, id, { ...ended, ...store.NOBODYS })
    }
  }
  return {
    async start() {
      timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS)
      look()
    },
    async stop() {
      isStopping = true
      clearInterval(timer)
      clearTimeout(looking)
      await under
    },
  }
}
