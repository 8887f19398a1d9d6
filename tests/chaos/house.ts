import { execFile } from 'node:child_process'
import { chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort, type Mosquitto, startMosquitto } from '../../packages/server/test/mosquitto.ts'
import {
  createDatabase,
  type MistreatedPostgres,
  startPostgres,
} from '../../packages/server/test/postgres.ts'
import { startReplica } from '../../packages/server/test/postgres-replica.ts'
import { CLI } from '../../packages/server/test/programs.ts'
import { type ServiceProcess, startProcess } from '../../packages/server/test/service-process.ts'
import { type SmallDisk, tryToMount } from '../../packages/server/test/small-disk.ts'
import { startTcpProxy, type TcpProxy } from '../../packages/server/test/tcp-proxy.ts'
import { TEST_CA_FILE } from '../../packages/server/test/webhook-receiver.ts'

const RESTART_MS = 500
/** The tables of a long campaign fit in, and to fill it takes no more memory than that. */
const DISK_MB = 512
/** As whom the service logs in to the broker. */
const SERVICE_USER = {
  username: 'latchwork',
  password: 'password of the service',
  topics: ['read ldp/1/+/up/#', 'write ldp/1/+/down/#'],
}
const JUMPING_CLOCK = new URL('./jumping-clock.mjs', import.meta.url).href

/** One place where a process of the service runs; whoever is killed there gets a successor. */
export interface Slot {
  readonly clockFile: string
  process: ServiceProcess | undefined
  /** While another is being started there. */
  starting: Promise<void> | undefined
}

/** The service with its neighbours: processes, database and broker, with a wire in between that can be cut. */
export interface House {
  readonly slots: readonly Slot[]
  readonly postgres: MistreatedPostgres
  /** What holds the tables of the service, but not the log of the database; undefined where none was asked for or none can be. */
  readonly disk: SmallDisk | undefined
  /** Why there is none, though it was asked for. */
  readonly noDisk: string | undefined
  readonly databaseWire: TcpProxy
  readonly broker: Mosquitto
  readonly brokerWire: TcpProxy
  /** What happened in all processes, those that ended too. */
  output(): string
  /** Kills the process of a slot. */
  end(slot: Slot): Promise<void>
  /** How many processes ended that nobody killed; their slots are empty from here on. */
  countDeaths(): number
  /** As a supervisor does: starts a process where there is none, again and again until it runs. */
  supervise(slot: Slot): Promise<void>
  /** The database is lost, and a replica that has everything takes its place. */
  failOver(): Promise<void>
  /** Asks the database directly, past the wire. */
  ask<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>
  /** The operator's command line. */
  command(...args: string[]): Promise<{ ok: boolean; text: string }>
  stop(): Promise<void>
}

