import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { constants, DatabaseSync, type StatementSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { recordStatements } from '../../../test/statements.ts'
import { jobRow } from '../../../test/store-rows.ts'
import { type OpenOptions, openDatabase } from '../../schema/open-database.ts'
import { StartupError } from '../startup-error.ts'
import type { Database, Db } from './database.ts'
import { inDatabaseTransaction } from './transaction.ts'

const CHILD = join(import.meta.dirname, '../../../test/store-child.ts')

async function directory(t: TestContext): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchwork-sqlite-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

async function open(t: TestContext, options: Partial<OpenOptions> = {}): Promise<Database> {
  const database = await openDatabase({ dataDir: await directory(t), ...options })
  t.after(() => database.close())
  return database
}

const insert = (db: Db, id: string) => db.insertInto('job').values(jobRow(id)).execute()

const storedIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('job').select('id').orderBy('id').execute()).map((row) => row.id)

/** A transaction that inserts the row and stays open until `finish` is called. */
function openTransaction(db: Db, id: string) {
  const gate = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const done = inDatabaseTransaction(db, async (tx) => {
    await insert(tx, id)
    started.resolve()
    await gate.promise
  })
  return { started: started.promise, finish: () => gate.resolve(), done }
}

test('a select, while a write transaction is open, does not wait and sees nothing of it', async (t) => {
  const { db } = await open(t)
  const writing = openTransaction(db, 'a')
  await writing.started
  assert.deepEqual(await storedIds(db), [])
  writing.finish()
  await writing.done
  assert.deepEqual(await storedIds(db), ['a'])
})

test('a select, right after an awaited write, sees it, however many write at once', async (t) => {
  const { db } = await open(t)
  const writeAndRead = async (index: number) => {
    const id = `id-${index}`
    if (index % 2) await insert(db, id)
    else await inDatabaseTransaction(db, (tx) => insert(tx, id))
    const row = await db.selectFrom('job').select('id').where('id', '=', id).executeTakeFirst()
    assert.equal(row?.id, id)
  }
  await Promise.all(Array.from({ length: 200 }, (_, index) => writeAndRead(index)))
})

test('a statement of somebody else never slips into an open transaction', async (t) => {
  const { db } = await open(t)
  const inTransaction = inDatabaseTransaction(db, async (tx) => {
    await insert(tx, 'mine')
    await nextTurn()
    assert.deepEqual(await storedIds(tx), ['mine'])
    throw new Error('undo')
  })
  const outside = insert(db, 'other')
  await assert.rejects(inTransaction, /undo/)
  await outside
  assert.deepEqual(await storedIds(db), ['other'])
})

test('transactions that wait together share a commit, and one that rolls back takes no other with it', async (t) => {
  const { db } = await open(t)
  const { all } = recordStatements(t)
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, (_, index) =>
      inDatabaseTransaction(db, async (tx) => {
        await insert(tx, `id-${String(index).padStart(2, '0')}`)
        await nextTurn()
        if (index % 10 === 3) throw new Error('undo')
      }),
    ),
  )
  const kept = results.flatMap(({ status }, i) =>
    status === 'fulfilled' ? `id-${String(i).padStart(2, '0')}` : [],
  )
  assert.equal(kept.length, 90)
  assert.deepEqual(await storedIds(db), kept)
  // At most 64 share one.
  assert.equal(all.filter(({ sql }) => sql === 'begin immediate').length, 2)
})

test('a commit waits for more while every turn of the event loop brings some, and not for ever', async (t) => {
  const { db } = await open(t)
  const { all } = recordStatements(t)
  const count = (statement: string) => all.filter(({ sql }) => sql === statement).length
  const writing = [insert(db, 'first'), insert(db, 'with it')]
  let shared: number | undefined
  for (let turn = 0; turn < 20; turn++) {
    await nextTurn()
    if (count('commit') > 0) shared ??= count('release member')
    writing.push(insert(db, `turn-${turn}`))
  }
  await Promise.all(writing)
  // Those of the first turn, and one of each turn that is waited for.
  assert.equal(shared, 6)
})

test('a commit, when another transaction has joined its group, is not reported before both are durable', async (t) => {
  const { db } = await open(t)
  const first = openTransaction(db, 'a')
  const second = openTransaction(db, 'b')
  let isReported = false
  const reported = first.done.then(() => {
    isReported = true
  })
  await first.started
  first.finish()
  await second.started
  await nextTurn()
  assert.equal(isReported, false)
  assert.deepEqual(await storedIds(db), [])
  second.finish()
  await reported
  assert.deepEqual(await storedIds(db), ['a', 'b'])
})

test('a commit that fails is reported to every transaction of the group, and nothing of it is stored', async (t) => {
  const { db } = await open(t)
  await sql`create table parent (id integer primary key)`.execute(db)
  await sql`create table child (id integer references parent deferrable initially deferred)`.execute(db)
  const first = openTransaction(db, 'a')
  const orphan = inDatabaseTransaction(db, (tx) => sql`insert into child values (1)`.execute(tx))
  const single = insert(db, 'b')
  const all = Promise.allSettled([first.done, orphan, single])
  await first.started
  first.finish()
  assert.deepEqual(
    (await all).map((result) => result.status === 'rejected' && result.reason.message),
    Array.from({ length: 3 }, () => 'FOREIGN KEY constraint failed'),
  )
  assert.deepEqual(await storedIds(db), [])
  await insert(db, 'c')
  assert.deepEqual(await storedIds(db), ['c'])
})

