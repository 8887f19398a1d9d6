import { IMPORT_PHASES } from '@latchwork/contract'
import type { Walk } from '../walk.ts'
import { bringAddresses } from './addresses.ts'
import { bringLocks, findLocks, readLocks } from './locks.ts'
import { bringLogs } from './logs.ts'
import { bringPeople } from './people.ts'
import { bringRights } from './rights.ts'
import { bringStays } from './stays.ts'

/** What comes before what: rights name people and locks, entries of a log name rights. */
const ORDER = IMPORT_PHASES

/** Brings what only a file tells, where in the order of things it belongs. */
export type BringRest = (step: 'addresses' | 'groups' | 'account') => Promise<void>

/**
 * Goes through the other account from where it was left. When it is only compared it begins anew unless it only made way for
 * others, and leaves the logs out: they are counted when they are brought over.
 */
export async function bring(walk: Walk, rest?: BringRest): Promise<void> {
  const begunAt = walk.isResumed && walk.run.phase !== null ? ORDER.indexOf(walk.run.phase) : 0
  const isToDo = (phase: (typeof ORDER)[number]) => ORDER.indexOf(phase) >= begunAt
  const there = await readLocks(walk)
  const total = there.length * (walk.isDry ? 2 : 3)
  const anew = walk.isDry && !walk.isResumed ? { done: 0, phase: null, position: null, cursor: null } : {}
  await walk.step({ total, ...anew }, async () => undefined)
  if (isToDo('people')) await bringPeople(walk)
  if (isToDo('locks')) await bringLocks(walk, there)
  const known = await findLocks(walk, there)
  if (isToDo('addresses'))
    await bringAddresses(
      walk,
      known.filter(({ row }) => walk.isDry || row),
    )
  await rest?.('addresses')
  await rest?.('groups')
  if (isToDo('rights')) await bringRights(walk, known)
  if (walk.source.hasStays && isToDo('stays')) await bringStays(walk)
  if (!walk.isDry) await bringLogs(walk, known)
  await rest?.('account')
}
