import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, type TestContext, test } from 'node:test'
import { SmartlockLabels } from '@latchwork/contract'
import { type KyselyPlugin, sql } from 'kysely'
import { operator } from '../../../migrations/0012-operator.ts'
import { createDatabase, type TestPostgres, usePostgres } from '../../../test/postgres.ts'
import { accountRow, eventRow, jobRow } from '../../../test/store-rows.ts'
import { BOTH_ENGINES } from '../../../test/tier.ts'
import { GROWING_TABLES } from '../../schema/growing-tables.ts'
import { type OpenOptions, openDatabase } from '../../schema/open-database.ts'
import { createIds, idFloor } from '../ids.ts'
import { StartupError } from '../startup-error.ts'
import type { Database, Db, Engine } from './database.ts'
import { migrationEngine } from './migration-engine.ts'
import * as partitions from './partitions.ts'
import { inDatabaseTransaction } from './transaction.ts'

const deleteOlderThan = (db: Db, table: 'event', beforeMs: number) =>
  partitions.deleteOlderThan(db, GROWING_TABLES[table], beforeMs)

const ids = createIds({ now: () => Date.now() })
let postgres: TestPostgres

before(async () => {
  postgres = await usePostgres()
})
after(() => postgres.stop())

/** An empty place for a database. */
async function place(t: TestContext, engine: Engine): Promise<OpenOptions> {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchwork-store-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  if (engine === 'sqlite') return { dataDir }
  return { dataDir, url: await createDatabase(postgres.url, `store_${ids.random()}`) }
}

async function open(t: TestContext, options: OpenOptions): Promise<Database> {
  const database = await openDatabase(options)
  t.after(() => database.close())
  return database
}

/** Runs migration 12 as on a database that was there before it. */
async function repeatOperatorMigration(db: Db, engine: Engine): Promise<void> {
  await db.schema.dropIndex('mail_state').execute()
  await db.schema.dropIndex('advanced_api_key_status').execute()
  await db.schema.alterTable('account').dropColumn('operator_since').execute()
  for (const column of ['user_agent', 'network', 'last_used_at'])
    await db.schema.alterTable('session').dropColumn(column).execute()
  await operator(migrationEngine(engine)).up(db)
}

