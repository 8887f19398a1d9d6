import { setTimeout as delay } from 'node:timers/promises'
import type { FleetLock } from './device-fleet.ts'
import { connectLocks, type Fleet, registerLocks } from './fleet.ts'
import { type LatchworkProcess, type Storage, startLatchwork, TOKEN } from './latchwork-process.ts'
import { measureLoad, type Window } from './load.ts'

const LOCKED = 1
const DRAIN_WITHIN_MS = 30_000

/** A service with a fleet of locks that take actions. */
export interface ActionSite {
  readonly service: LatchworkProcess
  readonly storage: Storage
  readonly locks: readonly FleetLock[]
  readonly fleet: Fleet
  readonly moves: Moves
}

/** What each lock is asked for next. */
export type Moves = Map<number, 'unlock' | 'lock'>

export interface ActionWindow extends Window {
  /** Accepted actions a second, counted until the last one was confirmed by its lock. */
  readonly confirmedPerSecond: number
}

export async function openSite(storage: Storage, size: number): Promise<ActionSite> {
  const service = await startLatchwork(storage)
  const locks = await registerLocks(service, 0, size)
  const fleet = await connectLocks(service, locks)
  return { service, storage, locks, fleet, moves: await nextMoves(service) }
}

/** The same service and locks after a restart, with something done in between. */
export async function reopenSite(site: ActionSite, meanwhile: () => Promise<unknown>): Promise<ActionSite> {
  await closeSite(site)
  await meanwhile()
  const service = await startLatchwork(site.storage)
  const fleet = await connectLocks(service, site.locks)
  return { ...site, service, fleet, moves: await nextMoves(service) }
}

export async function closeSite({ service, fleet }: ActionSite): Promise<void> {
  await fleet.stop()
  await service.stop()
}

/** Loads the service with actions. Each lock has one connection to itself, because it takes one action at a time. */
export async function measureActions(
  { service, moves }: Pick<ActionSite, 'service' | 'moves'>,
  connections: number,
  seconds: number,
): Promise<ActionWindow> {
  const ids = [...moves.keys()]
  const window = await measureLoad(
    {
      url: service.url,
      pid: service.pid,
      headers: { authorization: `Bearer ${TOKEN}` },
      method: 'POST',
      status: 204,
      paths: (connection) =>
        pathsOf(
          ids.filter((_, index) => index % connections === connection),
          moves,
        ),
      answered: (path) => note(moves, path),
    },
    connections,
    seconds,
  )
  const drainSeconds = await untilNothingIsUnderWay(service)
  return { ...window, confirmedPerSecond: window.answered / (window.seconds + drainSeconds) }
}

/**
 * Every action has to move its lock: an unlock of what is open already would be less work. The locks are asked for once and
 * what became of them is kept here: a list of two thousand before each window would be cleaned up after within it.
 */
export async function nextMoves(service: LatchworkProcess): Promise<Moves> {
  const { data } = await service.api.smartlocks.list()
  return new Map(
    data.map(({ smartlockId, state }) => [smartlockId, state?.state === LOCKED ? 'unlock' : 'lock']),
  )
}

const opposite = { unlock: 'lock', lock: 'unlock' } as const
const pathOf = (id: number, action: 'unlock' | 'lock') => `/smartlock/${id}/action/${action}`

/** Once around all locks, then around again with the opposite action. */
function pathsOf(ids: readonly number[], moves: Moves): string[] {
  const next = (id: number) => moves.get(id) ?? 'unlock'
  return [...ids.map((id) => pathOf(id, next(id))), ...ids.map((id) => pathOf(id, opposite[next(id)]))]
}

function note(moves: Moves, path: string): void {
  const [, , id, , action] = path.split('/')
  moves.set(Number(id), opposite[action as 'unlock' | 'lock'])
}

/** Waits until no accepted action is open any more. Returns how long that took. */
async function untilNothingIsUnderWay({ api }: LatchworkProcess): Promise<number> {
  const startedAt = performance.now()
  while (performance.now() < startedAt + DRAIN_WITHIN_MS) {
    const open = await Promise.all(
      (['queued', 'sent'] as const).map((status) => api.operations.list({ query: { status, limit: 1 } })),
    )
    if (open.every(({ data }) => data.length === 0)) return (performance.now() - startedAt) / 1000
    await delay(5)
  }
  throw new Error('Some accepted actions never came to an end.')
}
