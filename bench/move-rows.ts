import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { ApiError } from '@latchwork/sdk'
import { addAuthorizations } from './authorization-store.ts'
import { fillHistory } from './history-store.ts'
import { type LatchworkProcess, type Storage, startLatchwork } from './latchwork-process.ts'
import type { Pace } from './options.ts'
import { startPostgresStore } from './postgres-store.ts'
import { newDirectory, startNode } from './processes.ts'
import type { Progress } from './progress.ts'
import { limitRow, type Row } from './row.ts'
import { type Store, sqliteStore } from './stores.ts'

const CLI = fileURLToPath(new URL('../build/server/src/cli.js', import.meta.url))
/** Ten minutes for a million authorizations and five million entries of the log. */
const AIM_MS_PER_ROW = 600_000 / 6_000_000
const AIM_PAUSE_MS = 5000
const AIM_MB = 300

/** A store that is in use moves to the other engine and back. */
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
  const service = await startLatchwork(storage)
  const use = keepBusy(service)
  const move = await run(storage, ['move', '--to', target])
  const endedAt = performance.now()
  const { writes, refusedAt = endedAt } = await use.end()
  await service.stop()
  if (writes === 0) throw new Error('nobody used the service while it moved')
  // What the command says, and what a caller met: from the first refusal until another service can start with the target.
  const toldMs = Number(/refused for ([\d.]+) s/.exec(move.said)?.[1]) * 1000
  const pauseMs = Math.max(toldMs, endedAt - refusedAt)
  const row = {
    part: 'move',
    engine,
    against: 'a backup of the same on SQLite',
    detail: { rows, writes, toldMs, said: move.said },
  } as const
  return [
    limitRow(
      { ...row, row: `${rows} rows`, unit: 'ms', ours: move.ms, baseline: backup.ms },
      rows * AIM_MS_PER_ROW,
    ),
    limitRow({ ...row, row: 'pause', unit: 'ms', ours: pauseMs, baseline: backup.ms }, AIM_PAUSE_MS),
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

/** Somebody works with the service meanwhile. */
function keepBusy({ api }: LatchworkProcess) {
  let isEnding = false
  let writes = 0
  let refusedAt: number | undefined
  const working = (async () => {
    for (let n = 0; !isEnding; n++)
      await api.addresses
        .create({ body: { name: `House ${n % 4000}`, smartlockIds: [] } })
        .then(
          async ({ data: { addressId } }) => {
            writes += 1
            await api.addresses.remove({ params: { addressId } })
          },
          // Refused in the pause and ever after.
          (error: unknown) => {
            if (error instanceof ApiError && error.code === 'service_moving') refusedAt ??= performance.now()
            return new Promise((resolve) => setTimeout(resolve, 50))
          },
        )
        .catch(() => undefined)
  })()
  return {
    async end() {
      isEnding = true
      await working
      return { writes, refusedAt }
    },
  }
}