test('a failure that makes SQLite undo everything reaches the whole group and stops its cause', async (t) => {
  const { db } = await open(t)
  await insert(db, 'taken')
  const first = openTransaction(db, 'a')
  const culprit = inDatabaseTransaction(db, async (tx) => {
    // Like a full disk, this conflict clause ends the transaction and not only the statement.
    await assert.rejects(
      sql`insert or rollback into job select * from job where id = 'taken'`.execute(tx),
      /UNIQUE/,
    )
    await insert(tx, 'outside any transaction')
  })
  const all = Promise.allSettled([first.done, culprit])
  await first.started
  first.finish()
  const [a, b] = await all
  assert.match(a.status === 'rejected' ? a.reason.message : '', /UNIQUE/)
  assert.match(b.status === 'rejected' ? b.reason.message : '', /undone by a failure/)
  assert.deepEqual(await storedIds(db), ['taken'])
  await insert(db, 'later')
  assert.deepEqual(await storedIds(db), ['later', 'taken'])
})

test('a transaction that waits for the writer it holds is undone, and the service goes on', async (t) => {
  const { db } = await open(t, { transactionIdleLimitMs: 20 })
  const stuck = inDatabaseTransaction(db, async (tx) => {
    await insert(tx, 'inside')
    await insert(db, 'by mistake not on the transaction')
    await insert(tx, 'too late')
  })
  await assert.rejects(stuck, /kept the writer for 20 ms without using it/)
  assert.deepEqual(await storedIds(db), ['by mistake not on the transaction'])
})

test('close, while transactions are waiting, lets them finish and takes no new ones', async (t) => {
  const dataDir = await directory(t)
  const { db, close } = await openDatabase({ dataDir })
  const first = openTransaction(db, 'a')
  const waiting = [inDatabaseTransaction(db, (tx) => insert(tx, 'b')), insert(db, 'c')]
  await first.started
  const closed = close()
  await assert.rejects(insert(db, 'd'), /destroyed|closed/)
  first.finish()
  await Promise.all([first.done, ...waiting, closed])
  const again = await openDatabase({ dataDir })
  t.after(() => again.close())
  assert.deepEqual(await storedIds(again.db), ['a', 'b', 'c'])
})

test('more statements than are kept still give the right answers', async (t) => {
  const { db } = await open(t)
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 600; n++) {
      const { rows } = await sql`select ${sql.lit(n)} as ${sql.ref(`column_${n}`)}`.execute(db)
      assert.deepEqual(rows, [{ [`column_${n}`]: n }])
    }
  }
})

test('a limit is bound as other values are, and a kept statement is not prepared anew for it', async (t) => {
  const { db } = await open(t)
  for (const id of ['a', 'b', 'c']) await insert(db, id)
  const first = db.selectFrom('job').select('id').orderBy('id')
  assert.deepEqual(await first.limit(1).offset(1).execute(), [{ id: 'b' }])
  const { sql: text, parameters } = first.limit(2).compile()
  assert.deepEqual(parameters, [2])
  const database = new DatabaseSync(':memory:')
  t.after(() => database.close())
  database.exec('create table job (id text primary key)')
  const statement = database.prepare(text)
  let prepared = 0
  // Asked about everything in a statement whenever it is prepared.
  database.setAuthorizer(() => {
    prepared += 1
    return constants.SQLITE_OK
  })
  const timesPrepared = (kept: StatementSync) => {
    kept.all(1)
    prepared = 0
    for (const limit of [1, 1, 2]) kept.all(limit)
    return prepared
  }
  assert.equal(timesPrepared(statement), 0)
  assert.notEqual(timesPrepared(database.prepare('select id from job limit ?')), 0)
})

test('the files are readable by their owner only', async (t) => {
  const dataDir = join(await directory(t), 'made', 'by-us')
  await open(t, { dataDir })
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  assert.equal(await modeOf(dataDir), '700')
  for (const file of ['latchwork.db', 'latchwork.db-wal', 'latchwork.lock']) {
    assert.equal(await modeOf(join(dataDir, file)), '600', file)
  }
})

test('a file that is not a database is refused with one sentence', async (t) => {
  const dataDir = await directory(t)
  await writeFile(join(dataDir, 'latchwork.db'), 'not a database '.repeat(100))
  await assert.rejects(
    openDatabase({ dataDir }),
    (error) =>
      error instanceof StartupError &&
      /^Damage was found in .*\(file is not a database\): restore a backup/.test(error.message),
  )
})

test('the same file, opened twice in one process, is refused, and the first keeps its hold', async (t) => {
  const dataDir = await directory(t)
  await open(t, { dataDir })
  for (let attempt = 0; attempt < 2; attempt++) {
    await assert.rejects(openDatabase({ dataDir }), /several need PostgreSQL \(set LATCHWORK_DATABASE_URL\)/)
  }
  assert.match(await firstLineOfChild(dataDir), /^refused: /)
})

test('a second process on the same file is refused with a sentence that names PostgreSQL', async (t) => {
  const dataDir = await directory(t)
  await open(t, { dataDir })
  assert.match(
    await firstLineOfChild(dataDir),
    /^refused: .*several need PostgreSQL \(set LATCHWORK_DATABASE_URL\)/,
  )
})

test('a process that is killed has stored every commit it reported, and leaves the file free', async (t) => {
  const dataDir = await directory(t)
  const child = spawn(process.execPath, [CHILD, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const reported: string[] = []
  const gone = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    reported.push(line)
    if (reported.length === 300) child.kill('SIGKILL')
  }
  await gone
  assert.equal(child.signalCode, 'SIGKILL')
  const { db } = await open(t, { dataDir })
  const stored = new Set(await storedIds(db))
  assert.deepEqual(
    reported.filter((id) => !stored.has(id)),
    [],
  )
})

async function firstLineOfChild(dataDir: string): Promise<string> {
  const child = spawn(process.execPath, [CHILD, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  child.kill('SIGKILL')
  return line
}
