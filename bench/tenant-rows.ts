import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { ALL_RIGHTS, SCOPES } from '@latchwork/contract'
import { createClient } from '@latchwork/sdk'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { createIds } from '../packages/server/src/platform/ids.ts'
import { hashToken, newToken } from '../packages/server/src/platform/security/crypto.ts'
import { openDatabase } from '../packages/server/src/schema/open-database.ts'
import { startReceiver, TEST_CA_FILE } from '../packages/server/test/webhook-receiver.ts'
import { type Api, type LatchworkProcess, type Storage, startLatchwork } from './latchwork-process.ts'
import { percentile } from './load.ts'
import type { Pace } from './options.ts'
import { cpuSeconds } from './processes.ts'
import type { Progress } from './progress.ts'
import { growthRow, type Row, ratioRow } from './row.ts'
import type { Store } from './stores.ts'

const FEW = 10
const EVENTS_PER_SECOND = 100
const MOST_GROWTH = 1.3
const SETTING_UP_AT_ONCE = 10

/** An account with one lock, one stream and one webhook. */
interface Tenant {
  readonly api: Api
  readonly smartlockId: number
  readonly stream: Socket
  /** When events arrived at the stream. */
  readonly arrivals: number[]
}

/** What an event costs with many accounts that listen, against few. */
export async function tenantRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const storage = await store.newStorage()
  const tokens = await insertAccounts(storage, pace.tenants)
  const closers: (() => unknown)[] = []
  const receiver = await startReceiver({ after: (close) => closers.push(close) })
  const service = await startLatchwork(storage, {
    env: { LATCHWORK_OUTBOUND_NETWORKS: '127.0.0.0/8', LATCHWORK_OUTBOUND_CA_FILE: TEST_CA_FILE },
  })
  const tenants: Tenant[] = []
  const measured = async (count: number) => {
    progress(`${store.engine}: ${count} tenants`)
    await settleIn(service, tokens.slice(tenants.length, count), receiver.url, tenants)
    await measure(service, tenants, pace.warmUpSeconds)
    return measure(service, tenants, Math.max(pace.windowSeconds * pace.rounds, 2))
  }
  const few = await measured(FEW)
  const many = await measured(pace.tenants)
  for (const { stream } of tenants) stream.destroy()
  await service.stop()
  for (const close of closers) await close()
  const labels = { part: 'tenants', engine: store.engine, against: `${FEW} accounts` } as const
  const what = `an event, ${pace.tenants} accounts with a stream and a webhook each`
  return [
    growthRow(
      { ...labels, row: `${what}: cpu`, unit: 'ms', ours: many.cpuMs, baseline: few.cpuMs },
      MOST_GROWTH,
    ),
    ratioRow({
      ...labels,
      row: `${what}: change → stream, p50`,
      unit: 'ms',
      ours: many.p50Ms,
      baseline: few.p50Ms,
    }),
  ]
}

/** Accounts and their tokens, straight into the store of a service that is not running. */
async function insertAccounts({ dataDir, databaseUrl: url }: Storage, count: number): Promise<string[]> {
  const { db, close } = await openDatabase({ dataDir, ...(url !== undefined && { url }) })
  const ids = createIds(systemClock)
  const now = Date.now()
  const tokens: string[] = []
  await db.transaction().execute(async (tx) => {
    for (let i = 0; i < count; i++) {
      const email = `tenant${i}@example.com`
      const person = { type: 0, email, email_key: email, password_hash: '-', name: email, language: 'en' }
      const account = await tx
        .insertInto('account')
        .values({ ...person, master_account_id: null, rights: ALL_RIGHTS, created_at: now, updated_at: now })
        .returning('account_id')
        .executeTakeFirstOrThrow()
      const key = await tx
        .insertInto('api_key')
        .values({
          ...account,
          client_id: ids.random(),
          description: null,
          redirect_uris: null,
          created_at: now,
        })
        .returning('api_key_id')
        .executeTakeFirstOrThrow()
      const token = newToken()
      tokens.push(token)
      await tx
        .insertInto('api_token')
        .values({
          ...account,
          ...key,
          id: ids.timeOrdered(),
          token_hash: hashToken(token),
          prefix: token.slice(0, 6),
          description: null,
          scopes: JSON.stringify(SCOPES),
          created_at: now,
          last_used_at: null,
        })
        .execute()
    }
  })
  await close()
  return tokens
}

async function settleIn(
  service: LatchworkProcess,
  tokens: readonly string[],
  webhookUrl: string,
  tenants: Tenant[],
): Promise<void> {
  const waiting = [...tokens]
  const next = async (): Promise<void> => {
    for (let token = waiting.shift(); token; token = waiting.shift())
      tenants.push(await newTenant(service, token, webhookUrl))
  }
  await Promise.all(Array.from({ length: SETTING_UP_AT_ONCE }, next))
}

let devices = 0

async function newTenant(service: LatchworkProcess, token: string, webhookUrl: string): Promise<Tenant> {
  const api = createClient({ baseUrl: service.url, token })
  const deviceId = (0x2000_0000 + devices++).toString(16).toUpperCase()
  const { data } = await api.smartlocks.register({ body: { type: 4, name: 'Door', deviceId } })
  await api.webhooks.register({ body: { webhookUrl, webhookFeatures: ['DEVICE_MASTERDATA'] } })
  const { hostname, port, host } = new URL(service.url)
  const stream = connect(Number(port), hostname)
  const arrivals: number[] = []
  const opened = Promise.withResolvers<void>()
  stream.on('error', opened.reject)
  stream.on('data', (chunk: Buffer) => {
    opened.resolve()
    if (chunk.includes('DEVICE_MASTERDATA')) arrivals.push(performance.now())
  })
  stream.write(`GET /event/stream HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  await opened.promise
  return { api, smartlockId: data.smartlockId, stream, arrivals }
}

/** Cpu time of the service for each change, with its answer, its frame and its delivery. */
async function measure(service: LatchworkProcess, tenants: readonly Tenant[], seconds: number) {
  const taken: number[] = []
  const calls: Promise<void>[] = []
  const cpuBefore = cpuSeconds(service.pid)
  const startedAt = performance.now()
  const count = Math.round(seconds * EVENTS_PER_SECOND)
  for (let i = 0; i < count; i++) {
    await delay(Math.max(startedAt + (1000 * i) / EVENTS_PER_SECOND - performance.now(), 0))
    calls.push(changeOne(tenants[(i * 7919) % tenants.length] as Tenant, `E${i}`, taken))
  }
  await Promise.all(calls)
  return { cpuMs: ((cpuSeconds(service.pid) - cpuBefore) * 1000) / count, p50Ms: percentile(taken, 0.5) }
}

async function changeOne(tenant: Tenant, name: string, taken: number[]): Promise<void> {
  const { api, smartlockId, arrivals } = tenant
  const seen = arrivals.length
  const sentAt = performance.now()
  await api.smartlocks.update({ params: { smartlockId }, body: { name } })
  const giveUpAt = sentAt + 30_000
  while (arrivals.length === seen && performance.now() < giveUpAt) await delay(1)
  taken.push((arrivals[seen] ?? giveUpAt) - sentAt)
}
