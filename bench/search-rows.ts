import { registerLocks } from './fleet.ts'
import { type Storage, startLatchwork } from './latchwork-process.ts'
import type { Pace } from './options.ts'
import type { Progress } from './progress.ts'
import { ask } from './question.ts'
import { limitRow, type Row } from './row.ts'
import { openSession } from './store-session.ts'
import type { Store } from './stores.ts'

const AIM_MS = 50
const AIM_BLOCK_MS = 20
const CALLS = 25
/** For every door. */
const PEOPLE = 4

/** As somebody types: one letter, a whole name, a part in the middle of names, and what nobody is called. */
export const QUESTIONS = ['p', 'person 77', 'surname 4', 'leaner 99', 'nobody at all'] as const

/** What one key pressed in the palette costs, against the list of nothing. */
export async function searchRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const storage = await store.newStorage()
  const first = await startLatchwork(storage)
  progress(`${store.engine}: ${pace.lockOf} doors are registered`)
  const [lock] = await registerLocks(first, 0, pace.lockOf)
  await first.stop()
  const people = pace.lockOf * PEOPLE
  await addPeople(storage, lock?.smartlockId ?? 0, people)
  const service = await startLatchwork(storage)
  const baseline = await ask(service, '/search', CALLS)
  const size = `among ${pace.lockOf} doors and ${people} people`
  const rows: Row[] = []
  let longestMs = 0
  for (const q of QUESTIONS) {
    const asked = await ask(service, `/search?q=${encodeURIComponent(q)}`, CALLS)
    longestMs = Math.max(longestMs, asked.blockMs)
    const row = { part: 'search', row: `“${q}” ${size}`, engine: store.engine, unit: 'ms' } as const
    const against = { against: 'a search for nothing', baseline: baseline.ms }
    rows.push(limitRow({ ...row, ...against, ours: asked.ms, detail: asked }, AIM_MS))
  }
  const block = {
    part: 'search',
    row: 'longest that anybody else waited',
    engine: store.engine,
    unit: 'ms',
  } as const
  const nothing = { against: 'while nothing was searched for', baseline: baseline.blockMs }
  rows.push(limitRow({ ...block, ...nothing, ours: longestMs }, AIM_BLOCK_MS))
  await service.stop()
  return rows
}

/** Gives the account of a lock so many people. */
async function addPeople(storage: Storage, smartlockId: number, count: number): Promise<void> {
  const session = await openSession(storage)
  try {
    const [account] = await session.query(
      `select account_id from smartlock where smartlock_id = ${smartlockId}`,
    )
    await session.query(`with recursive s(n) as (select cast(1 as bigint) union all select n + 1 from s where n < ${count})
      insert into account_user (account_id, email, email_key, name, type, created_at, updated_at)
      select ${account?.account_id}, 'p' || s.n || '@example.org', 'p' || s.n || '@example.org',
        'Person ' || s.n || ' Surname ' || (s.n * 7919 % 9973) || ' Cleaner', 0, 0, 0 from s`)
    if (storage.databaseUrl) await session.query('vacuum analyze account_user')
  } finally {
    await session.close()
  }
}
