import { type BareSite, openBareSite } from './bare-unlock-site.ts'
import { addEarlierActions } from './earlier-actions.ts'
import { CONCURRENCIES, inTurn, measureLoad, median, medianWindow, type Window } from './load.ts'
import type { Pace } from './options.ts'
import { type Peer, startPeer } from './peer.ts'
import { residentMb } from './processes.ts'
import type { Progress } from './progress.ts'
import { limitRow, type Row, ratioRow } from './row.ts'
import { statementRows } from './statement-rows.ts'
import { type StoreInserts, startStoreInserts } from './store-inserts.ts'
import { type Store, sqliteStore } from './stores.ts'
import {
  type ActionSite,
  type ActionWindow,
  closeSite,
  measureActions,
  openSite,
  reopenSite,
} from './unlock-load.ts'

/** By the number of connections. */
const AIM_OF_PEER: Readonly<Record<number, number>> = { 1: 0.9, 10: 1.5, 50: 1.8 }
const AIM_OF_SQLITE = 0.5
const AIM_OF_FLATNESS = 0.9
const AIM_MEMORY_MB = 220

interface Sides {
  /** Starts without any earlier action. */
  readonly young: ActionSite
  /** The same with a long past, where that is measured. */
  readonly old: ActionSite | undefined
  /** The same on SQLite, where `young` is on another store. */
  readonly sqlite: ActionSite | undefined
  /** What an unlock takes at least, on SQLite. */
  readonly bare: BareSite | undefined
  readonly inserts: StoreInserts
}

/**
 * Accepted and confirmed actions against the peer, the store engine alone, SQLite and a store with a long past. There are
 * many more locks than connections: a lock takes one action at a time, and the rate must not be that of refusals.
 */
export async function unlockRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const rows = await statementRows(store, progress)
  const { sides, rowCounts } = await openSides(store, pace, progress)
  const { young, old, sqlite } = sides
  let memory = { ours: 0, peer: 0 }
  for (const connections of CONCURRENCIES) {
    progress(`${store.engine}: POST unlock, concurrency ${connections}`)
    // The peer gets slower with every action it remembers, so it starts afresh: this is the best it can do.
    const peer = await startPeer()
    const measured = await measureSides(sides, peer, connections, pace)
    rows.push(...rowsOf(store, connections, pace, measured))
    memory = { ours: median(measured.residentMb), peer: residentMb(peer.pid) }
    await peer.stop()
  }
  const row = {
    part: 'unlocks',
    row: `memory after unlocks (${pace.fleet} locks)`,
    engine: store.engine,
  } as const
  const megabytes = { unit: 'MB', ours: memory.ours, against: 'peer', baseline: memory.peer } as const
  const detail = { afterEarlierActions: old?.service.residentMb(), rowsOfEarlierActions: rowCounts }
  rows.push(limitRow({ ...row, ...megabytes, detail }, AIM_MEMORY_MB))
  for (const site of [young, old, sqlite]) if (site) await closeSite(site)
  await sides.bare?.stop()
  await sides.inserts.stop()
  return rows
}

async function openSides(store: Store, pace: Pace, progress: Progress) {
  // SQLite is measured first, so that whatever comes after it in this process finds it warm.
  if (store === sqliteStore) await rehearse(pace, progress)
  progress(`${store.engine}: connecting ${pace.fleet} locks to each service`)
  const young = await openSite(await store.newStorage(), pace.fleet)
  const sqlite =
    store.engine === 'SQLite' ? undefined : await openSite(await sqliteStore.newStorage(), pace.fleet)
  const past = pace.earlierActions > 0 ? await openOldSite(store, pace, progress) : undefined
  const bare = store.engine === 'SQLite' ? await openBareSite(pace.fleet) : undefined
  const inserts = startStoreInserts(await store.newStorage())
  const sides: Sides = { young, old: past?.site, sqlite, bare, inserts }
  await settle(sides, pace, progress)
  return { sides, rowCounts: past?.rowCounts }
}

/**
 * The locks and what calls are in this process, and have to be compiled, too. Of two services with the same code the one
 * that was loaded first stayed 5 to 10 % slower until the end: it learned its work from locks that were slow themselves.
 */
async function rehearse(pace: Pace, progress: Progress): Promise<void> {
  progress(
    `${pace.settleSeconds} s of unlocks, so that nobody has to learn from locks that are slow themselves`,
  )
  const site = await openSite(await sqliteStore.newStorage(), pace.fleet)
  await measureActions(site, 10, pace.settleSeconds)
  await closeSite(site)
}

/**
 * A service runs for months, and V8 takes tens of thousands of unlocks until it has compiled what they need: its threads
 * take 180 µs for one after ten seconds, 70 after thirty, and no less from then on. The peer has that behind it in its
 * first second, and is slower with each one after its second, so it is not given more.
 */
