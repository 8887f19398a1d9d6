import { setTimeout as delay } from 'node:timers/promises'
import { type OtherAccount, startOther } from '../packages/server/test/other-service.ts'
import { type LatchworkProcess, startLatchwork } from './latchwork-process.ts'
import type { Pace } from './options.ts'
import type { Progress } from './progress.ts'
import { growthRow, limitRow, type Row } from './row.ts'
import type { Store } from './stores.ts'

interface Size {
  readonly locks: number
  readonly rights: number
  readonly entries: number
}

const WHOLE: Size = { locks: 200, rights: 5000, entries: 100_000 }
const TENTH: Size = { locks: 20, rights: 500, entries: 10_000 }
/** With it short windows show that everything works. */
const QUICK: Size = { locks: 4, rights: 40, entries: 400 }

const LOOK_MS = 100
const AIM_MS = 120_000

/** An account is brought over from a service on the same machine: how long that takes, and whether memory grows with it. */
export async function importRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const isQuick = pace.rounds < 2
  const size = isQuick ? QUICK : WHOLE
  progress(`bringing over ${size.locks} locks`)
  const small = await measure(store, isQuick ? QUICK : TENTH)
  const whole = await measure(store, size)
  const what = `${size.locks} locks, ${size.rights} codes, ${size.entries} log entries`
  return [
    limitRow(
      {
        part: 'import',
        row: `account of ${what} brought over`,
        unit: 'ms',
        ours: whole.ms,
        against: 'one of a tenth of that',
        baseline: small.ms,
        detail: { planMs: whole.planMs, requests: whole.requests },
      },
      AIM_MS,
    ),
    growthRow(
      {
        part: 'import',
        row: `most memory meanwhile, ${what}`,
        unit: 'MB',
        ours: whole.mostMb,
        against: 'while a tenth of that is brought over',
        baseline: small.mostMb,
        detail: { beforeMb: whole.beforeMb },
      },
      1.25,
    ),
  ]
}

async function measure(store: Store, size: Size) {
  const ends: (() => Promise<unknown>)[] = []
  const other = await startOther({ after: (end) => void ends.push(end) }, accountOf(size))
  const service = await startLatchwork(await store.newStorage(), {
    env: { LATCHWORK_OUTBOUND_ALLOW_LOOPBACK: 'true' },
  })
  try {
    const beforeMb = service.residentMb()
    const begun = performance.now()
    const { data } = await service.api.imports.create({ body: { url: other.url, token: 'token-of-there' } })
    await until(service, data.importId, 'planned')
    const planMs = performance.now() - begun
    await service.api.imports.start({ params: data })
    const mostMb = await until(service, data.importId, 'done')
    const { counts } = (await service.api.imports.get({ params: data })).data
    if (counts.log?.made !== size.entries || counts.right?.made !== size.rights)
      throw new Error(`not all of it was brought over: ${JSON.stringify(counts)}`)
    return { ms: performance.now() - begun, planMs, mostMb, beforeMb, requests: other.requests.length }
  } finally {
    await service.stop()
    for (const end of ends) await end()
  }
}

/** The most memory that was seen on the way. */
async function until(service: LatchworkProcess, importId: string, wanted: string): Promise<number> {
  let mostMb = 0
  for (;;) {
    const { state, error } = (await service.api.imports.get({ params: { importId } })).data
    mostMb = Math.max(mostMb, service.residentMb())
    if (state === wanted) return mostMb
    if (state === 'failed') throw new Error(`the import failed: ${error}`)
    await delay(LOOK_MS)
  }
}

/** Keypads have no 0. */
const codeOf = (i: number) => 333_311 + Math.floor(i / 9) * 10 + (i % 9)
const hex = (n: number) => n.toString(16).padStart(24, '0')

function accountOf({ locks, rights, entries }: Size): OtherAccount {
  const now = Date.now()
  const ids = Array.from({ length: locks }, (_, i) => 0x4_0000_0001 + i)
  const config = { keypadPaired: true, timezoneId: 37, name: 'Door' }
  const each = <T>(make: (id: number, n: number) => T) =>
    Object.fromEntries(ids.map((id, n) => [id, make(id, n)]))
  const [codes, lines] = [rights / locks, entries / locks]
  return {
    locks: ids.map((smartlockId, n) => ({ smartlockId, type: 4, name: `Door ${n}`, config })),
    people: [],
    addresses: [],
    units: {},
    rights: each((_, n) =>
      Array.from({ length: codes }, (_, i) => ({
        ...{ id: hex(n * 1000 + i), type: 13, name: `Guest ${i}`, code: codeOf(i), enabled: true },
        ...{ allowedFromDate: '2030-01-01T00:00:00.000Z', allowedUntilDate: '2030-02-01T00:00:00.000Z' },
      })),
    ),
    logs: each((_, n) =>
      Array.from({ length: lines }, (_, i) => ({
        ...{ id: hex((n + 1) * 1_000_000 + i), action: 1, trigger: 0, state: 0, name: `Guest ${i % codes}` },
        date: new Date(now - i * 60_000).toISOString(),
      })),
    ),
  }
}
