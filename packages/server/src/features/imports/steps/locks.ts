import type { ImportLine } from '@latchwork/contract'
import { AppError } from '../../../platform/app-error.ts'
import { countAttempt, retryAfterOf } from '../../../platform/security/attempts.ts'
import { guessLimitOf } from '../../../platform/security/guesses.ts'
import * as locks from '../../locks/service.ts'
import type { Notes } from '../notes.ts'
import { readLock, type SourceLock } from '../shapes.ts'
import { Refusal } from '../source.ts'
import { soundOnes, type Walk } from '../walk.ts'

/** A lock of the other account, and what it is here. */
export interface KnownLock {
  there: SourceLock
  /** What it is here, or would be. */
  smartlockId: number
  /** As it is here; undefined while it is not. */
  row: locks.SmartlockRow | undefined
  /** It is noted already what it is here. */
  isKept: boolean
}

/** Whoever brings over more locks that others have is looking for what others have. */
const MOST_TAKEN = 3

/** The locks of the other account, in the order of their ids. */
export async function readLocks(walk: Walk): Promise<SourceLock[]> {
  const answer = await walk.source.get('/smartlock')
  if (answer.kind === 'denied') throw new Refusal('tokenRefused')
  if (answer.kind === 'missing' || !Array.isArray(answer.value)) throw new Refusal('notUnderstood')
  const { sound, unreadable } = soundOnes(answer.value, readLock, walk.ctx.limits.smartlocks)
  if (!walk.isResumed)
    await walk.step({}, async (_, notes) => void notes.count('lock', 'leftOut', unreadable))
  return sound.sort((a, b) => a.id - b.id)
}

/** What they are here. */
export async function findLocks(walk: Walk, there: readonly SourceLock[]): Promise<KnownLock[]> {
  const known = await walk.known(
    'lock',
    there.map(({ id }) => String(id)),
  )
  const ids = there.map((lock) => Number(known.get(String(lock.id))?.own_id ?? lock.id))
  const rows = await locks.listBrought(walk.ctx, ids)
  const byId = new Map(rows.map((row) => [row.smartlock_id, row]))
  return there.map((lock, i) => ({
    there: lock,
    smartlockId: ids[i] as number,
    row: byId.get(ids[i] as number),
    isKept: known.has(String(lock.id)) && byId.has(ids[i] as number),
  }))
}

export async function bringLocks(walk: Walk, there: readonly SourceLock[]): Promise<void> {
  const after = walk.run.phase === 'locks' ? Number(walk.run.position ?? -1) : -1
  if (walk.run.taken > MOST_TAKEN) throw new Refusal('tooManyTaken')
  for (const known of await findLocks(walk, there)) {
    if (known.there.id <= after) continue
    const progress = { phase: 'locks', position: String(known.there.id), done: walk.run.done + 1 } as const
    await walk.step(progress, async (tx, notes) => {
      const brought: Brought = walk.isDry
        ? { line: { outcome: known.row ? 'same' : 'made' } }
        : await bringLock(tx, known)
      note(walk, tx, notes, known, brought)
      return brought.isTaken ? { taken: walk.run.taken + 1 } : undefined
    })
    if (walk.run.taken > MOST_TAKEN) throw new Refusal('tooManyTaken')
  }
}

function note(
  walk: Walk,
  tx: Walk['ctx'],
  notes: Notes,
  { there: { id, name, isNameCut }, isKept }: KnownLock,
  { line, smartlockId }: Brought,
): void {
  const cut = isNameCut && { reason: 'nameCut' as const }
  notes.tell({ kind: 'lock', name, smartlockId: id, ...cut, ...line })
  if (smartlockId !== undefined && !isKept) walk.keep(tx, 'lock', String(id), String(smartlockId))
}

interface Brought {
  line: Pick<ImportLine, 'outcome' | 'reason'>
  /** What it is here. */
  smartlockId?: number
  isTaken?: boolean
}

async function bringLock(tx: Walk['ctx'], { there, row, smartlockId }: KnownLock): Promise<Brought> {
  if (row) return { line: { outcome: 'same' }, smartlockId }
  // That another account has the id is told as rarely as by the call that registers one lock (D122).
  const guesses = [guessLimitOf(tx.accountId)]
  if ((await retryAfterOf(tx, guesses)) !== undefined) throw new Refusal('tooManyTaken')
  try {
    const made = await locks.withinLockQuota(tx, (within) => locks.bringOver(within, there))
    if (made === 'exists') return { line: { outcome: 'same' }, smartlockId: there.id }
    if (made === 'taken') {
      await countAttempt(tx, guesses)
      return { line: { outcome: 'leftOut', reason: 'idTaken' }, isTaken: true }
    }
    const isNew = made.smartlock_id !== there.id
    return {
      line: { outcome: 'made', ...(isNew && { reason: 'newId' }) },
      smartlockId: made.smartlock_id,
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'quota_exceeded') throw error
    return { line: { outcome: 'leftOut', reason: 'quota' } }
  }
}
