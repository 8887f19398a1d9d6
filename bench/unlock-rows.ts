import { addEarlierActions } from './earlier-actions.ts'
import { CONCURRENCIES, inTurn, measureLoad, median, medianWindow, type Window } from './load.ts'
import type { Pace } from './options.ts'
import { type Peer, startPeer } from './peer.ts'
import { residentMb } from './processes.ts'
import type { Progress } from './progress.ts'
import { limitRow, type Row, ratioRow } from './row.ts'
import { type StoreInserts, startStoreInserts } from './store-inserts.ts'
import type { Store } from './stores.ts'
import {
  type ActionSite,
  type ActionWindow,
  closeSite,
  measureActions,
  openSite,
  reopenSite,
} from './unlock-load.ts'

const AIM_OF_PEER = 5
const AIM_OF_FLATNESS = 0.9
const AIM_MEMORY_MB = 150

interface Sides {
  /** Starts without any earlier action. */
  readonly young: ActionSite
  /** The same with a long past. */
  readonly old: ActionSite
  readonly inserts: StoreInserts
}

/** Accepted actions against the store engine alone, against the peer, and against a store with a long past. */
export async function unlockRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  progress(`${store.engine}: connecting ${pace.fleet} locks to each of two services`)
  const young = await openSite(await store.newStorage(), pace.fleet)
  const { site: old, rowCounts } = await openOldSite(store, pace, progress)
  const sides: Sides = { young, old, inserts: startStoreInserts(await store.newStorage()) }
  const rows: Row[] = []
  let peerMb = 0
  for (const connections of CONCURRENCIES) {
    progress(`${store.engine}: POST unlock, concurrency ${connections}`)
    // The peer gets slower with every action it remembers, so it starts afresh: this is the best it can do.
    const peer = await startPeer()
    rows.push(...(await compare(store, sides, peer, connections, pace)))
    peerMb = residentMb(peer.pid)
    await peer.stop()
  }
  const row = {
    part: 'unlocks',
    row: `memory after unlocks (${pace.fleet} locks)`,
    engine: store.engine,
  } as const
  const memory = { unit: 'MB', ours: young.service.residentMb(), against: 'peer', baseline: peerMb } as const
  const detail = { afterEarlierActions: old.service.residentMb(), rowsOfEarlierActions: rowCounts }
  rows.push(limitRow({ ...row, ...memory, detail }, AIM_MEMORY_MB))
  await Promise.all([closeSite(young), closeSite(old), sides.inserts.stop()])
  return rows
}

async function openOldSite(store: Store, pace: Pace, progress: Progress) {
  const fresh = await openSite(await store.newStorage(), pace.fleet)
  await measureActions(fresh, 10, pace.warmUpSeconds)
  progress(`${store.engine}: writing ${pace.earlierActions} earlier actions`)
  let rowCounts: Record<string, number> = {}
  const site = await reopenSite(fresh, async () => {
    rowCounts = await addEarlierActions(fresh.storage, pace.earlierActions)
  })
  return { site, rowCounts }
}

async function compare(
  store: Store,
  { young, old, inserts }: Sides,
  peer: Peer,
  connections: number,
  pace: Pace,
): Promise<Row[]> {
  const measure = {
    young: (seconds: number) => measureActions(young, connections, seconds),
    old: (seconds: number) => measureActions(old, connections, seconds),
    peer: (seconds: number) => measureLoad(peer.target, connections, seconds),
    inserts: (seconds: number) => inserts.measure({ seconds, connections }),
  }
  for (const side of Object.values(measure)) await side(pace.warmUpSeconds)
  const seconds = pace.windowSeconds
  const loads = await inTurn<'young' | 'old' | 'peer' | 'inserts', ActionWindow | Window | number>(
    pace.rounds,
    {
      young: () => measure.young(seconds),
      inserts: () => measure.inserts(seconds),
      old: () => measure.old(seconds),
      peer: () => measure.peer(seconds),
    },
  )
  const ours = medianWindow(loads.young as ActionWindow[])
  const aged = medianWindow(loads.old as ActionWindow[])
  const peers = medianWindow(loads.peer as Window[])
  const insertsPerSecond = median(loads.inserts as number[])
  const confirmed = median((loads.young as ActionWindow[]).map((window) => window.confirmedPerSecond))
  const labels = { part: 'unlocks', engine: store.engine, concurrency: connections, unit: 'req/s' } as const
  const accepted = { ...labels, row: 'POST unlock accepted', ours: ours.perSecond, ...refusalNote(ours) }
  return [
    ratioRow(
      { ...accepted, against: 'peer', baseline: peers.perSecond, detail: { ours, baseline: peers } },
      AIM_OF_PEER,
    ),
    ratioRow({ ...accepted, against: 'durable insert', baseline: insertsPerSecond }),
    ratioRow({
      ...labels,
      row: 'POST unlock until confirmed',
      ours: confirmed,
      against: 'peer',
      baseline: peers.perSecond,
    }),
    ratioRow(
      {
        ...labels,
        row: `POST unlock after ${pace.earlierActions} actions`,
        ours: aged.perSecond,
        against: 'empty store',
        baseline: ours.perSecond,
        ...refusalNote(aged),
        detail: { ours: aged },
      },
      AIM_OF_FLATNESS,
    ),
  ]
}

/** Refused requests are not counted as accepted, but they are not free either: whoever reads the rate should know. */
function refusalNote({ refused, answered }: Window): { note?: string } {
  const total = Object.values(refused).reduce((sum, count) => sum + count, 0)
  if (total === 0) return {}
  const share = ((100 * total) / (total + answered)).toFixed(1)
  return { note: `${share} % not accepted (${Object.keys(refused).join(', ')})` }
}