export async function openHouse(processes: number, { onSmallDisk = false } = {}): Promise<House> {
  const closing = new AsyncDisposableStack()
  try {
    return await furnish(processes, onSmallDisk, closing)
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

async function furnish(
  processes: number,
  onSmallDisk: boolean,
  closing: AsyncDisposableStack,
): Promise<House> {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchwork-chaos-'))
  closing.defer(() => rm(dataDir, { recursive: true, force: true }))
  const mounted = onSmallDisk ? await tryToMount(DISK_MB) : undefined
  const disk = mounted && 'unmount' in mounted ? mounted : undefined
  closing.defer(async () => disk?.unmount())
  const postgres = await startPostgres()
  closing.defer(() => postgres.stop())
  const directly = { url: await createDatabase(postgres.url, 'chaos') }
  if (disk) await moveTables(postgres, disk)
  const replicaPort = await freePort()
  const broker = await startMosquitto({ users: [SERVICE_USER] })
  closing.defer(() => broker.stop())
  const [databaseWire, brokerWire] = [await startTcpProxy(postgres.port), await startTcpProxy(broker.port)]
  closing.defer(() => databaseWire.stop())
  closing.defer(() => brokerWire.stop())
  const storage = {
    engine: 'postgres',
    dataDir,
    databaseUrl: namingBoth(directly.url, databaseWire, replicaPort),
  } as const
  const settings = settingsFor(through(broker.urlFor(SERVICE_USER.username), brokerWire))
  const slots: Slot[] = Array.from({ length: processes }, (_, i) => ({
    clockFile: join(dataDir, `clock-${i}`),
    process: undefined,
    starting: undefined,
  }))
  const ended: string[] = []
  let isClosing = false
  closing.defer(async () => {
    isClosing = true
    await Promise.all(slots.map(({ starting }) => starting))
    await Promise.all(slots.map(({ process }) => process?.kill()))
  })
  async function start(slot: Slot): Promise<void> {
    await writeFile(slot.clockFile, '0')
    slot.process = await startProcess(storage, { ...settings, CHAOS_CLOCK_FILE: slot.clockFile })
  }
  async function startAtLast(slot: Slot): Promise<void> {
    while (!slot.process && !isClosing) {
      await start(slot).catch((error: Error) => ended.push(error.message))
      if (!slot.process) await sleep(RESTART_MS)
    }
  }

  const house: House = {
    slots,
    postgres,
    disk,
    noDisk: mounted && 'excuse' in mounted ? mounted.excuse : undefined,
    databaseWire,
    broker,
    brokerWire,
    output: () => [...ended, ...slots.map(({ process }) => process?.output() ?? '')].join('\n'),
    async end(slot) {
      const killed = slot.process
      slot.process = undefined
      await killed?.kill()
      ended.push(killed?.output() ?? '')
    },
    countDeaths() {
      const dead = slots.filter(({ process }) => process?.hasEnded())
      for (const slot of dead) {
        ended.push(slot.process?.output() ?? '')
        slot.process = undefined
      }
      return dead.length
    },
    async supervise(slot) {
      if (slot.process) return
      slot.starting ??= startAtLast(slot).finally(() => {
        slot.starting = undefined
      })
      await slot.starting
    },
    async failOver() {
      const replica = await startReplica(postgres, replicaPort)
      closing.defer(() => replica.stop())
      // From here on nothing is committed that the replica does not have.
      await askOnce(directly.url, "alter system set synchronous_standby_names = '*'")
      await askOnce(directly.url, 'select pg_reload_conf()')
      await replica.caughtUp()
      await postgres.halt()
      await replica.promote()
      directly.url = at(directly.url, replicaPort)
    },
    ask: (text, values) => askOnce(directly.url, text, values),
    command: (...args) => runCommand({ dataDir, databaseUrl: directly.url }, args),
    stop: () => closing.disposeAsync(),
  }
  // The first makes the tables and the owner.
  for (const slot of slots) await start(slot)
  return house
}

/** Its log stays where it was: a server that cannot write that one ends, which is another fault. */
async function moveTables({ url, dataDir }: MistreatedPostgres, { folder }: SmallDisk): Promise<void> {
  const place = join(folder, 'tables')
  const { uid, gid } = await stat(dataDir)
  await mkdir(place, { mode: 0o700 })
  await chown(place, uid, gid)
  await askOnce(url, `create tablespace small location '${place}'`)
  await askOnce(url, 'alter database chaos set tablespace small')
}

const settingsFor = (brokerUrl: string): Record<string, string> => ({
  LATCHWORK_MQTT_URL: brokerUrl,
  LATCHWORK_OUTBOUND_CA_FILE: TEST_CA_FILE,
  LATCHWORK_OUTBOUND_NETWORKS: '127.0.0.0/8',
  LATCHWORK_RATE_IP_PER_SECOND: '0',
  LATCHWORK_QUOTA_ACCOUNT_USERS: '100000',
  // An operation whose proof was lost holds up its lock for so long.
  LATCHWORK_ACTION_PROOF_SECONDS: '10',
  NODE_OPTIONS: `--import ${JUMPING_CLOCK}`,
})

function at(url: string, port: number): string {
  const address = new URL(url)
  address.port = String(port)
  return address.href
}

const through = (url: string, wire: TcpProxy): string => at(url, wire.port)

/** As an operator names a server and its replica; where the replica will be, nobody answers yet. */
const namingBoth = (url: string, wire: TcpProxy, replicaPort: number): string =>
  `${through(url, wire).replace(`:${wire.port}`, `:${wire.port},127.0.0.1:${replicaPort}`)}?target_session_attrs=read-write`

async function askOnce<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values?: unknown[],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

function runCommand(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
  args: string[],
): Promise<{ ok: boolean; text: string }> {
  const env = {
    PATH: process.env.PATH ?? '',
    LATCHWORK_DATA_DIR: dataDir,
    LATCHWORK_DATABASE_URL: databaseUrl,
    LATCHWORK_LOG_LEVEL: 'silent',
  }
  return new Promise((resolve) =>
    execFile(process.execPath, [CLI, ...args], { env, timeout: 120_000 }, (error, stdout, stderr) =>
      resolve({ ok: !error, text: `${stdout}${stderr}` }),
    ),
  )
}
