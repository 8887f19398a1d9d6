import { randomBytes, randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { type Db, engineOf } from './engine.ts'
import { inDatabaseTransaction } from './transaction.ts'

/** What the service remembers about its store, by name. */

/** The mark of a database that was put back from a backup, until an operator has confirmed what it differs in. */
export const RESTORED = 'restored'
/** What its value begins with until a service has started with it. */
export const NOT_STARTED = 'not started '

export const findMark = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('service_mark').select('value').where('name', '=', name).executeTakeFirst())?.value

/** Stays as it is where it is there already. */
export const insertMark = (db: Db, name: string, value: string) =>
  db
    .insertInto('service_mark')
    .values({ name, value })
    .onConflict((c) => c.column('name').doNothing())
    .execute()

/** The mark's value, locked until the transaction ends: one process at a time changes what it stands for. */
export const lockMark = async (db: Db, name: string): Promise<string> => {
  const row = await db
    .insertInto('service_mark')
    .values({ name, value: '' })
    .onConflict((c) => c.column('name').doUpdateSet((e) => ({ value: e.ref('service_mark.value') })))
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value
}

export const setMark = (db: Db, name: string, value: string) =>
  db.updateTable('service_mark').set({ value }).where('name', '=', name).execute()

/** Sets a mark in a SQLite file that no service has open. */
export function setMarkInFile(path: string, name: string, value: string): void {
  const database = new DatabaseSync(path)
  database
    .prepare(
      'insert into service_mark (name, value) values (?, ?) on conflict do update set value = excluded.value',
    )
    .run(name, value)
  database.close()
}

export const removeMark = (db: Db, name: string) =>
  db.deleteFrom('service_mark').where('name', '=', name).execute()

/** Many pages, however well it is packed: PostgreSQL writes into pages that it has while the disk is full. */
const ROOM_BYTES = 64 * 1024

/** Writes something and leaves nothing: whether anything can be written at all. */
export async function tryToWrite(db: Db): Promise<void> {
  if (engineOf(db) === 'postgres') {
    const name = `room ${randomUUID()}`
    const value = randomBytes(ROOM_BYTES).toString('base64')
    await inDatabaseTransaction(db, async (tx) => {
      await tx.insertInto('service_mark').values({ name, value }).execute()
      await removeMark(tx, name)
    })
    return
  }
  await db
    .updateTable('service_mark')
    .set((e) => ({ value: e.ref('value') }))
    .execute()
}
