import { type BroughtLock, MAKER_API } from '@latchwork/contract'
import { type Ctx, inTransaction, type RequestCtx, type WorkCtx } from '../../platform/context.ts'
import * as access from '../access/service.ts'
import * as audit from '../audit/service.ts'
import * as locks from '../locks/service.ts'
import { listLockIds } from './item-store.ts'
import { baseUrl, isArchive, NEEDED_SCOPES, sealContext } from './rules.ts'
import * as store from './store.ts'

export {
  type Archive,
  createArchiveWorker,
  endAbandoned,
  isOlderThanKnown,
  openArchive,
  urlOf,
} from './archive/service.ts'
export { presentImport, presentListed } from './present.ts'
export { createImportWorker, type ImportWorker } from './worker.ts'

/** Whoever reads a file takes it over at once. */
const FIRST_LEASE_MS = 60_000

export interface NewImport {
  url?: string
  token: string
  logDays?: number
}

/** A token that may not make people, locks or rights one by one may not make all of them at once either. */
export function assertScopes(ctx: RequestCtx<'scope_missing'>): void {
  if (NEEDED_SCOPES.some((scope) => !ctx.principal.scopes.has(scope)))
    ctx.fail('scope_missing', { message: `The token needs the scopes ${NEEDED_SCOPES.join(', ')}.` })
}

export const list = (ctx: Ctx<never>) => store.list(ctx.db, ctx.accountId)

/** The import, or the same 404 whether it is missing or somebody else's (D38). */
export async function get(ctx: Ctx<'not_found'>, importId: string): Promise<store.RunRow> {
  return (await store.find(ctx.db, ctx.accountId, importId)) ?? ctx.fail('not_found')
}

/** Who asked for it, for the audit log of what it does later. */
export interface Asker {
  accountId: number | null
  name: string
}

/** Stores that another account is to be read and compared; one at a time. */
export function create(
  ctx: WorkCtx<'url_not_allowed' | 'resource_locked'>,
  { url: named = MAKER_API, token, logDays = 365 }: NewImport,
  by: Asker,
): Promise<string> {
  const url = baseUrl(named)
  // As it was given: what is dropped of it is judged, too.
  const problem = url === undefined ? 'is not a base URL' : ctx.outbound.problemWith(named)
  if (url === undefined || problem !== undefined)
    ctx.fail('url_not_allowed', { errors: [{ path: 'url', message: problem ?? 'is not a base URL' }] })
  return insert(ctx, { url: url as string, token, logDays, by })
}

/** The same for a file, which whoever asked goes on reading: no other process can. */
export const createFromArchive = (
  ctx: WorkCtx<'resource_locked'>,
  { url, logDays }: { url: string; logDays: number },
  by: Asker,
): Promise<string> => insert(ctx, { url, logDays, by })

interface Asked {
  url: string
  token?: string
  logDays: number
  by: Asker
}

function insert(ctx: WorkCtx<'resource_locked'>, asked: Asked): Promise<string> {
  const { url } = asked
  return inTransaction(ctx, async (tx) => {
    if (await store.findOpen(tx.db, tx.accountId)) tx.fail('resource_locked')
    await store.removeOld(tx.db, tx.accountId)
    const id = tx.ids.timeOrdered()
    await store.insert(tx.db, newRow(tx, id, asked))
    await audit.record(tx, { action: 'import.created', subject: id, detail: { url } })
    tx.afterCommit(() => tx.wake.notify('import'))
    return id
  })
}

