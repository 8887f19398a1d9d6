import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CompiledQuery, sql } from 'kysely'
import { createWorld, type World } from '../../../../../test/world.ts'
import type { Db } from '../../../../platform/store/database.ts'
import * as codeStore from '../codes/store.ts'
import * as store from '../store.ts'
import * as searchStore from './store.ts'

/** How SQLite finds the rows of a statement of a store. */
async function planOf(w: World, statement: (db: Db) => Promise<unknown>): Promise<string> {
  const seen: CompiledQuery[] = []
  const watched = w.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      seen.push(w.db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await statement(watched)
  // A part of a statement is seen before the whole.
  const query = seen.at(-1)
  assert.ok(query)
  const values = query.parameters.map((value) => sql.lit(value as string | number))
  const parts = query.sql.split('?')
  const written = sql.join(
    parts.flatMap((part, i) => [sql.raw(part), ...values.slice(i, i + 1)]),
    sql.raw(''),
  )
  const { rows } = await sql<{ detail: string }>`explain query plan ${written}`.execute(w.db)
  return rows.map(({ detail }) => detail).join('; ')
}

// SQLite alone: PostgreSQL decides by the size of its tables, which are empty here.
test('a look by the clock finds what is due, and the codes of a stay, by index (8.8)', async (t) => {
  const w = await createWorld(t, 'sqlite')
  const plan = (statement: (db: Db) => Promise<unknown>) => planOf(w, statement)
  assert.match(await plan((db) => store.listDue(db, 1, 10)), /^SEARCH .* reservation_due \(due_at<\?\)$/)
  assert.match(await plan(store.nextDue), /^SEARCH .* reservation_due \(due_at>\?\)$/)
  assert.match(await plan((db) => store.findAnywhere(db, 1, 'a')), /^SEARCH .*\(id=\?\)$/)
  assert.match(
    await plan((db) => codeStore.listOf(db, 1, 'a')),
    /^SEARCH .* reservation_code_account \(account_id=\? AND reservation_id=\?\)$/,
  )
})

test('a page of stays is read in the order of the index, not sorted out of all there are', async (t) => {
  const w = await createWorld(t, 'sqlite')
  for (const phases of [undefined, ['over']] as const) {
    const plan = await planOf(w, (db) =>
      searchStore.search(db, 1, { ...(phases && { phases: [...phases] }) }, { limit: 10 }, 0),
    )
    assert.match(plan, /SEARCH reservation USING INDEX reservation_account_arrival \(account_id=\?/)
    assert.match(plan, /SEARCH code USING INDEX \S+ \(reservation_id=\?\)/)
  }
})
