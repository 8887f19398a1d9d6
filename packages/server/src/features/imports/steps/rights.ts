import type { ImportReason } from '@latchwork/contract'
import * as access from '../../access/service.ts'
import * as lockArea from '../../locks/service.ts'
import * as plans from '../../plans/service.ts'
import { listByOwnIds } from '../item-store.ts'
import type { Notes } from '../notes.ts'
import { KEYPAD_CODE, readRight, type SourceRight } from '../shapes.ts'
import { PART_BYTES } from '../source.ts'
import { soundOnes, type Walk } from '../walk.ts'
import type { KnownLock } from './locks.ts'

/** Apps, fobs and codes of one lock: more than any of them holds. */
const MOST_RIGHTS = 1000

/** The keypad codes of every lock. Keys of apps and fobs are pairings between them and the lock: those cannot be copied. */
export async function bringRights(walk: Walk, locks: readonly KnownLock[]): Promise<void> {
  const after = walk.run.phase === 'rights' ? Number(walk.run.position ?? -1) : -1
  for (const lock of locks) {
    if (lock.there.id <= after) continue
    walk.goOn()
    const answer = await walk.source.get(`/smartlock/${lock.there.id}/auth`, PART_BYTES)
    const progress = {
      phase: 'rights',
      position: String(lock.there.id),
      done: walk.run.done + 1,
    } as const
    if (answer.kind === 'value') await bringOfLock(walk, lock, answer.value, progress)
    else
      await walk.step(progress, async (_, notes) => {
        if (answer.kind === 'denied') listReason(notes, lock, 'notAllowed', 1)
        return undefined
      })
  }
}

/** One line for all of a lock that share a reason. */
const listReason = (notes: Notes, lock: KnownLock, reason: ImportReason, count: number): void => {
  if (count === 0) return
  const { name, id: smartlockId } = lock.there
  notes.list({ kind: 'right', name, smartlockId, outcome: 'leftOut', reason, count })
}

async function bringOfLock(
  walk: Walk,
  lock: KnownLock,
  value: unknown,
  progress: Parameters<Walk['step']>[0],
): Promise<void> {
  const { sound, unreadable } = soundOnes(value, readRight, MOST_RIGHTS)
  const sorted = sortRights(sound)
  const codes = await withPeople(walk, sorted.codes)
  const known = await walk.known(
    'right',
    sound.map(({ id }) => id),
  )
  const wanted = codes.map((code) => ({ ...code, id: known.get(code.sourceId)?.own_id }))
  const gone = lock.row ? await goneOf(walk, lock.smartlockId, new Set(sound.map(({ id }) => id))) : []
  await walk.step(progress, async (tx, notes) => {
    const brought = { smartlockId: lock.smartlockId, codes: wanted, gone }
    const reasons = new Map<ImportReason, number>([...sorted.reasons, ['unreadable', unreadable]])
    const { findings, isLeftAlone } = await settle(walk, tx, lock, brought)
    for (const finding of findings) {
      if (finding.outcome === 'leftOut') add(reasons, finding.reason)
      else notes.count('right', finding.outcome)
    }
    if (!isLeftAlone) notes.count('right', 'gone', gone.length)
    for (const [reason, count] of reasons) {
      notes.count('right', 'leftOut', count)
      listReason(notes, lock, reason, count)
    }
    return undefined
  })
}

const add = (reasons: Map<ImportReason, number>, reason: ImportReason): void =>
  void reasons.set(reason, (reasons.get(reason) ?? 0) + 1)

type Findings = readonly (
  | { outcome: 'made' | 'changed' | 'same' }
  | { outcome: 'leftOut'; reason: ImportReason }
)[]

async function settle(
  walk: Walk,
  tx: Walk['ctx'],
  lock: KnownLock,
  brought: Parameters<typeof access.bringCodes>[1],
): Promise<{ findings: Findings; isLeftAlone?: true }> {
  if (walk.isDry) {
    if (lock.row && !lockArea.isUnconnected(lock.row)) return keptOut(brought.codes)
    const capability = lock.row
      ? lockArea.capabilityOf({ row: lock.row, pending: [] })
      : lockArea.capabilityOfBrought(lock.there)
    return { findings: await access.judgeCodes(tx, capability, brought) }
  }
  if (!lock.row) return { findings: brought.codes.map(() => ({ outcome: 'leftOut', reason: 'lockLeftOut' })) }
  const result = await access.bringCodes(tx, brought)
  if (result === 'connected') return keptOut(brought.codes)
  for (const [sourceId, id] of result.made) walk.keep(tx, 'right', sourceId, id)
  return { findings: result.findings }
}

/** A lock that is connected here gets its codes here, and nowhere else. */
const keptOut = (codes: readonly access.BroughtCode[]) => ({
  isLeftAlone: true as const,
  findings: codes.map(({ id }): Findings[number] =>
    id === undefined ? { outcome: 'leftOut', reason: 'lockConnected' } : { outcome: 'same' },
  ),
})

interface Sorted {
  codes: (SourceRight & { code: number; window: NonNullable<SourceRight['window']> })[]
  reasons: Map<ImportReason, number>
}

function sortRights(rights: readonly SourceRight[]): Sorted {
  const sorted: Sorted = { codes: [], reasons: new Map() }
  for (const right of rights) {
    const { code, window } = right
    if (right.type !== KEYPAD_CODE) add(sorted.reasons, 'appKey')
    else if (code === undefined) add(sorted.reasons, 'codeMissing')
    // Without its window it would be valid for ever.
    else if (window === undefined) add(sorted.reasons, 'windowInvalid')
    else sorted.codes.push({ ...right, code, window })
  }
  return sorted
}

async function withPeople(walk: Walk, codes: Sorted['codes']): Promise<access.BroughtCode[]> {
  const people = await walk.known(
    'person',
    codes.flatMap(({ personId }) => (personId === undefined ? [] : [String(personId)])),
  )
  const known = await walk.known(
    'plan',
    codes.flatMap(({ planId }) => planId ?? []),
  )
  const terms = await plans.termsOf(
    walk.ctx,
    [...known.values()].map((item) => item.own_id),
  )
  return codes.map(({ id, name, code, isEnabled, window, personId, planId }) => {
    const person = people.get(String(personId))
    const plan = person && terms.get(known.get(planId ?? '')?.own_id ?? '')
    return {
      ...(plan && { plan }),
      ...{ sourceId: id, name, code, isEnabled, window },
      ...(person && { accountUserId: Number(person.own_id) }),
    }
  })
}

/** Codes that came from there, and that nobody has there any more. */
async function goneOf(walk: Walk, smartlockId: number, named: ReadonlySet<string>): Promise<string[]> {
  const { ctx, origin: source } = walk
  const rows = await access.listOfLock(ctx, smartlockId, [KEYPAD_CODE])
  if (rows.length === 0) return []
  const items = await listByOwnIds(
    ctx.db,
    ctx.accountId,
    { source, kind: 'right' },
    rows.map(({ id }) => id),
  )
  return items.filter((item) => !named.has(item.source_id)).map((item) => item.own_id)
}
