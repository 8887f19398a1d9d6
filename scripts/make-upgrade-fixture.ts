// `npm run make:fixture -- --commit=<commit> --name=<version>`: data of an earlier version, made by that version's own
// code, for tests/upgrade. Run once for each release. --postgres=<url> names a server that the pg_dump on this machine
// can read, where that of the tests is too new for it.
// --checkout=<folder> keeps what was checked out and installed for the next run.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { createDatabase, startPostgres } from '../packages/server/test/postgres.ts'
import { PROCESS_TOKEN, startProcess } from '../packages/server/test/service-process.ts'
import type { Storage } from '../packages/server/test/storage.ts'
import { fillHouse, lookAtHouse } from '../tests/upgrade/house.ts'
import { checkOut } from '../tests/upgrade/old-version.ts'

const { values } = parseArgs({
  options: {
    commit: { type: 'string' },
    name: { type: 'string' },
    checkout: { type: 'string' },
    postgres: { type: 'string' },
  },
})
const { commit, name } = values
if (commit === undefined || name === undefined) throw new Error('--commit=<commit> --name=<version>')

const place = mkdtempSync(join(tmpdir(), 'latchwork-fixture-'))
const target = join('tests/upgrade/fixtures', name)
const main = await checkOut(commit, values.checkout ?? join(place, 'checkout'))
// The last is a setting that the oldest version does not know.
const settings = { LATCHWORK_ADMIN_PASSWORD: 'correct horse', LATCHWORK_RATE_ACCOUNT_PER_SECOND: undefined }

/** Lets the old version run until the house stands, and writes down what it shows of it. */
async function build(storage: Storage): Promise<void> {
  mkdirSync(storage.dataDir, { recursive: true })
  const service = await startProcess(storage, settings, ['--sandbox'], main)
  const caller = { url: service.url, token: PROCESS_TOKEN }
  await fillHouse(caller)
  const seen = await lookAtHouse(caller)
  await service.stop()
  const to = join(target, storage.engine)
  mkdirSync(to, { recursive: true })
  writeFileSync(join(to, 'seen.json'), `${JSON.stringify(seen, null, 1)}\n`)
  cpSync(join(storage.dataDir, 'secret.key'), join(to, 'secret.key'))
}

async function buildSqlite(): Promise<void> {
  const dataDir = join(place, 'sqlite')
  await build({ engine: 'sqlite', dataDir })
  const database = new DatabaseSync(join(dataDir, 'latchwork.db'))
  database.exec(`vacuum into '${join(place, 'small.db')}'`)
  database.close()
  writeFileSync(
    join(target, 'sqlite/latchwork.db.gz'),
    gzipSync(readFileSync(join(place, 'small.db')), { level: 9 }),
  )
}

async function buildPostgres(): Promise<void> {
  const server = values.postgres === undefined ? await startPostgres() : undefined
  try {
    const databaseUrl = await createDatabase(server?.url ?? values.postgres ?? '', `fixture_${Date.now()}`)
    await build({ engine: 'postgres', dataDir: join(place, 'postgres'), databaseUrl })
    const dump = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', databaseUrl], {
      encoding: 'utf8',
      maxBuffer: 1e9,
    })
    // What begins with a backslash is for psql alone.
    const statements = dump.replaceAll(/^(\\.*|--.*)?\n/gm, '')
    writeFileSync(join(target, 'postgres/database.sql.gz'), gzipSync(statements, { level: 9 }))
  } finally {
    await server?.stop()
  }
}

try {
  rmSync(target, { recursive: true, force: true })
  await buildSqlite()
  await buildPostgres()
  execFileSync('du', ['-sh', target], { stdio: 'inherit' })
} finally {
  rmSync(place, { recursive: true, force: true })
}
process.exit(0)
