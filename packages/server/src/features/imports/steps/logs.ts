import { createHash } from 'node:crypto'
import { idFloor } from '../../../platform/ids.ts'
import * as locks from '../../locks/service.ts'
import { readLogEntry, type SourceLogEntry } from '../shapes.ts'
import { soundOnes, type Walk } from '../walk.ts'
import type { KnownLock } from './locks.ts'

/** The interface gives no more at a time. */
const PAGE = 50
/** Ten kilobytes for each. */
const PAGE_BYTES = 512 * 1024
/** Entries of one transaction: stored while the next page is on its way, which takes as long. */
const BATCH = 100
const DAY_MS = 86_400_000
/** Entries may have come to the other side a little late: the last day is looked through again. */
const OVERLAP_MS = DAY_MS
/** A log that never ends is none: a hundred thousand entries of one lock (of a file a million), two million in all. */
const MOST_PAGES = 2000
const MOST_ENTRIES = 2_000_000

/** The log of every lock, newest first, as far back as was asked for. */
export async function bringLogs(walk: Walk, known: readonly KnownLock[]): Promise<void> {
  const isResumed = walk.run.phase === 'logs'
  const after = isResumed ? Number(walk.run.position ?? -1) : -1
  if (!isResumed) await walk.step({ phase: 'logs', position: null, cursor: null }, async () => undefined)
  for (const lock of known) {
    if (lock.there.id <= after || !lock.row) continue
    const item = (await walk.known('lock', [String(lock.there.id)])).get(String(lock.there.id))
    // It may have been connected, or deleted, meanwhile.
    const [row] = await locks.listBrought(walk.ctx, [lock.smartlockId])
    if (row) await bringLog(walk, lock, Number(item?.log_until ?? 0), locks.keepsLogSince(row))
  }
}

/** `until`: it was brought over up to there before; `ownSince`: from then on its log is written here. */
async function bringLog(walk: Walk, lock: KnownLock, until: number, ownSince: number): Promise<void> {
  const { created_at, log_days } = walk.run
  const since = Math.max(Number(created_at) - log_days * DAY_MS, until - OVERLAP_MS)
  let { pages, cursor } = placeIn(walk.run.cursor)
  const seen = new Set<string>()
  let waiting: SourceLogEntry[] = []
  // Nobody's clock is a day ahead: such an entry would stand on top for ever.
  const latest = Math.min(walk.ctx.clock.now() + DAY_MS, ownSince - 1)
  let isOver = log_days === 0 || since > latest || walk.notes.made('log') >= MOST_ENTRIES
  let coming = isOver ? undefined : readPage(walk, lock.there.id, cursor)
  for (; pages < MOST_PAGES && coming; pages++) {
    walk.goOn()
    const page = await coming
    const last = page.at(-1)
    // One that comes to the same place again goes round in circles. Entries may have come late: all of a page are too old.
    isOver = last === undefined || seen.has(last.id) || page.every(({ date }) => date < since)
    if (last) seen.add(last.id)
    waiting.push(...page.filter(({ date }) => date >= since && date <= latest))
    cursor = last?.id ?? cursor
    coming = isOver ? undefined : readPage(walk, lock.there.id, cursor)
    if (isOver || (waiting.length < BATCH && !(await walk.isTurnOver()))) continue
    await store(walk, lock, waiting, { cursor: `${pages + 1}:${cursor}` })
    waiting = []
  }
  const progress = { position: String(lock.there.id), cursor: null, done: walk.run.done + 1 }
  await store(walk, lock, waiting, progress, walk.source.takenAt ?? Number(created_at))
}

/** Where the log of a lock was left: after so many pages, at that entry. */
function placeIn(kept: string | null): { pages: number; cursor: string | null } {
  const [, pages, cursor] = /^(\d{1,4}):(.+)$/s.exec(kept ?? '') ?? []
  return cursor === undefined ? { pages: 0, cursor: kept } : { pages: Number(pages), cursor }
}

/** Whoever is called off meanwhile does not wait for it: then nobody minds how it ends. */
function readPage(walk: Walk, id: number, cursor: string | null): Promise<SourceLogEntry[]> {
  const page = askForPage(walk, id, cursor)
  page.catch(() => undefined)
  return page
}

async function askForPage(walk: Walk, id: number, cursor: string | null): Promise<SourceLogEntry[]> {
  const { source } = walk
  const query = cursor === null ? '' : `&id=${cursor}`
  const page = source.logPage ?? PAGE
  const answer = await source.get(`/smartlock/${id}/log?limit=${page}${query}`, PAGE_BYTES)
  return answer.kind === 'value' ? soundOnes(answer.value, readLogEntry, page).sound : []
}

async function store(
  walk: Walk,
  lock: KnownLock,
  entries: readonly SourceLogEntry[],
  progress: Parameters<Walk['step']>[0],
  /** Set when the log of the lock is whole. */
  until?: number,
): Promise<void> {
  const rights = await walk.known(
    'right',
    entries.flatMap(({ rightId }) => rightId ?? []),
  )
  const people = await walk.known(
    'person',
    entries.flatMap(({ personId }) => (personId === undefined ? [] : [String(personId)])),
  )
  await walk.step(progress, async (tx, notes) => {
    const rows = entries.map((entry) => ({
      id: ownId(tx.accountId, walk.origin, entry),
      account_id: tx.accountId,
      smartlock_id: lock.smartlockId,
      device_type: lock.there.type === 1 ? 0 : lock.there.type,
      account_user_id: numberOr(people.get(String(entry.personId))?.own_id),
      auth_id: rights.get(entry.rightId ?? '')?.own_id ?? null,
      name: entry.name,
      action: entry.action,
      trigger: entry.trigger,
      state: entry.state,
      auto_unlock: entry.isAutoUnlock ? 1 : 0,
      source: entry.source,
      opener_log: entry.openerLog,
      error: null,
      date: entry.date,
    }))
    const byId = new Map(rows.map((row) => [row.id, row]))
    const made = await locks.bringLog(tx, [...byId.values()])
    notes.count('log', 'made', made)
    notes.count('log', 'same', byId.size - made)
    if (until !== undefined) walk.keep(tx, 'lock', String(lock.there.id), String(lock.smartlockId), until)
    return undefined
  })
}

const numberOr = (id: string | undefined): number | null => (id === undefined ? null : Number(id))

/** The same entry has the same id whenever it comes, made of its time like the ids of our own entries. */
function ownId(accountId: number, origin: string, { id, date }: SourceLogEntry): string {
  const digest = createHash('sha256').update(`${accountId} ${origin} ${id}`).digest('hex')
  return idFloor(date).slice(0, 12) + digest.slice(0, 12)
}
