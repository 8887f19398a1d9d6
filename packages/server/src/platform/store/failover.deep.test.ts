import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/eventually.ts'
import { createDatabase, startPostgres } from '../../../test/postgres.ts'
import { startReplica } from '../../../test/postgres-replica.ts'
import { jobRow } from '../../../test/store-rows.ts'
import { openDatabase } from '../../schema/open-database.ts'
import { inDatabaseTransaction } from './transaction.ts'

const WITH_TIME = { timeout: 600_000 }

test(
  'when the server is lost and its replica promoted, writes go on there, and what was committed is there',
  WITH_TIME,
  async (t) => {
    const postgres = await startPostgres()
    t.after(() => postgres.stop())
    await createDatabase(postgres.url, 'doors')
    const replica = await startReplica(postgres)
    t.after(() => replica.stop())
    // The replica comes first: it takes no writes, so the other is found.
    const url = `postgres://postgres:postgres@127.0.0.1:${replica.port},127.0.0.1:${postgres.port}/doors?target_session_attrs=read-write`
    const { db, close } = await openDatabase({ dataDir: '', url, poolSize: 3 })
    t.after(close)
    const add = (id: string) =>
      inDatabaseTransaction(db, (tx) => tx.insertInto('job').values(jobRow(id)).execute())
    await add('before')
    await replica.caughtUp()
    await postgres.halt()
    await assert.rejects(add('between'), 'nobody takes writes')
    await replica.promote()
    await eventually(
      'writes are taken',
      () =>
        add('after').then(
          () => true,
          () => false,
        ),
      60_000,
    )
    const rows = await db.selectFrom('job').select('id').orderBy('id').execute()
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['after', 'before'],
    )
  },
)
