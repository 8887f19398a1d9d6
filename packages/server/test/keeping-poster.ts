import { createHmac, randomBytes } from 'node:crypto'
import { fdatasync, openSync, readFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Agent, request } from 'undici'
import type { PosterOrder, PosterResult, PosterRun } from './bare-poster.ts'

/** What the process is to post and keep, each time it is told to. */
export interface KeeperOrder extends PosterOrder {
  /** A copy of the service's database, in which its only webhook and at least one event are. */
  readonly file: string
  readonly secret: string
}

type Row = Record<string, SQLInputValue>

/** As the service does it. */
const PAGE = 400
const GATHER_MS = 50

/**
 * A child process: the least that has to be done for a delivery beside the post of `bare-poster.ts`. Events are read in
 * pages, each is signed three times, and what came of it is kept with the statements of the service, as many at a time,
 * in a transaction whose log is brought to the disk by another thread. Nothing else of the service is here: no leases, no
 * order, no retries, no limits, no query builder.
 */
process.once('message', (order: KeeperOrder) => {
  const dispatcher = new Agent({ connect: { ca: readFileSync(order.caFile, 'utf8') } })
  const { secret, body } = order
  const url = order.urls[0] as string
  const keys = [secret, Buffer.from(secret, 'base64')]
  const store = openStore(order.file)

  function signed(id: string, text: string): Record<string, string> {
    const timestamp = String(Math.floor(Date.now() / 1000))
    const standard = (key: string | Buffer) =>
      `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`
    return {
      ...order.headers,
      'x-nuki-signature-sha256': createHmac('sha256', secret).update(text).digest('hex'),
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': keys.map(standard).join(' '),
    }
  }

  async function post(event: Row): Promise<void> {
    const startedAt = Date.now()
    const headers = signed(event.id as string, event.payload as string)
    const answer = await request(url, { method: 'POST', headers, body: event.payload as string, dispatcher })
    await answer.body.dump()
    store.keep(event, { url, headers, startedAt, status: answer.statusCode })
  }

  process.on('message', async ({ posts, concurrency }: PosterRun) => {
    store.addEvents(posts, body)
    const startedAt = performance.now()
    const worker = async () => {
      for (let event = store.next(); event; event = store.next()) await post(event)
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
    const ms = performance.now() - startedAt
    await store.kept()
    process.send?.({ ms, postMs: [] } satisfies PosterResult)
  })
  process.send?.('ready')
})

interface Outcome {
  readonly url: string
  readonly headers: Record<string, string>
  readonly startedAt: number
  readonly status: number
}

function openStore(file: string) {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; pragma synchronous = normal')
  const endpoint = database.prepare('select * from webhook_endpoint limit 1').get() as Row
  const model = database
    .prepare('select * from event where account_id = ? order by id desc limit 1')
    .get(endpoint.event_account_id as number) as Row
  const insertEvent = database.prepare(
    `insert into event (${Object.keys(model)}) values (${Object.keys(model).map(() => '?')})`,
  )
  const selectHead = database.prepare('select id from event where account_id = ? order by id desc limit 1')
  const selectPage = database.prepare(
    'select * from event where account_id = ? and id > ? and id <= ? and feature in (?) order by id limit ?',
  )
  const moveOn = database.prepare(
    `update webhook_endpoint set last_event_id = ?, failing_since = ?, succeeded_at = ?
     where endpoint_id = ? returning *`,
  )
  const columns = database.prepare('select * from webhook_log limit 0').columns()
  const insertLog = database.prepare(
    `insert into webhook_log (${columns.map(({ name }) => name)})
     select ${columns.map(({ name }) => `value ->> '${name}'`)} from json_each(?)`,
  )
  const log = openSync(`${file}-wal`, 'r')
  const sync = promisify(fdatasync)
  let cursor = model.id as string
  let waiting: Row[] = []
  let rows: object[] = []
  let storing: Promise<void> | undefined

  async function storeAll(): Promise<void> {
    await delay(GATHER_MS)
    const now = rows.splice(0)
    database.exec('begin immediate')
    moveOn.get(cursor, null, Date.now(), endpoint.endpoint_id as number)
    insertLog.run(JSON.stringify(now))
    database.exec('commit')
    await sync(log)
    storing = undefined
    if (rows.length > 0) storing = storeAll()
  }

  return {
    /** Not measured: they wait for the webhook. */
    addEvents(count: number, payload: string): void {
      let id = BigInt(`0x${(selectHead.get(endpoint.event_account_id as number) as Row).id}`)
      database.exec('begin')
      for (let i = 0; i < count; i++) {
        const row: Row = { ...model, id: (++id).toString(16).padStart(24, '0'), payload }
        insertEvent.run(...Object.values(row))
      }
      database.exec('commit')
    },
    next(): Row | undefined {
      if (waiting.length === 0) {
        const accountId = endpoint.event_account_id as number
        const head = (selectHead.get(accountId) as Row).id as string
        const feature = model.feature as string
        waiting = (selectPage.all(accountId, cursor, head, feature, PAGE) as Row[]).reverse()
      }
      const event = waiting.pop()
      if (event) cursor = event.id as string
      return event
    },
    keep(event: Row, { url, headers, startedAt, status }: Outcome): void {
      const masked = { ...headers, 'webhook-signature': '***', 'x-nuki-signature-sha256': '***' }
      const updated = Date.now()
      rows.push({
        id: randomBytes(12).toString('hex'),
        account_id: endpoint.account_id,
        api_key_id: endpoint.api_key_id,
        endpoint_id: endpoint.endpoint_id,
        event_id: event.id,
        event_account_id: endpoint.event_account_id,
        request_id: null,
        attempt: 1,
        succeeded: 1,
        response_status: status,
        duration: updated - startedAt,
        url,
        headers: JSON.stringify(masked),
        answer_sealed: null,
        created_at: startedAt,
        updated_at: updated,
      })
      storing ??= storeAll()
    },
    async kept(): Promise<void> {
      while (storing !== undefined) await storing
      rows = []
    },
  }
}
