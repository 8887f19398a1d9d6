import type { LockCapability } from '@latchwork/contract'
import type * as store from '../../features/operator/lock-evidence-store.ts'

/** One row of the form: a promise, and what the last minutes say about it. */
export interface EvidenceRow {
  readonly promise: string
  readonly verdict: 'proven' | 'refuted' | 'not tried'
  /** What was seen, or what to do so that something is. Never a name or a code. */
  readonly says: string
}

type Rows<F extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>

interface Evidence {
  readonly now: number
  readonly isOnline: boolean
  readonly lastSeenAt: number | null
  readonly told: LockCapability | undefined
  readonly hasBattery: boolean
  readonly operations: Rows<typeof store.listOperations>
  readonly entries: Rows<typeof store.listEntries>
  readonly codes: Rows<typeof store.listCodes>
}

const proven = (promise: string, says: string): EvidenceRow => ({ promise, verdict: 'proven', says })
const refuted = (promise: string, says: string): EvidenceRow => ({ promise, verdict: 'refuted', says })
const untried = (promise: string, says: string): EvidenceRow => ({ promise, verdict: 'not tried', says })

const MANUAL = 1
const DOOR_MOVED = new Set([240, 241])
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Every row, in the order in which somebody at the door tries them. */
export const judgeLock = (evidence: Evidence): EvidenceRow[] => [
  reach(evidence),
  movement(
    evidence,
    [1, 3],
    'An unlock is told as done when the bolt stands there',
    'Unlock it from the console.',
  ),
  movement(evidence, [2], 'So is a lock', 'Lock it from the console.'),
  lateness(evidence),
  told(evidence, 'A turn by hand is in the log', 'Turn it by hand.', ({ trigger }) => trigger === MANUAL),
  ...(evidence.told && !evidence.told.codes ? [] : codeRows(evidence)),
  told(
    evidence,
    'Opening the door is noticed',
    'Open and close the door; leave this row out without a sensor.',
    ({ action }) => DOOR_MOVED.has(action),
  ),
  evidence.hasBattery
    ? proven('It tells its battery', 'it did')
    : untried('It tells its battery', 'It has not told it yet.'),
]

function reach({ isOnline, lastSeenAt, now }: Evidence): EvidenceRow {
  const promise = 'The service reaches it'
  if (isOnline) return proven(promise, `last heard of ${seconds(now - (lastSeenAt ?? now))} ago`)
  return refuted(promise, 'It is offline: see its gateway.')
}

const actionOf = (payload: string): number => Number((JSON.parse(payload) as { action?: unknown }).action)

const movementsOf = ({ operations }: Evidence, actions: readonly number[]) =>
  operations.filter(({ type, payload }) => type === 'action' && actions.includes(actionOf(payload)))

function movement(
  evidence: Evidence,
  actions: readonly number[],
  promise: string,
  toDo: string,
): EvidenceRow {
  const [last] = movementsOf(evidence, actions)
  if (!last) return untried(promise, toDo)
  const took = seconds(Number(last.updated_at) - Number(last.created_at))
  if (last.status === 'confirmed') return proven(promise, `after ${took}, by ${last.proof ?? 'report'}`)
  return refuted(
    promise,
    `it ended as ${last.status}${last.error_code === null ? '' : ` (${last.error_code})`}`,
  )
}

function lateness(evidence: Evidence): EvidenceRow {
  const { told: capability } = evidence
  const promise = `An order is not later than ${seconds(capability?.expiry.worstLateMs ?? 0)} after its time, as declared`
  const ends = movementsOf(evidence, [1, 2, 3, 4, 5]).filter(({ status }) => status === 'confirmed')
  if (ends.length === 0) return untried(promise, 'Move it a few times.')
  const longest = Math.max(...ends.map((one) => Number(one.updated_at) - Number(one.created_at)))
  return proven(promise, `${ends.length} movements, the longest ${seconds(longest)}`)
}

function told(
  { entries }: Evidence,
  promise: string,
  toDo: string,
  is: (entry: Evidence['entries'][number]) => boolean,
): EvidenceRow {
  const entry = entries.find(is)
  return entry ? proven(promise, 'it is') : untried(promise, toDo)
}

function codeRows(evidence: Evidence): EvidenceRow[] {
  const { codes, operations, told: capability, now } = evidence
  const declared = capability?.codes?.readBack ?? 'value'
  const fresh = codes.filter(({ updated_at }) => now - Number(updated_at) < SPAN_MS)
  const removals = operations.filter(({ type }) => type === 'auth.delete')
  return [
    written(fresh, declared),
    told(
      evidence,
      'The log says whose code opened it',
      'Type the code at the door.',
      ({ auth_id }) => auth_id !== null,
    ),
    ...(capability?.events.denied === false
      ? []
      : [
          told(
            evidence,
            'A wrong code is in the log',
            'Type a code that nobody has.',
            ({ state, auth_id }) => state !== 0 && auth_id === null,
          ),
        ]),
    removed(removals),
  ]
}

function written(fresh: Evidence['codes'], declared: string): EvidenceRow {
  const promise = `A code is told as on the lock when the lock has proven it (${declared}, as declared)`
  const [last] = fresh.toReversed()
  if (!last) return untried(promise, 'Give somebody a code for this door.')
  if (last.sync_state === 'synced') return proven(promise, `by ${last.proof ?? 'report'}`)
  return last.sync_state === 'failed'
    ? refuted(promise, 'the lock did not take it')
    : untried(promise, 'It is under way.')
}

function removed(removals: Evidence['operations']): EvidenceRow {
  const promise = 'A code that was removed is gone from the lock'
  const [last] = removals
  if (!last) return untried(promise, 'Remove the code, and type it once more at the door: it must not open.')
  if (last.status === 'confirmed') return proven(promise, 'the lock said so; type it once more to be sure')
  return last.status === 'failed'
    ? refuted(promise, 'the lock did not')
    : untried(promise, 'It is under way.')
}

/** What counts as tried now. */
export const SPAN_MS = 30 * 60_000
