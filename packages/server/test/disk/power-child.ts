// Writes to a store until it has done enough, and says what it was told is stored: `node power-child.ts <directory> <rows>`.
// Checkpoints of its write-ahead log are frequent.

import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { COMMITS, type CommitMark, createCommitMark } from '../../src/platform/store/commit-mark.ts'
import type { Tables } from '../../src/platform/store/engine.ts'
import { nodeSqliteDialect } from '../../src/platform/store/sqlite-dialect.ts'
import { openSqliteFile } from '../../src/platform/store/sqlite-file.ts'
import { SqliteWriter } from '../../src/platform/store/sqlite-writer.ts'
import { StoreHealth } from '../../src/platform/store/store-health.ts'

const [directory = '', rows = '0'] = process.argv.slice(2)
const CHECKPOINT_PAGES = 48
const WRITERS = 3
const ID_OF_FILLING = 1_000_000

const file = openSqliteFile(directory)
let mark: CommitMark | undefined
const writer = new SqliteWriter(file.writer, {
  idleLimitMs: 10_000,
  reader: file.reader,
  disk: file.disk,
  checkpointPages: CHECKPOINT_PAGES,
  mark: () => mark,
  onCommit: () => () => undefined,
  onDiskFailure: (error) => {
    throw error
  },
})
const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(file, writer, new StoreHealth()) })
await sql`create table if not exists entry (id integer primary key, text text not null, twin integer not null)`.execute(
  db,
)
await sql`create index if not exists entry_twin on entry (twin, text)`.execute(db)
await sql`create table if not exists service_mark (name text primary key, value text not null)`.execute(db)
await sql`insert into service_mark values (${COMMITS}, '')`.execute(db)
mark = createCommitMark({ dataDir: directory, connection: file.writer, seal: (text) => text, counted: '' })
const reported = openSync(join(directory, 'reported'), 'a')

let next = 0
async function work(): Promise<void> {
  while (next < Number(rows)) {
    const id = next++
    await db.transaction().execute(async (tx) => {
      await sql`insert into entry values (${id}, ${'x'.repeat((id * 37) % 900)}, ${id})`.execute(tx)
      // Some write many pages, most few.
      if (id % 6 === 0)
        for (let i = 1; i <= 12; i++)
          await sql`insert into entry values (${ID_OF_FILLING + id * 20 + i}, ${'y'.repeat(700)}, ${(id * 31 + i * 977) % 5000})`.execute(
            tx,
          )
      // Pages that were written long ago are written again.
      await sql`update entry set text = ${`changed by ${id}`} where id = ${(id * 7919) % (id + 1)}`.execute(
        tx,
      )
    })
    writeSync(reported, `${id}\n`)
    // Its room is given back now and then, too.
    if (id % 100 === 50) writer.checkpoint('truncate')
  }
}
await Promise.all(Array.from({ length: WRITERS }, work))
// The end of the record is as good as a kill: nothing is closed.
process.exit(0)
