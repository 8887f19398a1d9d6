import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { addAuthorizations } from './authorization-store.ts'
import { fillHistory } from './history-store.ts'
import { type Storage, startLatchwork } from './latchwork-process.ts'
import type { Pace } from './options.ts'
import { startPostgresStore } from './postgres-store.ts'
import { newDirectory, startNode } from './processes.ts'
import type { Progress } from './progress.ts'
import { limitRow, type Row } from './row.ts'
import { type Store, sqliteStore } from './stores.ts'

const CLI = fileURLToPath(new URL('../build/server/src/cli.js', import.meta.url))
/** Ten minutes for a million authorizations and five million entries of the log; the service is stopped for so long. */
const AIM_MS_PER_ROW = 600_000 / 6_000_000
const AIM_MB = 300

/** A store moves to the other engine and back. */
export async function moveRows(_store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const postgres = await startPostgresStore()
  try {
    const from = await fill(pace, progress)
    const backup = await run(from, ['backup', newDirectory()])
    const { databaseUrl = '' } = await postgres.newStorage()
    const there = await measure(from, databaseUrl, backup, pace, progress)
    const file = `sqlite:${join(newDirectory(), 'latchwork.db')}`
    const back = await measure({ ...from, databaseUrl }, file, backup, pace, progress)
    return [...there, ...back]
  } finally {
    await postgres.stop()
  }
}

async function fill({ moved: [authorizations, entries] }: Pace, progress: Progress): Promise<Storage> {
  const storage = await sqliteStore.newStorage()
  const service = await startLatchwork(storage)
  const { data } = await service.api.smartlocks.register({
    body: { type: 4, name: 'Door', deviceId: '10000000' },
  })
  const { smartlockId } = data
  const body = { name: 'First', remoteAllowed: false }
  await service.api.authorizations.createOn({ params: { smartlockId }, body })
  await service.stop()
  progress(`SQLite: ${authorizations} authorizations and ${entries} entries of the log are made`)
  await addAuthorizations(storage, authorizations)
  await fillHistory(storage, smartlockId, entries)
  return storage
}

async function measure(
  storage: Storage,
  target: string,
  backup: Ran,
  { moved }: Pace,
  progress: Progress,
): Promise<Row[]> {
  const engine = storage.databaseUrl ? 'PostgreSQL' : 'SQLite'
  const rows = moved[0] + moved[1]
  progress(`${engine}: ${rows} rows move to ${storage.databaseUrl ? 'SQLite' : 'PostgreSQL'}`)
  const move = await run(storage, ['move', '--to', target])
  const row = {
    part: 'move',
    engine,
    against: 'a backup of the same on SQLite',
    detail: { rows, said: move.said },
  } as const
  return [
    limitRow(
      { ...row, row: `${rows} rows`, unit: 'ms', ours: move.ms, baseline: backup.ms },
      rows * AIM_MS_PER_ROW,
    ),
    limitRow({ ...row, row: 'memory', unit: 'MB', ours: move.peakMb, baseline: backup.peakMb }, AIM_MB),
  ]
}

interface Ran {
  readonly ms: number
  readonly peakMb: number
  readonly said: string
}

async function run({ dataDir, databaseUrl }: Storage, args: readonly string[]): Promise<Ran> {
  const startedAt = performance.now()
  // As `latchwork` starts it, which is what an operator runs.
  const child = startNode(['--max-semi-space-size=8', CLI, ...args], {
    side: 'anywhere',
    env: { PATH: process.env.PATH, LATCHWORK_DATA_DIR: dataDir, LATCHWORK_DATABASE_URL: databaseUrl },
  })
  let peakMb = 0
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(child.pid as number))
  }, 100)
  const output = [child.stdout, child.stderr].map((stream) => text(stream as NodeJS.ReadableStream))
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  const said = (await Promise.all(output)).join('')
  if (code !== 0) throw new Error(`latchwork ${args[0]} failed:\n${said}`)
  return { ms: performance.now() - startedAt, peakMb, said }
}

/** The most that the process ever had, in MB; 0 when it has just ended. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
