import assert from 'node:assert/strict'
import type { CompiledQuery } from 'kysely'
import { recordStatements } from '../../../test/statements.ts'
import { bothTest, sqliteTest } from '../../../test/world.ts'
import type { Db } from './database.ts'
import { insertAll, updateAll } from './many-rows.ts'
import { prepared, preparedFor } from './prepared.ts'
import { inDatabaseTransaction } from './transaction.ts'

interface Mark {
  name: string
  value: string
}

const put = prepared<Mark, Mark>((db, slot) =>
  db
    .insertInto('service_mark')
    .values({ name: slot('name'), value: slot('value') })
    .onConflict((c) => c.column('name').doUpdateSet({ value: slot('value') }))
    .returningAll(),
)

const change = preparedFor<Partial<Mark> & { key: string }, Mark>((db, columns, slot) =>
  db
    .updateTable('service_mark')
    .set(Object.fromEntries(columns.map((column) => [column, slot(column as keyof Mark)])))
    .where('name', '=', slot('key'))
    .returningAll(),
)

bothTest(
  'a prepared statement is filled in anew each time, also where a value stands twice',
  async (w) => {
    assert.deepEqual(await put(w.db, { name: 'a', value: '1' }), [{ name: 'a', value: '1' }])
    assert.deepEqual(await put(w.db, { name: 'b', value: '2' }), [{ name: 'b', value: '2' }])
    assert.deepEqual(await put(w.db, { name: 'a', value: '3' }), [{ name: 'a', value: '3' }])
  },
  { own: 'writes rows that belong to no account' },
)

bothTest(
  'a prepared statement runs in the transaction it is given, and goes with it',
  async (w) => {
    const failed = w.db.transaction().execute(async (tx) => {
      await put(tx, { name: 'a', value: '1' })
      throw new Error('no')
    })
    await assert.rejects(failed, /no/)
    assert.deepEqual(await change(w.db, ['value'], { key: 'a', value: 'x' }), [])
  },
  { own: 'writes rows that belong to no account' },
)

bothTest(
  'a statement that comes after the end of its transaction is refused, prepared or not',
  async (w) => {
    for (const ending of ['committed', 'undone']) {
      let late: Db | undefined
      const ended = inDatabaseTransaction(w.db, async (tx) => {
        late = tx
        await put(tx, { name: ending, value: '1' })
        if (ending === 'undone') throw new Error('no')
      })
      await (ending === 'undone' ? assert.rejects(ended, /no/) : ended)
      const tx = late as Db
      await assert.rejects(put(tx, { name: 'late', value: '2' }), ending)
      await assert.rejects(
        tx.insertInto('service_mark').values({ name: 'late', value: '2' }).execute(),
        ending,
      )
    }
    assert.deepEqual(await change(w.db, ['value'], { key: 'committed', value: 'x' }), [
      { name: 'committed', value: 'x' },
    ])
    for (const key of ['undone', 'late'])
      assert.deepEqual(await change(w.db, ['value'], { key, value: 'x' }), [], key)
  },
  { own: 'writes rows that belong to no account' },
)

bothTest(
  'statements for different sets of columns do not mix',
  async (w) => {
    await put(w.db, { name: 'a', value: '1' })
    assert.deepEqual(await change(w.db, ['value'], { key: 'a', value: '2' }), [{ name: 'a', value: '2' }])
    assert.deepEqual(await change(w.db, ['name', 'value'], { key: 'a', name: 'b', value: '3' }), [
      { name: 'b', value: '3' },
    ])
    assert.deepEqual(await change(w.db, ['value'], { key: 'b', value: '4' }), [{ name: 'b', value: '4' }])
  },
  { own: 'writes rows that belong to no account' },
)

const putAll = insertAll<Mark>('service_mark', (db) => db.insertInto('service_mark'))
const changeAll = updateAll<Mark>('service_mark', ['name'], (db) => db.updateTable('service_mark'))

bothTest(
  'what a statement was compiled from is not kept with it',
  async (w, t) => {
    const run = t.mock.method(w.db, 'executeQuery')
    await put(w.db, { name: 'a', value: '1' })
    const [asked] = run.mock.calls[0]?.arguments ?? []
    assert.deepEqual((asked as CompiledQuery).query, { kind: 'InsertQueryNode' })
  },
  { own: 'writes rows that belong to no account' },
)

sqliteTest(
  'rows in their thousands are some statements, none of more than 8192 values',
  async (w, t) => {
    const statements = recordStatements(t)
    const rows = Array.from({ length: 6000 }, (_, i) => ({ name: `many ${i}`, value: 'x' }))
    await inDatabaseTransaction(w.db, (tx) => putAll(tx, rows))
    const inserts = statements.work().filter((sql) => sql.startsWith('insert into "service_mark"'))
    assert.deepEqual(
      inserts.map((sql) => sql.split('?').length - 1),
      [2048, 2048, 2048].map((count) => 3 * count),
    )
  },
  { alone: 'counts what the whole process asks of its databases' },
)

bothTest(
  'text that no engine stores is stored the same way, in one row or in many',
  async (w) => {
    const text = 'nul \0, half \ud83d, whole \u{1f600}, written \\u0000 \\ud83d'
    const kept = text.toWellFormed().replace('\0', '\ufffd')
    const held = () =>
      w.db.selectFrom('service_mark').select('value').where('name', 'like', 'odd %').execute()
    for (const count of [1, 2, 8, 9, 20, 80, 512, 513, 3000]) {
      const rows = Array.from({ length: count }, (_, i) => ({ name: `odd ${i}`, value: text }))
      await putAll(w.db, rows)
      assert.deepEqual(await held(), Array(count).fill({ value: kept }), `${count} inserted`)
      await changeAll(
        w.db,
        rows.map(({ name }) => ({ name, value: `new ${text}` })),
        ['value'],
      )
      assert.deepEqual(await held(), Array(count).fill({ value: `new ${kept}` }), `${count} changed`)
      await w.db.deleteFrom('service_mark').where('name', 'like', 'odd %').execute()
    }
  },
  { own: 'writes rows that belong to no account' },
)
