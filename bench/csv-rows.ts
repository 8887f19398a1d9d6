import type { SheetKind } from '@latchwork/contract'
import { SANDBOX_BUILDING } from '@latchwork/simulator'
import { type LatchworkProcess, startLatchwork } from './latchwork-process.ts'
import type { Pace } from './options.ts'
import type { Progress } from './progress.ts'
import { limitRow, type Row } from './row.ts'
import { startStoreInserts } from './store-inserts.ts'
import { copiesOf, openSession } from './store-session.ts'
import type { Store } from './stores.ts'

const AIM_MS = 20_000
/** Codes on one door, which holds 200. */
const PER_DOOR = 100
const BASELINE_SECONDS = 3
const LOOK_EVERY_MS = 50

/** Large CSV files of people and of their rights, from reading to the last row, against as many bare inserts. */
export async function csvRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const { csvRows: count } = pace
  const doors = Math.ceil(count / PER_DOOR)
  const storage = await store.newStorage()
  const firstDoor = await addDoors(storage, doors)
  const inserts = startStoreInserts(storage)
  const baseline = (count / (await inserts.measure({ seconds: BASELINE_SECONDS, connections: 1 }))) * 1000
  await inserts.stop()
  const service = await startLatchwork(storage)
  const rows: Row[] = []
  for (const [kind, file] of [
    ['people', peopleFile(count)],
    ['rights', rightsFile(count, firstDoor, doors)],
  ] as const) {
    progress(`${store.engine}: a file with ${count} ${kind}`)
    const took = await timeFile(service, kind, file, count)
    const row = {
      part: 'csv',
      row: `CSV file with ${count} ${kind}`,
      engine: store.engine,
      unit: 'ms',
    } as const
    const against = { against: 'as many durable inserts, one by one', baseline }
    rows.push(limitRow({ ...row, ...against, ours: took.checkMs + took.runMs, detail: took }, AIM_MS))
  }
  await service.stop()
  return rows
}

/** Doors with keypads, copies of one; the number of the first. */
async function addDoors(storage: Parameters<typeof startLatchwork>[0], doors: number): Promise<number> {
  const service = await startLatchwork(storage)
  const { data } = await service.api.smartlocks.register({
    body: { type: 4, name: 'Door', deviceId: '10000000' },
  })
  await service.stop()
  const session = await openSession(storage)
  try {
    const config = JSON.stringify({ ...SANDBOX_BUILDING[0]?.config, keypadPaired: true })
    await session.query(`update smartlock set config = '${config.replaceAll("'", "''")}'`)
    const copies = {
      smartlock_id: '(t.smartlock_id + s.n)',
      device_id: `('C' || substr(${session.hex12('s.n')}, 6))`,
    }
    await session.query(await copiesOf(session, 'smartlock', [1, Math.max(doors - 1, 1)], copies))
    await session.query('analyze')
  } finally {
    await session.close()
  }
  return data.smartlockId
}

const lines = (header: string, count: number, line: (n: number) => string): string =>
  [header, ...Array.from({ length: count }, (_, n) => line(n))].join('\r\n')

const peopleFile = (count: number) =>
  lines('email;name;language', count, (n) => `p${n}@example.com;Person ${n};en`)

/** The nth code that locks take: no zero, and no 12 at the beginning. */
const codeOf = (n: number) => 311_111 + Number(n.toString(9))

/** Every second right names its code. */
const rightsFile = (count: number, firstDoor: number, doors: number) =>
  lines('email;door;code', count, (n) => {
    const code = n % 2 === 0 ? codeOf(Math.floor(n / doors)) : ''
    return `p${n}@example.com;${firstDoor + (n % doors)};${code}`
  })

async function timeFile({ api }: LatchworkProcess, kind: SheetKind, text: string, count: number) {
  const startedAt = performance.now()
  const { data: sheet } = await api.sheets.create({
    body: { kind, file: Buffer.from(text).toString('base64') },
  })
  await api.sheets.check({ params: sheet, body: { mapping: sheet.mapping } })
  const checkedAt = performance.now()
  await api.sheets.start({ params: sheet })
  for (;;) {
    const { data } = await api.sheets.get({ params: sheet })
    if (data.state === 'done') {
      if (data.made < count) throw new Error(`Only ${data.made} of ${count} ${kind} were made.`)
      const { made, failed } = data
      return { checkMs: checkedAt - startedAt, runMs: performance.now() - checkedAt, made, failed }
    }
    if (data.state !== 'running') throw new Error(`The file of ${kind} is ${data.state}.`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
