import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { fdatasync, openSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  appendSignature,
  commandText,
  downlinkText,
  downTopic,
  LDP_MINOR,
  parseUpTopic,
  splitSignature,
  uplinkText,
} from '@latchwork/contract/device'
import { Aedes } from 'aedes'
import Fastify from 'fastify'

/**
 * A child process: the least that an unlock can take. The statements, messages and signatures of one, on a store of the
 * service, with nothing of the service around them: no rights, limits, checks of what comes in, metrics, streams,
 * webhooks or answers kept in memory. Calls and reports that are ready together share a transaction, as they do there, and
 * as there a thread waits for the disk: the event loop must not.
 */
const [dataDir = '', token = '', deviceKey = ''] = process.argv.slice(2)
const SESSION = '00112233445566778899aabbccddeeff'
const UNLOCKED = 3
const PLAIN = { opt: 0, minor: LDP_MINOR }
const tokenHash = createHash('sha256').update(token).digest()

const db = new DatabaseSync(join(dataDir, 'latchwork.db'))
db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000')
db.exec(`update smartlock set server_state = 0, session_id = '${SESSION}', action_operation_id = null`)
const { account_id: accountId } = db.prepare('select account_id from smartlock limit 1').get() as {
  account_id: number
}

const places = (columns: string) => columns.split(', ').map(() => '?')
const insert = (table: string, columns: string) =>
  db.prepare(`insert into ${table} (${columns}) values (${places(columns)})`)
const takeSlot = db.prepare(
  `update smartlock set action_operation_id = ?, session_counter = session_counter + 1 where account_id = ? and
   smartlock_id = ? and action_operation_id is null and server_state = 0 and session_id is not null returning *`,
)
const insertOperation = insert(
  'operation',
  'id, account_id, actor_account_id, actor_name, api_key_id, request_id, request_sealed, call_id, trace, parent_id, smartlock_id, type, status, payload, auth_ids, error_code, proof, error, deadline_at, session_id, open_children, created_at, updated_at',
)
const findLocks = db.prepare(
  'select * from smartlock where device_id in (select value from json_each(?)) order by smartlock_id',
)
const findOperations = db.prepare('select * from operation where id in (select value from json_each(?))')
const updateLock = db.prepare(
  'update smartlock set action_operation_id = ?, event_seq = ?, last_seen_at = ?, state = ?, state_seq = ?, troubles = ? where smartlock_id = ? and account_id = ?',
)
const updateOperation = db.prepare(
  'update operation set deadline_at = ?, error = ?, error_code = ?, proof = ?, status = ?, updated_at = ? where id = ? and account_id = ?',
)
const insertLog = insert(
  'smartlock_log',
  'id, account_id, smartlock_id, device_type, account_user_id, auth_id, name, action, trigger, state, auto_unlock, source, opener_log, error, date',
)
const insertEvent = insert(
  'event',
  'id, account_id, feature, smartlock_id, api_key_id, payload, notices, created_at',
)

let made = 0
const newId = () => `${Date.now().toString(16).padStart(12, '0')}${(made++).toString(16).padStart(20, '0')}`
const sign = (text: string) => createHmac('sha256', deviceKey).update(text).digest('hex')

interface LockRow {
  readonly smartlock_id: number
  readonly device_id: string
  readonly type: number
  readonly name: string
  readonly session_counter: number
  readonly action_operation_id: string
}

interface Call {
  readonly smartlockId: number
  readonly action: number
  answer(status: number): void
}

/** How a command ended, with the state and the event that go with it. */
interface Report {
  readonly deviceId: string
  readonly state: { readonly lock: number }
  readonly event: { readonly seq: number }
}

const broker = await Aedes.createBroker()
const publish = (topic: string, payload: string) =>
  broker.publish(
    { cmd: 'publish', topic, payload: Buffer.from(payload), qos: 1, retain: false, dup: false },
    () => undefined,
  )

/** Collects what arrives until the loop has read all there was to read. */
function together<T>(work: (all: T[]) => void): (one: T) => void {
  let waiting: T[] = []
  return (one) => {
    if (waiting.push(one) === 1)
      setImmediate(() => {
        const all = waiting
        waiting = []
        work(all)
      })
  }
}

let log: number | undefined
let isSyncing = false
let waiting: (() => void)[] = []

/** What follows happens when the disk has it. Meanwhile others work on, in the next transaction. */
function inTransaction(work: () => void, after: () => void): void {
  if (!db.isTransaction) db.exec('begin immediate')
  work()
  waiting.push(after)
  if (!isSyncing) commit()
}

