import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import pg from 'pg'
import type { Engine } from '../../src/platform/store/database.ts'
import { SqliteConnection } from '../../src/platform/store/sqlite-connection.ts'

export interface Statement {
  text: string
  values: readonly unknown[]
}

/** Writes down what the store is asked from now on, below everything that makes statements. */
export function recordStatements(t: TestContext, engine: Engine): { take(): Statement[] } {
  let seen: Statement[] = []
  const record = (text: unknown, values: readonly unknown[] = []) => {
    if (typeof text === 'string' && /^\s*(select|with)\b/i.test(text)) seen.push({ text, values })
  }
  if (engine === 'sqlite') {
    const execute = SqliteConnection.prototype.execute
    t.mock.method(SqliteConnection.prototype, 'execute', function (
      this: SqliteConnection,
      sql: string,
      values: [],
    ) {
      record(sql, values)
      return execute.call(this, sql, values)
    } as never)
  } else {
    const query = pg.Client.prototype.query as (...all: unknown[]) => unknown
    t.mock.method(pg.Client.prototype, 'query', function (
      this: pg.Client,
      ...all: [{ text?: string; values?: [] }]
    ) {
      record(all[0]?.text, all[0]?.values)
      return query.apply(this, all)
    } as never)
  }
  return {
    take() {
      const taken = seen
      seen = []
      return taken
    },
  }
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** How many rows of which table PostgreSQL takes into its hands for the statement, whether they fit or not. */
export async function rowsRead(client: pg.Client, { text, values }: Statement): Promise<Map<string, number>> {
  const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, [...values])
  const read = new Map<string, number>()
  const visit = (node: PlanNode): void => {
    const table = node['Relation Name']?.replace(/_(default|y\d+m\d\d)$/, '')
    const each =
      node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)
    if (table !== undefined) read.set(table, (read.get(table) ?? 0) + each * node['Actual Loops'])
    node.Plans?.forEach(visit)
  }
  const [plan] = rows[0]['QUERY PLAN'] as { Plan: PlanNode }[]
  assert.ok(plan)
  visit(plan.Plan)
  return read
}