for (const engine of BOTH_ENGINES) {
  const fresh = async (t: TestContext) => (await open(t, await place(t, engine))).db

  suite(`the store on ${engine}`, () => {
    test('an empty database gets every table, and opening it again changes nothing', async (t) => {
      const options = await place(t, engine)
      const first = await openDatabase(options)
      await first.db.insertInto('job').values(jobRow('a')).execute()
      await first.close()
      const { db } = await open(t, options)
      const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
      const all = await readdir(new URL('../../../migrations', import.meta.url))
      const files = all.filter((name) => name.endsWith('.ts'))
      assert.deepEqual(
        applied.rows.map(({ name }) => `${name}.ts`),
        files.sort(),
        'every file in the folder was applied, once',
      )
      assert.deepEqual(await db.selectFrom('job').selectAll().execute(), [jobRow('a')])
    })

    test('text that is none is stored and found as U+FFFD, whatever it came from', async (t) => {
      const db = await fresh(t)
      for (const [i, kind] of ['a\0b', 'a\ud800b'].entries()) {
        await db
          .insertInto('job')
          .values({ ...jobRow(`${i}`), kind })
          .execute()
        const found = await db.selectFrom('job').select(['id', 'kind']).where('kind', '=', kind).execute()
        assert.deepEqual(found.at(-1), { id: `${i}`, kind: 'a\ufffdb' })
      }
    })

    test('the tables have the columns that the schema types promise, and no others', async (t) => {
      const db = await fresh(t)
      const tables = await db.introspection.getTables()
      const isPartition = (name: string) => /_(default|y\d+m\d+)$/.test(name)
      // Triggers write them: the one is of PostgreSQL alone and read by the store, the other differs between the engines.
      const isOfTriggers = (name: string) => name === 'row_change' || name === 'name_part'
      const actual = tables
        .filter(({ name }) => !isPartition(name) && !isOfTriggers(name))
        .flatMap(({ name, columns }) =>
          columns.map(
            (c) =>
              `${name}.${c.name}: ${/text/i.test(c.dataType) ? 'string' : 'number'}${c.isNullable ? ' | null' : ''}`,
          ),
        )
      assert.deepEqual(actual.sort(), (await columnsOfSchemaTypes()).sort())
    })

    test('a database of before there was an operator gets one: its oldest main account (D100)', async (t) => {
      const db = await fresh(t)
      for (const name of ['gone', 'oldest', 'younger'])
        await db.insertInto('account').values(accountRow(name)).execute()
      await db.deleteFrom('account').where('name', '=', 'gone').execute()
      await repeatOperatorMigration(db, engine)
      const rows = await db
        .selectFrom('account')
        .select(['name', 'created_at', 'operator_since'])
        .orderBy('account_id')
        .execute()
      assert.deepEqual(
        rows.map(({ name, created_at, operator_since }) => [name, operator_since === created_at]),
        [
          ['oldest', true],
          ['younger', false],
        ],
      )
    })

    test('a database of a newer version is refused with one sentence and left alone', async (t) => {
      const options = await place(t, engine)
      const newer = await openDatabase(options)
      await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2999-01-01')`.execute(
        newer.db,
      )
      await newer.close()
      await assert.rejects(openDatabase(options), (error) => {
        assert.ok(error instanceof StartupError)
        assert.match(error.message, /written by a newer version of Latchwork \(it knows 9999-future\)/)
        return true
      })
    })

    test('an id given out by the database is not given out again after its row is gone', async (t) => {
      const db = await fresh(t)
      const create = async (name: string) =>
        (
          await db
            .insertInto('account')
            .values(accountRow(name))
            .returning('account_id')
            .executeTakeFirstOrThrow()
        ).account_id
      const first = await create('first')
      const second = await create('second')
      await db.deleteFrom('account').where('account_id', '=', second).execute()
      assert.ok((await create('third')) > second)
      assert.ok(second > first)
    })

    test('deleting an account removes its keys, tokens, locks, credentials and sub-accounts', async (t) => {
      const db = await fresh(t)
      const { account_id } = await db
        .insertInto('account')
        .values(accountRow('master'))
        .returning('account_id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('account')
        .values({ ...accountRow('sub'), master_account_id: account_id })
        .execute()
      const { api_key_id } = await db
        .insertInto('api_key')
        .values({ account_id, client_id: 'c', description: null, redirect_uris: null, created_at: 0 })
        .returning('api_key_id')
        .executeTakeFirstOrThrow()
      const token = {
        id: 't',
        account_id,
        api_key_id,
        token_hash: 'h',
        prefix: 'p',
        description: null,
        scopes: '[]',
      }
      await db
        .insertInto('api_token')
        .values({ ...token, created_at: 0, last_used_at: null })
        .execute()
      await db.insertInto('smartlock').values(smartlockRow(account_id)).execute()
      const credential = { username: 'u', account_id, smartlock_id: SMARTLOCK_ID, device_id: '1A2B3C4D' }
      const secrets = { secret_hash: 's', secret_sealed: 'k', valid_until: null, created_at: 0 }
      await assert.rejects(
        db
          .insertInto('device_credential')
          .values({ ...credential, ...secrets, account_id: account_id + 1 })
          .execute(),
        /foreign key/i,
      )
      await db
        .insertInto('device_credential')
        .values({ ...credential, ...secrets })
        .execute()

      await db.deleteFrom('account').where('account_id', '=', account_id).execute()
      for (const table of ['account', 'api_key', 'api_token', 'smartlock', 'device_credential'] as const) {
        assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [], table)
      }
    })

    test('integers come back as numbers, and one that no number can hold is an error', async (t) => {
      const db = await fresh(t)
      await db
        .insertInto('job')
        .values(jobRow('a', { run_at: Number.MAX_SAFE_INTEGER }))
        .execute()
      const job = await db
        .selectFrom('job')
        .select((e) => [
          'run_at',
          e.fn.countAll<number>().over().as('count'),
          e.fn.sum<number>('attempts').over().as('sum'),
        ])
        .executeTakeFirstOrThrow()
      assert.deepEqual(job, { run_at: Number.MAX_SAFE_INTEGER, count: 1, sum: 0 })
      await db.updateTable('job').set({ run_at: sql`run_at + 2` }).execute()
      await assert.rejects(db.selectFrom('job').select('run_at').execute(), RangeError)
    })

    test('truth values are stored as 0 and 1, and text never as a number', async (t) => {
      const db = await fresh(t)
      const insert = (id: string, attempts: unknown) =>
        db
          .insertInto('job')
          .values(jobRow(id, { attempts: attempts as number }))
          .execute()
      await insert('a', true)
      await insert('b', false)
      const rows = await db.selectFrom('job').select('attempts').orderBy('id').execute()
      assert.deepEqual(rows, [{ attempts: 1 }, { attempts: 0 }])
      await assert.rejects(insert('c', 'many'))
    })

    test('text is ordered and compared byte by byte', async (t) => {
      const db = await fresh(t)
      const values = ['a', 'B', 'é', 'b', 'A', '_', '0', 'z']
      await db
        .insertInto('job')
        .values(values.map((id) => jobRow(id)))
        .execute()
      const rows = await db.selectFrom('job').select('id').orderBy('id').execute()
      assert.deepEqual(
        rows.map((row) => row.id),
        ['0', 'A', 'B', '_', 'a', 'b', 'z', 'é'],
      )
      await db
        .insertInto('event')
        .values(values.map((id) => eventRow(id)))
        .execute()
      const events = await db.selectFrom('event').select('id').where('id', '>', 'B').orderBy('id').execute()
      assert.deepEqual(
        events.map((row) => row.id),
        ['_', 'a', 'b', 'z', 'é'],
      )
    })

    test('a second waiting job of the same kind and key is refused, one without a key is not', async (t) => {
      const db = await fresh(t)
      await db
        .insertInto('job')
        .values([jobRow('a'), jobRow('b'), jobRow('c', { key: 'k' })])
        .execute()
      await assert.rejects(
        db
          .insertInto('job')
          .values(jobRow('d', { key: 'k' }))
          .execute(),
        /unique/i,
      )
    })

    test('a transaction that throws leaves nothing, and one inside another is part of it', async (t) => {
      const db = await fresh(t)
      const failing = inDatabaseTransaction(db, async (tx) => {
        await tx.insertInto('job').values(jobRow('a')).execute()
        await inDatabaseTransaction(tx, (inner) => inner.insertInto('job').values(jobRow('b')).execute())
        throw new Error('undo')
      })
      await assert.rejects(failing, /undo/)
      assert.deepEqual(await db.selectFrom('job').selectAll().execute(), [])
      await inDatabaseTransaction(db, (tx) => tx.insertInto('job').values(jobRow('a')).execute())
      assert.equal((await db.selectFrom('job').selectAll().execute()).length, 1)
    })

    test('old rows are deleted up to the limit, in statements of bounded size', async (t) => {
      const db = await fresh(t)
      const limit = Date.UTC(2026, 5, 1)
      for (let n = 0; n < 2250; n += 250) {
        const rows = Array.from({ length: 250 }, (_, i) => eventRow(idFloor(limit - 2050 + n + i)))
        await db.insertInto('event').values(rows).execute()
      }
      let statements = 0
      const countStatements: KyselyPlugin = {
        transformQuery: ({ node }) => {
          statements++
          return node
        },
        transformResult: async ({ result }) => result,
      }
      assert.equal(await deleteOlderThan(db.withPlugin(countStatements), 'event', limit), 2050)
      assert.ok(statements >= 3, `${statements} statements`)
      const left = await db.selectFrom('event').select('id').orderBy('id').execute()
      assert.equal(left.length, 200)
      assert.equal(left[0]?.id, idFloor(limit))
    })
  })
}

