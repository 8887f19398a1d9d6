import assert from 'node:assert/strict'
import { DENIED_LOG_STATES, type LOG_KIND_NAMES, LOG_KINDS } from '@latchwork/contract'
import { createClient } from '@latchwork/sdk'
import { checkedFetch } from '../../../../test/checked-fetch.ts'
import { idAt } from '../../../../test/lists/rows.ts'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'

const T0 = Date.UTC(2026, 2, 1)
const HOUR = 3_600_000
const ENTRIES = 240
const ACTIONS = [1, 2, 3, 5, 224, 240, 241, 242, 254]
const STATES = [0, 0, 1, 224, 9, 0, 225]

interface Entry {
  n: number
  smartlockId: number
  accountUserId: number | null
  action: number
  state: number
  date: number
}

/** Much that happened at three doors; the days are in another order than the entries. */
async function happened(w: World): Promise<{ doors: number[]; entries: Entry[] }> {
  const doors = [(await w.lock()).smartlockId, (await w.lock()).smartlockId, (await w.lock()).smartlockId]
  const entries = Array.from({ length: ENTRIES }, (_, n): Entry => {
    const at = (list: readonly number[], step: number) => list[(n * step) % list.length] as number
    return {
      n,
      smartlockId: at(doors, 5),
      accountUserId: n % 2 === 0 ? 1 + (n % 3) : null,
      action: at(ACTIONS, 7),
      state: at(STATES, 3),
      date: T0 + ((n * 37) % ENTRIES) * HOUR,
    }
  })
  const rows = entries.map(({ n, smartlockId, accountUserId, ...rest }) => ({
    ...rest,
    id: idAt(T0 + n, n),
    account_id: w.owner.accountId,
    smartlock_id: smartlockId,
    account_user_id: accountUserId,
    auth_id: null,
    device_type: 4,
    name: String(n),
    trigger: 0,
    auto_unlock: 0,
    source: null,
    opener_log: null,
    error: null,
  }))
  await w.db.insertInto('smartlock_log').values(rows).execute()
  return { doors, entries }
}

interface Query {
  smartlockId?: number
  accountUserId?: number
  kind?: (typeof LOG_KIND_NAMES)[number]
  action?: number
  denied?: boolean
  fromDate?: string
}

const fits = (entry: Entry, { kind, denied, fromDate, ...same }: Query): boolean =>
  Object.entries(same).every(([field, value]) => entry[field as keyof Entry] === value) &&
  (kind === undefined || (LOG_KINDS[kind] as readonly number[]).includes(entry.action)) &&
  (!denied || (DENIED_LOG_STATES as readonly number[]).includes(entry.state)) &&
  (fromDate === undefined || entry.date >= Date.parse(fromDate))

/** Every combination of these. */
const combined = (parts: readonly (readonly Query[])[]): Query[] =>
  parts.reduce<Query[]>((all, part) => all.flatMap((one) => part.map((more) => ({ ...one, ...more }))), [{}])

const questions = (door: number): Query[] =>
  combined([
    [{}, { smartlockId: door }],
    [{}, { accountUserId: 2 }],
    [{}, { kind: 'opening' }, { kind: 'locking' }, { action: 3 }, { kind: 'opening', action: 2 }],
    [{}, { denied: true }],
    [{}, { fromDate: new Date(T0 + 100 * HOUR).toISOString() }],
  ])

bothTest('the activity of all doors has what fits every filter, newest first, page by page', async (w) => {
  const { doors, entries } = await happened(w)
  const theirs = new Set(doors.slice(1))
  const { data: key } = await w.api.apiKeys.create()
  const { data: token } = await w.api.apiKeys.createToken({
    params: { apiKeyId: key.apiKeyId },
    body: { smartlockIds: [...theirs] },
  })
  const narrow = createClient({
    baseUrl: 'http://test',
    token: token.accessToken as string,
    fetch: checkedFetch(w.service.app),
  })
  for (const query of questions(doors[0] as number)) {
    const isByDay = Object.keys(query).some((field) => field !== 'smartlockId')
    const expected = entries
      .filter((entry) => fits(entry, query))
      .sort((a, b) => (isByDay ? b.date - a.date : b.n - a.n) || b.n - a.n)
    const about = JSON.stringify(query)
    assert.deepEqual(await pages(w.api, query), expected.slice(0, 14).map(nameOf), about)
    const seen = expected.filter(({ smartlockId }) => theirs.has(smartlockId))
    assert.deepEqual(await pages(narrow, query), seen.slice(0, 14).map(nameOf), `${about}, for two doors`)
  }
})

const nameOf = ({ n }: Entry) => String(n)

/** Two pages of seven. */
async function pages(api: World['api'], query: Query): Promise<string[]> {
  const { data: first } = await api.smartlocks.log({ query: { ...query, limit: 7 } })
  const last = first.at(-1)
  if (last === undefined || first.length < 7) return first.map(({ name }) => name)
  const { data: second } = await api.smartlocks.log({ query: { ...query, limit: 7, id: last.id } })
  return [...first, ...second].map(({ name }) => name)
}

apiTest('the log of one door takes the same filters, and a kind that is none is refused', async (w) => {
  const { doors, entries } = await happened(w)
  const params = { smartlockId: doors[1] as number }
  const query = { kind: 'opening', denied: true } as const
  const { data } = await w.api.smartlocks.logOf({ params, query })
  const expected = entries.filter((entry) => fits(entry, { ...params, ...query }))
  assert.ok(expected.length > 0)
  const newest = expected.sort((a, b) => b.date - a.date || b.n - a.n).slice(0, 20)
  assert.deepEqual(
    data.map(({ name }) => name),
    newest.map(nameOf),
  )
  const refused = await w.request('GET', '/smartlock/log?kind=burglary')
  assert.deepEqual([refused.statusCode, refused.json().code], [400, 'invalid_parameter'])
})
