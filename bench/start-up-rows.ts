import { once } from 'node:events'
import { startBareFastify } from './bare-server.ts'
import { unpackPackage } from './installed-package.ts'
import { type LatchworkProcess, startLatchwork } from './latchwork-process.ts'
import { inTurn, median } from './load.ts'
import type { Pace } from './options.ts'
import { residentMb, startNode } from './processes.ts'
import type { Progress } from './progress.ts'
import { limitRow, type Row } from './row.ts'
import type { Store } from './stores.ts'

const AIM_READY_MS = 700
/** What was promised of the package. */
const AIM_INSTALLED_MS = 1000
const AIM_MEMORY_MB = 145

type Started = 'plain' | 'installed' | 'sandbox' | 'bare' | 'node'

interface Start {
  readonly ms: number
  readonly mb: number
}

/** From the spawn of a process to its first answer, on data that exists, and the memory it has then. */
export async function startUpRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  progress('start-up')
  const plain = await store.newStorage()
  const sandboxed = await store.newStorage()
  const sandbox = { args: ['--sandbox'] }
  const packed = await store.newStorage()
  const installed = { program: [await unpackPackage(), 'serve'] }
  // The first start makes the tables and the account, and is not the one that is measured.
  const first = await startLatchwork(plain)
  await first.stop()
  const firstSandbox = await startLatchwork(sandboxed, sandbox)
  await firstSandbox.stop()
  // Of a package it is also the one that keeps what Node compiled.
  const firstInstalled = await startLatchwork(packed, installed)
  await firstInstalled.stop()
  const starts = await inTurn<Started, Start>(pace.starts, {
    installed: () => timeService(() => startLatchwork(packed, { side: 'anywhere', ...installed })),
    plain: () => timeService(() => startLatchwork(plain, { side: 'anywhere' })),
    sandbox: () => timeService(() => startLatchwork(sandboxed, { side: 'anywhere', ...sandbox })),
    bare: timeBareFastify,
    node: timeNode,
  })
  return rowsOf(starts)
}

function rowsOf(starts: Record<Started, readonly Start[]>): Row[] {
  const ms = (side: Started) => median(starts[side].map((start) => start.ms))
  const mb = (side: Started) => median(starts[side].map((start) => start.mb))
  const ready = { part: 'start-up', row: 'start until /ready', unit: 'ms', ours: ms('plain') } as const
  const sandbox = {
    part: 'start-up',
    row: 'sandbox start until /ready',
    unit: 'ms',
    ours: ms('sandbox'),
  } as const
  const installed = {
    part: 'start-up',
    row: 'installed package, start until /ready',
    unit: 'ms',
    ours: ms('installed'),
  } as const
  const memory = { part: 'start-up', unit: 'MB', against: 'bare Fastify', baseline: mb('bare') } as const
  return [
    limitRow({ ...ready, against: 'bare Fastify', baseline: ms('bare') }, AIM_READY_MS),
    limitRow({ ...ready, against: 'node -e 0', baseline: ms('node') }, AIM_READY_MS),
    limitRow({ ...sandbox, against: 'bare Fastify', baseline: ms('bare') }, AIM_READY_MS),
    limitRow(
      { ...installed, against: 'the same in the repository', baseline: ms('plain') },
      AIM_INSTALLED_MS,
    ),
    limitRow({ ...memory, row: 'memory after start', ours: mb('plain') }, AIM_MEMORY_MB),
    limitRow(
      { ...memory, row: 'installed package, memory after start', ours: mb('installed') },
      AIM_MEMORY_MB,
    ),
    limitRow({ ...memory, row: 'memory after sandbox start', ours: mb('sandbox') }, AIM_MEMORY_MB),
  ]
}

async function timeService(start: () => Promise<LatchworkProcess>): Promise<Start> {
  const startedAt = performance.now()
  const service = await start()
  const { status } = await fetch(`${service.url}/ready`)
  const ms = performance.now() - startedAt
  if (status !== 200) throw new Error(`/ready answered ${status}.`)
  const mb = service.residentMb()
  await service.stop()
  return { ms, mb }
}

async function timeBareFastify(): Promise<Start> {
  const startedAt = performance.now()
  const server = await startBareFastify([{ path: '/ready', contentType: 'application/json', body: '{}' }], {
    side: 'anywhere',
  })
  await fetch(`${server.url}/ready`)
  const ms = performance.now() - startedAt
  const mb = residentMb(server.pid)
  await server.stop()
  return { ms, mb }
}

async function timeNode(): Promise<Start> {
  const startedAt = performance.now()
  await once(startNode(['-e', '0'], { side: 'anywhere' }), 'exit')
  return { ms: performance.now() - startedAt, mb: 0 }
}