async function settle({ young, old, sqlite, bare }: Sides, pace: Pace, progress: Progress): Promise<void> {
  progress(`${pace.settleSeconds} s of unlocks for each side`)
  for (const site of [young, old, sqlite]) if (site) await measureActions(site, 10, pace.settleSeconds)
  await bare?.measure(10, pace.settleSeconds)
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

interface Measured {
  readonly young: readonly ActionWindow[]
  readonly old: readonly ActionWindow[]
  readonly sqlite: readonly ActionWindow[]
  readonly bare: readonly ActionWindow[]
  readonly peer: readonly Window[]
  readonly inserts: readonly number[]
  /** Of the young side after each of its windows: from one collection of garbage to the next it differs by 15 MB. */
  readonly residentMb: readonly number[]
}

async function measureSides(
  { young, old, sqlite, bare, inserts }: Sides,
  peer: Peer,
  connections: number,
  pace: Pace,
): Promise<Measured> {
  const actionsOf = (site: ActionSite | undefined) => async (seconds: number) =>
    site && (await measureActions(site, connections, seconds))
  const measure = {
    young: actionsOf(young),
    inserts: (seconds: number) => inserts.measure({ seconds, connections }),
    old: actionsOf(old),
    sqlite: actionsOf(sqlite),
    bare: async (seconds: number) => bare && (await bare.measure(connections, seconds)),
    peer: (seconds: number) => measureLoad(peer.target, connections, seconds),
  }
  for (const side of Object.values(measure)) await side(pace.warmUpSeconds)
  const seconds = pace.windowSeconds
  const residentMb: number[] = []
  const windows = await inTurn<keyof typeof measure, ActionWindow | Window | number | undefined>(
    pace.rounds,
    {
      young: async () => {
        const window = await measure.young(seconds)
        residentMb.push(young.service.residentMb())
        return window
      },
      inserts: () => measure.inserts(seconds),
      old: () => measure.old(seconds),
      sqlite: () => measure.sqlite(seconds),
      bare: () => measure.bare(seconds),
      peer: () => measure.peer(seconds),
    },
  )
  const there = (name: keyof typeof measure) => windows[name].filter((window) => window !== undefined)
  return {
    young: there('young') as ActionWindow[],
    old: there('old') as ActionWindow[],
    sqlite: there('sqlite') as ActionWindow[],
    bare: there('bare') as ActionWindow[],
    peer: there('peer') as Window[],
    inserts: there('inserts') as number[],
    residentMb,
  }
}

const confirmedIn = (windows: readonly ActionWindow[]) =>
  median(windows.map(({ confirmedPerSecond }) => confirmedPerSecond))

function rowsOf({ engine }: Store, concurrency: number, pace: Pace, measured: Measured): Row[] {
  const [ours, peer] = [medianWindow(measured.young), medianWindow(measured.peer)]
  const labels = { part: 'unlocks', engine, concurrency, unit: 'req/s' } as const
  const accepted = { ...labels, row: 'POST unlock accepted', ours: ours.perSecond, ...refusalNote(ours) }
  const confirmed = { ...labels, row: 'POST unlock until confirmed', ours: confirmedIn(measured.young) }
  const ofPeer = { against: 'peer', baseline: peer.perSecond }
  const cpu = { unit: 'µs', ours: ours.cpuMicrosPerAnswer, baseline: peer.cpuMicrosPerAnswer } as const
  return [
    ratioRow(
      { ...accepted, ...ofPeer, detail: { ours, baseline: peer } },
      engine === 'SQLite' ? AIM_OF_PEER[concurrency] : undefined,
    ),
    ratioRow({ ...accepted, row: `${accepted.row}, cpu until confirmed`, against: 'peer', ...cpu }),
    ratioRow({ ...accepted, against: 'durable insert', baseline: median(measured.inserts) }),
    ratioRow({ ...confirmed, ...ofPeer }),
    ...againstBare(accepted, measured),
    ...againstSqlite(confirmed, measured),
    ...afterEarlierActions(labels, pace, measured),
  ]
}

type Unlike = Omit<Row, 'ratio' | 'against' | 'baseline'>

/** How near we are to the least it can take, and how near that is to the peer. */
function againstBare(accepted: Unlike, { young, bare, peer }: Measured): Row[] {
  if (bare.length === 0) return []
  const [ours, least, peers] = [medianWindow(young), medianWindow(bare), medianWindow(peer)]
  const against = 'the same statements and messages in a bare loop'
  const cpu = { unit: 'µs', ours: ours.cpuMicrosPerAnswer, baseline: least.cpuMicrosPerAnswer } as const
  const limit = { ours: least.perSecond, against: 'peer', baseline: peers.perSecond, detail: { ours: least } }
  return [
    ratioRow({ ...accepted, against, baseline: least.perSecond }),
    ratioRow({ ...accepted, ...cpu, row: `${accepted.row}, cpu until confirmed`, against }),
    ratioRow({ ...accepted, ...limit, row: `unlock accepted by ${against}` }),
  ]
}

function againstSqlite(confirmed: Unlike, { sqlite }: Measured): Row[] {
  if (sqlite.length === 0) return []
  return [ratioRow({ ...confirmed, against: 'SQLite', baseline: confirmedIn(sqlite) }, AIM_OF_SQLITE)]
}

function afterEarlierActions(
  labels: Pick<Row, 'part' | 'unit' | 'engine' | 'concurrency'>,
  { earlierActions }: Pace,
  { young, old }: Measured,
): Row[] {
  if (old.length === 0) return []
  const [aged, fresh] = [medianWindow(old), medianWindow(young)]
  const row = {
    ...labels,
    row: `POST unlock after ${earlierActions} actions`,
    ours: aged.perSecond,
    against: 'empty store',
    baseline: fresh.perSecond,
    ...refusalNote(aged),
    detail: { ours: aged },
  }
  return [ratioRow(row, AIM_OF_FLATNESS)]
}

/** Refused requests are not counted as accepted, but they are not free either: whoever reads the rate should know. */
function refusalNote({ refused, answered }: Window): { note?: string } {
  const total = Object.values(refused).reduce((sum, count) => sum + count, 0)
  if (total === 0) return {}
  const share = ((100 * total) / (total + answered)).toFixed(1)
  return { note: `${share} % not accepted (${Object.keys(refused).join(', ')})` }
}
