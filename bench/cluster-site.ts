import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { brokerPasswordHash } from '../packages/server/src/devices/broker-password.ts'
import { createMosquittoFiles } from '../packages/server/src/devices/bus/mosquitto-files.ts'
import { NATIVE_SERVICE_TOPICS } from '../packages/server/src/devices/ldp/native-rights.ts'
import { LOCK_SHARES, shareOfLock } from '../packages/server/src/schema/lock-shares.ts'
import { type Mosquitto, startMosquitto, untilKnown } from '../packages/server/test/mosquitto.ts'
import type { FleetLock } from './device-fleet.ts'
import { connectLocks, type Fleet, registerLocks } from './fleet.ts'
import { type LatchworkProcess, type Storage, startLatchwork } from './latchwork-process.ts'
import { newDirectory } from './processes.ts'

const SERVICE = { username: 'latchwork', password: 'password-of-the-benchmark' }
const SETTLE_WITHIN_MS = 60_000

/** Processes of the service on one PostgreSQL and one Mosquitto, all on the same cpus, with locks that are online. */
export class ClusterSite {
  readonly storage: Storage
  readonly broker: Mosquitto
  readonly locks: readonly FleetLock[]
  readonly processes: LatchworkProcess[]
  readonly #fleet: Fleet
  readonly #client: pg.Client
  readonly #join: () => Promise<LatchworkProcess>

  private constructor(parts: {
    storage: Storage
    broker: Mosquitto
    locks: readonly FleetLock[]
    first: LatchworkProcess
    fleet: Fleet
    client: pg.Client
    join: () => Promise<LatchworkProcess>
  }) {
    this.storage = parts.storage
    this.broker = parts.broker
    this.locks = parts.locks
    this.processes = [parts.first]
    this.#fleet = parts.fleet
    this.#client = parts.client
    this.#join = parts.join
  }

  static async open(storage: Storage, lockCount: number): Promise<ClusterSite> {
    const accountsDir = newDirectory()
    const passwordHash = brokerPasswordHash(SERVICE.username, SERVICE.password)
    await createMosquittoFiles(accountsDir).write([
      { username: SERVICE.username, passwordHash, ...NATIVE_SERVICE_TOPICS },
    ])
    const broker = await startMosquitto({ users: [{ ...SERVICE, topics: [] }], accountsDir })
    const env = {
      LATCHWORK_MQTT_URL: broker.urlFor(SERVICE.username),
      LATCHWORK_MQTT_ACCOUNTS_DIR: accountsDir,
    }
    const join = () => startLatchwork(storage, { side: 'anywhere', env })
    const first = await join()
    const locks = await registerLocks(first, 0, lockCount)
    const { username, password } = locks.at(-1) as FleetLock & { password: string }
    // The service writes the files soon after the last lock was registered.
    for (const waitMs of [500, 1500]) await delay(waitMs).then(() => broker.reload())
    await untilKnown(broker.port, { username, password })
    const client = new pg.Client({ connectionString: storage.databaseUrl as string })
    await client.connect()
    return new ClusterSite({
      storage,
      broker,
      locks,
      first,
      fleet: await connectLocks(first, locks),
      client,
      join,
    })
  }

  /** Starts or stops processes until there are so many, and waits until each serves its part. */
  async resize(count: number): Promise<void> {
    while (this.processes.length < count) this.processes.push(await this.#join())
    while (this.processes.length > count) await this.processes.pop()?.stop()
    const deadline = performance.now() + SETTLE_WITHIN_MS
    for (;;) {
      const parts = await this.#query<{ n: number }>(
        'select count(*)::int as n from lock_share join serving_process using (process_id) group by process_id',
      )
      const sizes = parts.map(({ n }) => n)
      const isAll = sizes.reduce((sum, n) => sum + n, 0) === LOCK_SHARES && sizes.length === count
      if (isAll && Math.max(...sizes) - Math.min(...sizes) <= 1) return
      if (performance.now() > deadline) throw new Error('The processes did not divide the locks among them.')
      await delay(50)
    }
  }

  /** Kills the process that serves the lock, without a word; answers with another one. */
  async killOwnerOf({ smartlockId }: FleetLock): Promise<LatchworkProcess> {
    const [row] = await this.#query<{ place: number }>(
      `select (select count(*)::int from serving_process p where p.process_id < s.process_id) as place
       from lock_share s where share = ${shareOfLock(smartlockId)}`,
    )
    // Their ids are in the order in which they came.
    const [owner] = this.processes.splice(row?.place ?? 0, 1)
    if (owner) process.kill(owner.pid, 'SIGKILL')
    const [other] = this.processes
    if (!other) throw new Error('There is no other process.')
    return other
  }

  /** Deadlocks so far; the server counts with a delay. */
  async deadlocks(): Promise<number> {
    await delay(1500)
    const [row] = await this.#query<{ n: number }>(
      'select deadlocks::int as n from pg_stat_database where datname = current_database()',
    )
    return row?.n ?? 0
  }

  async close(): Promise<void> {
    await this.#fleet.stop()
    await Promise.all(this.processes.map((one) => one.stop()))
    await this.#client.end()
    await this.broker.stop()
  }

  async #query<R>(text: string): Promise<R[]> {
    return (await this.#client.query(text)).rows as R[]
  }
}