/** Names of the contract's enumerations and unions of literals are texts in the store. */
const storedType = (type: string): string =>
  type
    .replace(/Generated<(\w+)>/, '$1')
    .replace(
      /\b[A-Z]\w+(Action|Channel|Code|Kind|Outcome|Phase|Problem|Reason|State|Status|Type)\b/,
      'string',
    )
    .replace(/'[\w-]+'( \| '[\w-]+')*/, 'string')

/** Reads the row types of all areas as text, because types are gone when they run. */
async function columnsOfSchemaTypes(): Promise<string[]> {
  const folder = join(import.meta.dirname, '../../schema')
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  const source = files.join('\n').replace(/\/\*.*?\*\//gs, '')
  const fieldsOf = (name: string): { field: string; type: string }[] => {
    const heading = `interface ${name}\\s+(?:extends (?:LabelColumns|(CreatorColumns)|Pick<\\s*(\\w+),([^>]*)>)\\s+)?`
    const [, creators, base, taken = '', body] =
      new RegExp(`${heading}\\{(.*?)\\}`, 's').exec(source) ?? assert.fail(`no ${name}`)
    const own = [...(body ?? '').matchAll(/(\w+): (.+)/g)].map(([, field = '', type = '']) => ({
      field,
      type,
    }))
    const picked = base ? fieldsOf(base).filter(({ field }) => taken.includes(`'${field}'`)) : []
    return [...(creators ? fieldsOf(creators) : []), ...picked, ...own]
  }
  const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const required: readonly string[] = SmartlockLabels.required
  const labels = Object.entries(SmartlockLabels.properties).map(([field, { type }]) => {
    const stored = type === 'boolean' ? 'number' : type
    return `smartlock.${columnOf(field)}: ${required.includes(field) ? stored : `${stored} | null`}`
  })
  const areas = [...source.matchAll(/interface (\w+Tables) /g)].map(([, name = '']) => name)
  const written = areas
    .flatMap(fieldsOf)
    .flatMap((table) =>
      fieldsOf(table.type).map(({ field, type }) => `${table.field}.${field}: ${storedType(type)}`),
    )
  return [...written, ...labels]
}

const SMARTLOCK_ID = 21_913_877_581

const smartlockRow = (account_id: number) => ({
  smartlock_id: SMARTLOCK_ID,
  account_id,
  device_id: '1A2B3C4D',
  type: 5,
  name: 'Door',
  favorite: 0,
  virtual: 0,
  driver: 'ldp',
  auth_id: 0,
  server_state: 0,
  admin_pin_state: 0,
  firmware_version: null,
  hardware_version: null,
  state: null,
  config: null,
  error: null,
  action_operation_id: null,
  session_id: null,
  session_username: null,
  session_counter: 0,
  epoch: null,
  state_seq: 0,
  event_seq: 0,
  last_seen_at: null,
  connected_at: null,
  created_at: 0,
  updated_at: 0,
})