function newRow(ctx: Ctx<never>, id: string, { url, token, logDays, by }: Asked) {
  const now = ctx.clock.now()
  return {
    id,
    account_id: ctx.accountId,
    url,
    token_sealed: token === undefined ? null : ctx.sealer.seal(token, sealContext(id)),
    state: 'planning' as const,
    phase: null,
    position: null,
    cursor: null,
    done: 0,
    total: 0,
    log_days: logDays,
    counts: '{}',
    lines: '[]',
    more_lines: 0,
    taken: 0,
    error: null,
    actor_account_id: by.accountId,
    actor_name: by.name,
    failures: 0,
    gap_ms: 0,
    next_at: isArchive(url) ? null : now,
    leased_until: isArchive(url) ? now + FIRST_LEASE_MS : null,
    lease_owner: null,
    created_at: now,
    ended_at: null,
  }
}

/** Somebody has seen what would be made, and wants it. */
export const start = (
  ctx: WorkCtx<'not_found' | 'resource_locked'>,
  importId: string,
  from: 'other service' | 'archive' = 'other service',
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = (await store.find(tx.db, tx.accountId, importId)) ?? tx.fail('not_found')
    if (isArchive(row.url) !== (from === 'archive'))
      tx.fail('resource_locked', { message: 'This import reads a file: it is started where that is.' })
    if (row.state === 'running') return
    if (row.state !== 'planned') tx.fail('resource_locked', { message: 'This import is not planned.' })
    const anew = { phase: null, position: null, cursor: null, done: 0, total: 0, counts: '{}' }
    const next_at = from === 'archive' ? null : tx.clock.now()
    await store.update(tx.db, tx.accountId, importId, { ...anew, state: 'running', next_at })
    await audit.record(tx, { action: 'import.started', subject: importId })
    tx.afterCommit(() => tx.wake.notify('import'))
  })

/** Ends an import that is open, what it made stays; forgets one that has ended. */
export const remove = (ctx: WorkCtx<'not_found'>, importId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = (await store.find(tx.db, tx.accountId, importId)) ?? tx.fail('not_found')
    if (row.ended_at !== null) {
      await store.remove(tx.db, tx.accountId, importId)
      return
    }
    const ended = { state: 'canceled' as const, token_sealed: null, next_at: null, ended_at: tx.clock.now() }
    await store.update(tx.db, tx.accountId, importId, { ...ended, ...store.NOBODYS })
    await audit.record(tx, { action: 'import.canceled', subject: importId })
  })

/** Ends one that nobody can go on with; one that has ended stays as it is. */
export const endOpen = (ctx: WorkCtx<'not_found'>, importId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await store.find(tx.db, tx.accountId, importId)
    if (row?.ended_at === null) await remove(tx, importId)
  })

/** The locks that were brought over: whether they are connected now, and how their codes stand. */
export async function listLocks(ctx: Ctx<never>): Promise<BroughtLock[]> {
  const ids = await listLockIds(ctx.db, ctx.accountId, ctx.limits.smartlocks)
  const rows = await locks.listBrought(ctx, ids)
  const standing = Map.groupBy(await access.standingOf(ctx, ids), (row) => row.smartlock_id)
  const foreign = await access.countForeign(ctx, ids)
  return rows
    .sort((a, b) => a.smartlock_id - b.smartlock_id)
    .map((row) => ({
      smartlockId: row.smartlock_id,
      name: row.name,
      connected: !locks.isUnconnected(row),
      online: locks.isOnline(row.server_state),
      ...(!locks.isUnconnected(row) && row.driver !== 'native' && { driver: row.driver }),
      ...(row.gateway_id !== null && { gatewayId: row.gateway_id }),
      codes: codesOf(standing.get(row.smartlock_id) ?? [], foreign.get(row.smartlock_id) ?? 0),
    }))
}

function codesOf(states: readonly { sync_state: string; n: number }[], others: number): BroughtLock['codes'] {
  const of = (...wanted: string[]) =>
    states.filter(({ sync_state }) => wanted.includes(sync_state)).reduce((sum, { n }) => sum + n, 0)
  const [onLock, waiting, failed] = [of('synced'), of('pending', 'deleting'), of('failed')]
  return { total: onLock + waiting + failed, onLock, waiting, failed, others }
}