function commit(): void {
  db.exec('commit')
  log ??= openSync(join(dataDir, 'latchwork.db-wal'), 'r+')
  const done = waiting
  waiting = []
  isSyncing = true
  fdatasync(log, (error) => {
    if (error) throw error
    isSyncing = false
    for (const after of done) after()
    if (waiting.length > 0) commit()
  })
}

let underWay = 0

function accept(calls: Call[]): void {
  const leaving: (() => void)[] = []
  const accepting = () => {
    for (const { smartlockId, action, answer } of calls) {
      const id = newId()
      const lock = takeSlot.get(id, accountId, smartlockId) as LockRow | undefined
      if (!lock) {
        leaving.push(() => answer(423))
        continue
      }
      const now = Date.now()
      const payload = JSON.stringify({ action, option: 0 })
      insertOperation.run(
        ...[id, accountId, accountId, 'Owner', 1, null, null, newId(), null, null, smartlockId],
        ...['action', 'sent', payload, null, null, null, null, now + 30_000, SESSION, null, now, now],
      )
      underWay++
      leaving.push(() => {
        const { device_id: deviceId, session_counter: ctr } = lock
        const command = { sess: SESSION, ctr, id, action, iat: now, exp: now + 10_000, ...PLAIN }
        const sig = sign(commandText(deviceId, command))
        publish(downTopic(deviceId, 'cmd'), JSON.stringify({ ...command, sig }))
        answer(204)
      })
    }
  }
  inTransaction(accepting, () => {
    for (const leave of leaving) leave()
  })
}

function apply(reports: Report[]): void {
  const byDevice = new Map(reports.map((report) => [report.deviceId, report]))
  const applying = () => {
    const locks = findLocks.all(JSON.stringify([...byDevice.keys()])) as unknown as LockRow[]
    findOperations.all(JSON.stringify(locks.map((lock) => lock.action_operation_id)))
    for (const lock of locks) applyTo(lock, byDevice.get(lock.device_id) as Report)
  }
  inTransaction(applying, () => {
    underWay -= reports.length
    for (const { deviceId, event } of reports) {
      const unsigned = JSON.stringify({ upTo: event.seq })
      const sig = sign(downlinkText(deviceId, 'eack', unsigned))
      publish(downTopic(deviceId, 'eack'), appendSignature(unsigned, sig))
    }
  })
}

function applyTo(lock: LockRow, report: Report): void {
  const { smartlock_id: id, type, name, action_operation_id: operationId } = lock
  const now = Date.now()
  const state = JSON.stringify(report.state)
  updateLock.run(null, now, now, state, now, report.state.lock === UNLOCKED ? 1 : 0, id, accountId)
  updateOperation.run(null, null, null, 'report', 'confirmed', now, operationId, accountId)
  insertLog.run(...[newId(), accountId, id, type, null, null, 'Owner', 1, 4, 0, 0, 0, null, null], now)
  for (const feature of ['DEVICE_STATUS', 'DEVICE_LOGS']) {
    const payload = JSON.stringify({ smartlockId: id, name, state })
    insertEvent.run(newId(), accountId, feature, id, null, payload, null, now)
  }
}

const takeCall = together(accept)
const takeReport = together(apply)

broker.on('publish', ({ topic, payload }) => {
  const place = parseUpTopic(topic)
  const signed = place && splitSignature(payload.toString())
  if (!signed) return
  const { deviceId, leaf } = place
  const expected = sign(uplinkText(deviceId, leaf, signed.unsigned))
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signed.sig))) return
  takeReport({ deviceId, ...JSON.parse(signed.unsigned) })
})

const app = Fastify()
app.post<{ Params: { id: string; action: string } }>('/smartlock/:id/action/:action', (request, reply) => {
  const given = createHash('sha256').update(request.headers.authorization?.slice(7) ?? '')
  if (!timingSafeEqual(given.digest(), tokenHash)) return reply.code(401).send()
  const { id, action } = request.params
  takeCall({
    smartlockId: Number(id),
    action: action === 'unlock' ? 1 : 2,
    answer: (status) => void reply.code(status).send(),
  })
  return reply
})
app.get('/under-way', () => ({ underWay }))

const mqtt = createServer({ noDelay: true }, (socket) => void broker.handle(socket))
mqtt.listen(0, '127.0.0.1')
await once(mqtt, 'listening')
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`listening on ${url} mqtt://127.0.0.1:${(mqtt.address() as AddressInfo).port}\n`)
