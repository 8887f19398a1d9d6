import { registerLocks } from './fleet.ts'
import { BUSY_PERSON, fillHistory } from './history-store.ts'
import { startLatchwork } from './latchwork-process.ts'
import type { Pace } from './options.ts'
import type { Progress } from './progress.ts'
import { ask } from './question.ts'
import { limitRow, type Row } from './row.ts'
import type { Store } from './stores.ts'

const AIM_MS = 50
const AIM_BLOCK_MS = 20
const CALLS = 15

const LONG_AGO = 'fromDate=2001-01-01T00:00:00Z&toDate=2001-02-01T00:00:00Z'
const NOBODY = 'accountUserId=424242'
const BUSY = `accountUserId=${BUSY_PERSON}`
const NO_RIGHT = `authId=${'f'.repeat(24)}`

/** What the log is asked for: with a hit and without one. */
const QUESTIONS: readonly (readonly [name: string, query: string])[] = [
  ['of a person', 'accountUserId=7'],
  ['of nobody', NOBODY],
  ['of an action', 'action=2'],
  ['of an action that never was', 'action=200'],
  ['of a day', 'toDate=$middle'],
  ['of a day long ago', LONG_AGO],
  ['of nobody, of an action, long ago', `${NOBODY}&action=1&${LONG_AGO}`],
  ['of a kind', 'kind=opening'],
  ['of a kind, long ago', `kind=opening&${LONG_AGO}`],
  ['denied', 'denied=true'],
  ['denied, of a kind that never was', 'denied=true&kind=doorbell'],
  ['denied, of nobody', `denied=true&${NOBODY}`],
  ['denied, long ago', `denied=true&${LONG_AGO}`],
  ['of somebody busy, of a kind that never was', `${BUSY}&kind=doorbell`],
  ['of somebody busy, denied', `${BUSY}&denied=true`],
  ['of somebody busy, long ago', `${BUSY}&${LONG_AGO}`],
  ['from an entry in the middle on', 'id=$entry'],
]
const QUESTIONS_OF_A_DOOR: typeof QUESTIONS = [
  ['of a door where somebody busy never was', `${BUSY}&smartlockId=424242`],
  ['of a door, denied', 'smartlockId=$lock&denied=true'],
]
const QUESTIONS_OF_A_LOCK: typeof QUESTIONS = [...QUESTIONS, ['of a right that never was', NO_RIGHT]]

/** Searches in a long log, against its newest page, which is read by the primary order of an index. */
export async function historyRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const storage = await store.newStorage()
  const first = await startLatchwork(storage)
  const [lock] = await registerLocks(first, 0, 1)
  if (!lock) throw new Error('There is no lock.')
  await first.stop()
  progress(`${store.engine}: a log of ${pace.logEntries} entries is made`)
  const middle = await fillHistory(storage, lock.smartlockId, pace.logEntries)
  const service = await startLatchwork(storage)
  const fill = (query: string) =>
    query
      .replace('$middle', middle.date)
      .replace('$entry', middle.id)
      .replace('$lock', String(lock.smartlockId))
  const baseline = await ask(service, '/smartlock/log', CALLS)
  const rows: Row[] = []
  let longestMs = 0
  const lists = [
    ['/smartlock/log', 'log', [...QUESTIONS, ...QUESTIONS_OF_A_DOOR]],
    [`/smartlock/${lock.smartlockId}/log`, 'log of a lock', QUESTIONS_OF_A_LOCK],
  ] as const
  for (const [path, list, questions] of lists) {
    for (const [name, query] of questions) {
      progress(`${store.engine}: ${list}, ${name}`)
      const asked = await ask(service, `${path}?${fill(query)}`, CALLS)
      longestMs = Math.max(longestMs, asked.blockMs)
      const row = { part: 'history', row: `${list}, ${name}`, engine: store.engine, unit: 'ms' } as const
      const against = { against: 'the newest page of the log', baseline: baseline.ms }
      rows.push(limitRow({ ...row, ...against, ours: asked.ms, detail: asked }, AIM_MS))
    }
  }
  const block = {
    part: 'history',
    row: 'longest that anybody else waited',
    engine: store.engine,
    unit: 'ms',
  } as const
  const ofPage = { against: 'while the newest page was read', baseline: baseline.blockMs }
  rows.push(limitRow({ ...block, ...ofPage, ours: longestMs }, AIM_BLOCK_MS))
  await service.stop()
  return rows
}
