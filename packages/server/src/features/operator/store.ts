import type { Db, Engine } from '../../platform/store/database.ts'

const selectOperators = (db: Db) =>
  db
    .selectFrom('account')
    .select(['account_id', 'email', 'name', 'operator_since'])
    .where('operator_since', 'is not', null)
    .orderBy('operator_since')
    .orderBy('account_id')

export const listOperators = (db: Db) => selectOperators(db).execute()

/** All of them, as they stay until the transaction ends. SQLite has one writer. */
export const lockOperators = (db: Db, engine: Engine) =>
  selectOperators(db)
    .$if(engine === 'postgres', (q) => q.forUpdate())
    .execute()
