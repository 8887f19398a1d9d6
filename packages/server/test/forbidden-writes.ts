import { sql } from 'kysely'
import { type Db, engineOf } from '../src/platform/store/engine.ts'

type Write = 'insert' | 'update' | 'delete'

/** From now on the database refuses to write to a table, until the returned function is called. */
export async function forbid(db: Db, table: string, ...writes: Write[]): Promise<() => Promise<void>> {
  const nameOf = (write: Write) => sql.id(`forbidden_${write}_${table}`)
  if (engineOf(db) === 'postgres')
    await sql`
      create or replace function forbidden() returns trigger language plpgsql
      as 'begin raise exception ''the test forbids it''; end'`.execute(db)
  for (const write of writes) {
    const when = sql`create trigger ${nameOf(write)} before ${sql.raw(write)} on ${sql.table(table)}`
    if (engineOf(db) === 'postgres') await sql`${when} for each row execute function forbidden()`.execute(db)
    else await sql`${when} begin select raise(abort, 'the test forbids it'); end`.execute(db)
  }
  return async () => {
    for (const write of writes) {
      if (engineOf(db) === 'postgres')
        await sql`drop trigger ${nameOf(write)} on ${sql.table(table)}`.execute(db)
      else await sql`drop trigger ${nameOf(write)}`.execute(db)
    }
  }
}
