import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../packages/server/test/eventually.ts'
import { type Callers, createCallers } from './callers.ts'
import { type Breach, check } from './checker.ts'
import { collect, type Parties } from './collect.ts'
import { HARMS } from './faults.ts'
import { type ChaosLock, startFleet } from './fleet.ts'
import type { History } from './history.ts'
import { type House, openHouse } from './house.ts'
import { startListeners } from './listeners.ts'
import { type FaultKind, type PlannedFault, planFaults, seeded } from './plan.ts'
import { untilRecovered } from './probe.ts'
import { startTraffic } from './traffic.ts'

export interface CampaignOptions {
  readonly seed: number
  readonly processes: number
  readonly locks: number
  readonly kills: number
  readonly others: number
  readonly kinds: readonly FaultKind[]
  /** No fault begins later. Without it, the campaign is over when its plan is. */
  readonly minutes?: number
  readonly pauseMs: number
  readonly settleMs: number
  readonly say: (line: string) => void
}

export interface Recovery {
  readonly kind: FaultKind
  /** Undefined when no door opened within the patience of the probe. */
  readonly ms: number | undefined
}

export interface CampaignResult {
  readonly options: CampaignOptions
  readonly history: History
  readonly breaches: readonly Breach[]
  readonly recoveries: readonly Recovery[]
  readonly troubles: ReadonlyMap<string, number>
  readonly deadlocks: number
  readonly seconds: number
  /** How long it took until everything was as promised. */
  readonly settledMs: number
  readonly output: string
}

/** Locks that only the probe uses, so that nobody else keeps them busy. */
const PROBED_PER_PROCESS = 1

/** Runs the service, does it harm by plan while clients work, lets it come to rest, and checks every promise. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const began = performance.now()
  const house = await openHouse(options.processes, { onSmallDisk: options.kinds.includes('full disk') })
  const closing = new AsyncDisposableStack()
  try {
    return await campaign(possible(options, house), house, closing, began)
  } finally {
    await closing.disposeAsync()
    await house.stop()
  }
}

/** What cannot be done on this machine is left out, and said. */
function possible(options: CampaignOptions, { noDisk }: House): CampaignOptions {
  if (noDisk === undefined) return options
  options.say(`no full disk, which ${noDisk}`)
  return { ...options, kinds: options.kinds.filter((kind) => kind !== 'full disk') }
}

async function campaign(
  options: CampaignOptions,
  house: House,
  closing: AsyncDisposableStack,
  began: number,
): Promise<CampaignResult> {
  const { seed, say } = options
  const random = seeded(seed + 1)
  const probes = options.processes * PROBED_PER_PROCESS
  const fleet = await startFleet(house, options.locks + probes)
  closing.defer(async () => {
    await Promise.all(fleet.map(({ simulator }) => simulator.stop()))
  })
  const [probed, used] = [fleet.slice(0, probes), fleet.slice(probes)]
  const listeners = await startListeners(house, 2)
  closing.defer(() => listeners.stop())
  let isOver = false
  const callers = createCallers(house, random, () => isOver)
  await untilRecovered(callers, probed)
  const addressId = await newAddress(house, used)
  const traffic = startTraffic(callers, used, { random, addressId, pauseMs: options.pauseMs })
  say('all locks are online; trouble begins')
  const harmed = await doHarm(options, house, callers, probed)
  await eventually('the clients have used everything', () => isAllUsed(callers, fleet), SLOWEST_MS)
  isOver = true
  await traffic.stop()
  say('trouble is over')
  const { history, breaches, settledMs } = await settle(options, house, {
    fleet,
    callers,
    listeners,
    traffic,
    addressId,
    deaths: harmed.deaths,
  })
  return {
    options,
    history,
    breaches,
    recoveries: harmed.recoveries,
    troubles: callers.troubles,
    deadlocks: harmed.deadlocks + (await deadlocksOf(house)),
    seconds: (performance.now() - began) / 1000,
    settledMs,
    output: house.output(),
  }
}

/** How much fits beside the faults depends on the machine, so the clients go on until they have done this much. */
const LEAST_CALLS = 60
const SLOWEST_MS = 600_000

const isAllUsed = ({ calls }: Callers, fleet: readonly ChaosLock[]): boolean =>
  calls.length >= LEAST_CALLS &&
  (['action', 'code', 'user'] as const).every((kind) =>
    calls.some((call) => call.kind === kind && call.outcome === 'accepted'),
  ) &&
  fleet.every(({ deeds }) => deeds.length > 0)

async function newAddress(house: House, locks: readonly ChaosLock[]): Promise<number> {
  const api = house.slots[0]?.process?.api
  const smartlockIds = locks.slice(0, 1).map(({ smartlockId }) => smartlockId)
  const made = await api?.addresses.create({
    body: { name: 'Mill Street 1', smartlockIds, timeZone: 'Europe/Berlin' },
  })
  return made?.data.addressId as number
}

async function doHarm(
  options: CampaignOptions,
  house: House,
  callers: Callers,
  probed: readonly ChaosLock[],
): Promise<{ recoveries: Recovery[]; deadlocks: number; deaths: number }> {
  const until = performance.now() + (options.minutes ?? Number.POSITIVE_INFINITY) * 60_000
  const recoveries: Recovery[] = []
  let [deadlocks, deaths] = [0, 0]
  for (const fault of planFaults(options)) {
    await sleep(fault.gapMs)
    if (performance.now() > until) break
    deaths += house.countDeaths()
    await Promise.all(house.slots.map(house.supervise))
    // A crash makes the database forget how many there were.
    if (fault.kind === 'database crash') deadlocks += await deadlocksOf(house)
    await HARMS[fault.kind](house, fault, callers)
    const ms = await untilRecovered(callers, probed)
    recoveries.push({ kind: fault.kind, ms })
    options.say(`${described(fault)}: ${ms === undefined ? 'not recovered' : `${Math.round(ms)} ms`}`)
  }
  return { recoveries, deadlocks, deaths: deaths + house.countDeaths() }
}

const described = ({ kind, target, jumpMs }: PlannedFault): string =>
  kind === 'clock jump'
    ? `${kind} by ${jumpMs} ms`
    : ['kill', 'freeze'].includes(kind)
      ? `${kind} ${target + 1}`
      : kind

async function deadlocksOf(house: House): Promise<number> {
  const [row] = await house.ask<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(row?.deadlocks ?? 0)
}

/** Whatever is still under way may end; what is not as promised by then will never be. */
async function settle({ settleMs, say }: CampaignOptions, house: House, parties: Parties) {
  const from = performance.now()
  await Promise.all(house.slots.map(house.supervise))
  for (let last = ''; ; ) {
    const history = await collect(house, parties)
    const breaches = check(history)
    const settledMs = performance.now() - from
    const text = countsOf(breaches)
    if (breaches.length > 0 && text !== last) say(`not yet as promised: ${text}`)
    last = text
    if (breaches.length === 0 || settledMs > settleMs) {
      const audit = await house.command('audit', 'verify')
      const checked = { ...history, audit: { holds: audit.ok, text: audit.text } }
      return { history: checked, breaches: check(checked), settledMs }
    }
    await sleep(1000)
  }
}

const countsOf = (breaches: readonly Breach[]): string =>
  Object.entries(Object.groupBy(breaches, ({ promise }) => promise))
    .map(([promise, list]) => `${promise} ${list.length}`)
    .join(', ')
