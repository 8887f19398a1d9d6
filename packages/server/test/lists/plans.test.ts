import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, type Route } from '@latchwork/contract'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../../src/platform/store/database.ts'
import { BOTH_ENGINES } from '../tier.ts'
import { createWorld, type World } from '../world.ts'
import { CASES, type Case } from './cases.ts'
import { type Filled, fill, idAt, ROWS } from './rows.ts'
import { recordStatements, rowsRead, type Statement } from './statements.ts'

const ROUTES = Object.entries(api).flatMap(([area, routes]) =>
  Object.entries(routes as Record<string, Route>).map(([name, route]) => ({
    name: `${area}.${name}`,
    route,
  })),
)
const ASKED = ROUTES.filter(({ route }) => route.method === 'GET' && route.query)

test('every filter of every list of the contract is among those whose plans are looked at', () => {
  assert.deepEqual(Object.keys(CASES).sort(), ASKED.map(({ name }) => name).sort())
  for (const { name, route } of ASKED) {
    const cases = CASES[name]
    if (typeof cases === 'string') continue
    const covered = new Set(cases?.flatMap(({ query }) => Object.keys(query)))
    const missing = Object.keys(route.query?.properties ?? {}).filter((key) => !covered.has(key))
    assert.deepEqual(missing, [], `${name} can be asked for something that no case asks for`)
  }
})

for (const engine of BOTH_ENGINES)
  test(`what a list is asked for is found by an index, also when it is not there [${engine}]`, async (t) => {
    const w = await createWorld(t, engine, { sandbox: true })
    const rig = await filledWorld(w)
    const check = await checkerOf(w)
    const operator = await w.session()
    const statements = recordStatements(t, engine)
    const faults: string[] = []
    for (const { name, route } of ASKED) {
      const cases = CASES[name]
      if (cases === undefined || typeof cases === 'string') continue
      for (const one of cases) {
        statements.take()
        const answer = await w.request('GET', urlOf(route, rig, one), {
          ...(name.startsWith('operator.') && { token: operator.token }),
        })
        const about = `${name} ${JSON.stringify(one.query)}`
        if (answer.statusCode !== 200) faults.push(`${about}: ${answer.body}`)
        for (const fault of await check(one, statements.take())) faults.push(`${about}: ${fault}`)
      }
    }
    assert.deepEqual(faults, [])
  })

interface Rig extends Filled {
  params: Record<string, number | string>
  stay: string
}

async function filledWorld(w: World): Promise<Rig> {
  const { smartlockId } = await w.lock()
  const { data: address } = await w.api.addresses.create({ body: { name: 'Here', smartlockIds: [] } })
  const { data: key } = await w.api.apiKeys.create({ body: { description: 'lists' } })
  const { data: webhook } = await w.api.webhooks.register({
    body: { webhookUrl: 'https://93.184.216.34/hook', webhookFeatures: ['DEVICE_CONFIG'] },
  })
  // What is posted in the background is not looked at here.
  await w.db.updateTable('webhook_endpoint').set({ status: 'disabled' }).execute()
  const now = Date.now()
  const { addressId } = address
  const filled = { accountId: w.owner.accountId, addressId, smartlockId, now }
  await fill(w.db, filled)
  // Old enough to be a neighbour of others, young enough not to be forgotten by then.
  const stay = idAt(now - 500 * 3_600_000, ROWS - 500)
  if (w.storage.engine === 'postgres') await sql`vacuum analyze`.execute(w.db)
  return {
    ...filled,
    stay,
    params: { smartlockId, addressId, apiKeyId: key.apiKeyId, webhookId: webhook.id },
  }
}

function urlOf({ path }: Route, { params, stay }: Rig, { query }: Case): string {
  const url = new URL(`http://x${path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))}`)
  for (const [key, value] of Object.entries(query))
    url.searchParams.set(key, value === '$stay' ? stay : String(value))
  return url.pathname + url.search
}

/** What is wrong with the way the rows were found. */
type Check = (one: Case, seen: readonly Statement[]) => Promise<string[]>

/** Tables that grow with what happens or with an account; everything else may be read as a whole. */
const GROWING =
  /\b(smartlock_log|operation|advanced_api_key|event|reservation|mail|account_user|audit|session|webhook_log|smartlock_auth|smartlock_auth_version|notification|name_part)\b/

const checkerOf = (w: World): Promise<Check> | Check =>
  w.storage.engine === 'sqlite' ? sqliteCheck(w.db) : postgresCheck(w)

/** The index is entered, nothing that grows is gone through from end to end, and nothing is put in order first. */
const sqliteCheck =
  (db: Db): Check =>
  async ({ by }, seen) => {
    const plans: string[] = []
    const faults: string[] = []
    for (const { text, values } of seen) {
      if (!GROWING.test(text)) continue
      const parts = text.split('?').map((part) => sql.raw(part))
      const filled = parts.flatMap((part, i) => [part, ...values.slice(i, i + 1).map((v) => sql.lit(v))])
      const { rows } = await sql<{ detail: string }>`explain query plan ${sql.join(filled, sql``)}`.execute(
        db,
      )
      const plan = rows.map(({ detail }) => detail).join('; ')
      plans.push(plan)
      const isWhole = ({ detail }: { detail: string }) =>
        detail.startsWith('SCAN ') && GROWING.test(detail) && !by?.test(detail) && !isShort(detail, plan)
      const isSorted = firstStep(plan).includes('USE TEMP B-TREE FOR ORDER BY')
      if (rows.some(isWhole) || isSorted) faults.push(`${plan}: ${text}`)
    }
    return by && !by.test(plans.join('\n')) ? [...faults, `not by ${by}: ${plans.join(' | ')}`] : faults
  }

/** A page that was found and is read again to be shown, or an index of what is open, which is never much. */
const isShort = (detail: string, plan: string) =>
  plan.includes(`CO-ROUTINE ${detail.slice('SCAN '.length)}`) ||
  plan.includes('MATERIALIZE') ||
  /INDEX operation_(queued|open|deadline)/.test(detail)

/** What is read of the table itself; what follows puts a page of it in order, or those of several values together. */
const firstStep = (plan: string) => (/CO-ROUTINE|json_each|VIRTUAL TABLE/.test(plan) ? '' : plan)

/** Hardly more rows are taken than can be shown, partitions and neighbours included. */
const MOST_READ = 1100
const MOST_READ_IN_SLICES = 2 * ROWS + 10

async function postgresCheck(w: World): Promise<Check> {
  const client = new pg.Client({ connectionString: w.storage.databaseUrl })
  await client.connect()
  w.onStop(() => client.end())
  const tooMuch = async (statement: Statement, most: number): Promise<string[]> =>
    [...(await rowsRead(client, statement))]
      .filter(([table, rows]) => rows > most && GROWING.test(table))
      .map(([table, rows]) => `${rows} rows of ${table}: ${statement.text}`)
  return async ({ inSlices }, seen) => {
    const most = inSlices ? MOST_READ_IN_SLICES : MOST_READ
    const faults: string[] = []
    for (const statement of seen.filter(({ text }) => GROWING.test(text)))
      faults.push(...(await tooMuch(statement, most)))
    return faults
  }
}
