import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '../../packages/server/src/platform/store/database.ts'
import type { Migrations } from '../../packages/server/src/platform/store/engine.ts'
import { MIGRATIONS } from '../../packages/server/src/schema/migrations.ts'
import { newStorage, type Storage } from '../../packages/server/test/storage.ts'

/**
 * A version may run beside the next one on one database (docs/operations.md): a migration may add what the old code need not
 * know, and must leave what it reads and writes. What is to go goes with the release after the one that stopped using it.
 */

/** The newest of 0.1.0. */
const FIRST_RELEASE = '0014-link-history'
/** Made before two versions were promised to run side by side. There is no reason to add to these. */
const BEFORE_THE_RULE = ['0021-secrets', '0025-confirmed-resets']

type Columns = Map<string, { type: string; mayBeLeftOut: boolean }>

async function columnsAfter({ dataDir, databaseUrl }: Storage, migrations: Migrations): Promise<Columns> {
  const opened = await openStore({
    dataDir,
    ...(databaseUrl !== undefined && { url: databaseUrl }),
    schema: { migrations, growing: [], kept: [] },
  })
  try {
    const tables = await opened.db.introspection.getTables()
    return new Map(
      tables.flatMap(({ name, columns }) =>
        columns.map((column) => [
          `${name}.${column.name}`,
          {
            type: column.dataType.toLowerCase(),
            mayBeLeftOut: column.isNullable || column.hasDefaultValue || column.isAutoIncrementing,
          },
        ]),
      ),
    )
  } finally {
    await opened.close()
  }
}

/** What code that knows the tables as they were can no longer do. */
function broken(before: Columns, after: Columns): string[] {
  const oldTables = new Set([...before.keys()].map(tableOf))
  const gone = [...before.keys()].filter((column) => !after.has(column)).map((column) => `${column} is gone`)
  const changed = [...after].flatMap(([column, { type, mayBeLeftOut }]) => {
    const old = before.get(column)
    if (!old) {
      const isMissed = oldTables.has(tableOf(column)) && !mayBeLeftOut
      return isMissed ? [`${column} has to be given`] : []
    }
    if (old.type !== type) return [`${column} is of another type`]
    return old.mayBeLeftOut && !mayBeLeftOut ? [`${column} has to be given`] : []
  })
  return [...gone, ...changed]
}

const tableOf = (column: string): string => column.split('.')[0] as string

async function broughtBy(storage: Storage, migrations: Migrations): Promise<Record<string, string[]>> {
  // In the order in which they are applied, wherever they stand in the list.
  const names = Object.keys(migrations).toSorted()
  const upTo = (count: number): Migrations =>
    Object.fromEntries(Object.entries(migrations).filter(([name]) => names.indexOf(name) < count))
  const found: Record<string, string[]> = {}
  let before = await columnsAfter(storage, upTo(names.indexOf(FIRST_RELEASE) + 1))
  for (let at = names.indexOf(FIRST_RELEASE) + 1; at < names.length; at++) {
    const after = await columnsAfter(storage, upTo(at + 1))
    const breaks = broken(before, after)
    if (breaks.length > 0) found[names[at] as string] = breaks
    before = after
  }
  return found
}

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`migrations since the first release leave the version before them able to work [${engine}]`, async () => {
    const storage = await newStorage(engine, { untouched: true })
    const breaks = await broughtBy(storage, MIGRATIONS)
    assert.deepEqual(Object.keys(breaks), BEFORE_THE_RULE, JSON.stringify(breaks, null, 2))
  })
}

test('a migration that takes something from the version before it, planted, is noticed', async () => {
  const storage = await newStorage('sqlite', { untouched: true })
  const planted: Migrations = {
    ...MIGRATIONS,
    '9997-drops': () => ({ up: (db) => db.schema.alterTable('account').dropColumn('language').execute() }),
    '9998-renames': () => ({
      up: (db) => db.schema.alterTable('account').renameColumn('profile', 'about').execute(),
    }),
    '9999-adds': () => ({
      up: async (db) => {
        await db.schema.dropTable('alert_mark').execute()
        const columns = ['account_id', 'key', 'at', 'count', 'demanded']
        await columns
          .reduce(
            (table, name) => table.addColumn(name, 'text', (c) => c.notNull()),
            db.schema.createTable('alert_mark'),
          )
          .execute()
      },
    }),
  }
  const {
    '9997-drops': drops,
    '9998-renames': renames,
    '9999-adds': adds,
  } = await broughtBy(storage, planted)
  assert.deepEqual(drops, ['account.language is gone'])
  assert.deepEqual(renames, ['account.profile is gone'])
  assert.ok(adds?.includes('alert_mark.demanded has to be given'))
})
