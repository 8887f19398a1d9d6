import { type Estate, newEstate } from './estate-store.ts'
import { BUSY_PERSON } from './history-store.ts'
import { type LatchworkProcess, TOKEN } from './latchwork-process.ts'
import { median } from './load.ts'
import type { Pace } from './options.ts'
import type { Progress } from './progress.ts'
import { ask } from './question.ts'
import { limitRow, type Row, scaleRow } from './row.ts'
import { QUESTIONS } from './search-rows.ts'
import type { Store } from './stores.ts'

const AIM_GROWTH = 1.5
const AIM_OVERVIEW_MS = 300
const AIM_LIST_MS = 100
const AIM_KEY_MS = 50
const AIM_PREVIEW_MS = 3000
/** Each is asked so many times of each size, in turn, and the first is not counted. */
const CALLS = 15
const PREVIEWS = 5
const PEOPLE = 500
const DOORS = 100

const LONG_AGO = 'fromDate=2001-01-01T00:00:00Z&toDate=2001-02-01T00:00:00Z'
/** Such as nobody has; all else that is looked for is there. */
const NOBODY = 424242

type Question = readonly [
  name: string,
  limitMs: number,
  path: (estate: Estate) => string,
  /** It answers all there are, and so grows with them. */
  size?: 'whole',
]

const list = (name: string, path: string | ((estate: Estate) => string)): Question => [
  `first page of ${name}`,
  AIM_LIST_MS,
  typeof path === 'string' ? () => path : path,
]

const LISTS: readonly Question[] = [
  list('doors', '/smartlock?limit=100'),
  list('people', '/account/user?limit=100'),
  list('people of a mail address', '/account/user?email=p77@example.com'),
  list('access', '/smartlock/auth/paged?size=100'),
  list('access, keypad codes', '/smartlock/auth/paged?size=100&types=13'),
  list('access of a person', ({ personId }) => `/smartlock/auth/paged?size=100&accountUserId=${personId}`),
  list('access of nobody', `/smartlock/auth/paged?size=100&accountUserId=${NOBODY}`),
  list('access to a door', ({ lockId }) => `/smartlock/${lockId + 1}/auth`),
  list('stays', '/reservation?limit=100'),
  // A tenth of all has eleven of them: as many are asked for as both have.
  list('stays of a name', '/reservation?limit=10&name=guest%2077'),
  list('stays of a name that nobody has', '/reservation?limit=100&name=nobody'),
  list('units', '/unit?limit=100'),
  list('activity', '/smartlock/log?limit=50'),
  list('activity of a person', `/smartlock/log?limit=50&accountUserId=${BUSY_PERSON}`),
  list('activity of nobody', `/smartlock/log?limit=50&accountUserId=${NOBODY}`),
  list('activity, denied', '/smartlock/log?limit=50&denied=true'),
  list('activity, of a kind that never was', '/smartlock/log?limit=50&kind=doorbell'),
  list('activity, denied, long ago', `/smartlock/log?limit=50&denied=true&${LONG_AGO}`),
  list('activity of a door', ({ lockId }) => `/smartlock/log?limit=50&smartlockId=${lockId}`),
  list('events', '/event?limit=100&order=newest'),
  list('audit', '/audit?limit=100'),
  list('deliveries', ({ apiKeyId }) => `/api/key/${apiKeyId}/webhook/logs?limit=100`),
  list('operations', '/operation?limit=100'),
  list('groups', '/group?limit=50'),
  list('plans', '/plan?limit=50'),
]

const KEYS: readonly Question[] = QUESTIONS.map((q) => [
  `palette, “${q}”`,
  AIM_KEY_MS,
  () => `/search?q=${encodeURIComponent(q)}`,
])

const EVERYTHING: readonly Question[] = [
  ['overview', AIM_OVERVIEW_MS, () => '/overview'],
  // Not by pages: an account has hundreds.
  ['all addresses', AIM_LIST_MS, () => '/address', 'whole'],
  ...LISTS,
  ...KEYS,
]

/** One account with very many doors, people, rights and records, against one with a tenth of them. */
export async function estateRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const { rights, entries } = pace.estate
  progress(
    `${store.engine}: an account with ${rights} rights and ${entries} entries of the log, and its tenth`,
  )
  const estates = {
    whole: await newEstate(store, pace.estate),
    tenth: await newEstate(store, { rights: rights / 10, entries: entries / 10 }),
  }
  const rows: Row[] = []
  for (const question of EVERYTHING) {
    progress(`${store.engine}: ${question[0]}`)
    rows.push(await questionRow(store, estates, question))
  }
  progress(`${store.engine}: previews of a plan`)
  rows.push(await previewRow(store, estates))
  for (const { service } of Object.values(estates)) await service.stop()
  return rows
}

interface Estates {
  readonly whole: Estate
  readonly tenth: Estate
}

async function questionRow(store: Store, estates: Estates, question: Question): Promise<Row> {
  const [name, below, path, size] = question
  const once = (estate: Estate) => async () => (await ask(estate.service, path(estate), 1)).ms
  const times = await inTurn(CALLS, once(estates.whole), once(estates.tenth))
  const row = measuredRow(store, name, estates, times)
  return size ? limitRow(row, below) : scaleRow(row, below, AIM_GROWTH)
}

/** The first of each warms up. */
async function inTurn(calls: number, whole: () => Promise<number>, tenth: () => Promise<number>) {
  const times = { whole: [] as number[], tenth: [] as number[] }
  for (let i = -1; i < calls; i++) {
    const took = { tenth: await tenth(), whole: await whole() }
    if (i < 0) continue
    times.whole.push(took.whole)
    times.tenth.push(took.tenth)
  }
  return times
}

function measuredRow(
  store: Store,
  row: string,
  { whole: { rights, doors, people, entries } }: Estates,
  times: { readonly whole: readonly number[]; readonly tenth: readonly number[] },
): Parameters<typeof limitRow>[0] {
  const measured = {
    part: 'estate',
    row,
    engine: store.engine,
    unit: 'ms',
    ours: median(times.whole),
  } as const
  const against = { against: 'with a tenth of all', baseline: median(times.tenth) }
  const detail = { rights, doors, people, entries, slowest: Math.max(...times.whole) }
  return { ...measured, ...against, detail }
}

async function previewRow(store: Store, estates: Estates): Promise<Row> {
  const previewOf = async (estate: Estate) => {
    const plan = await planFor(estate)
    return () => postTimed(estate.service, '/plan/preview', plan)
  }
  const [whole, tenth] = [await previewOf(estates.whole), await previewOf(estates.tenth)]
  const row = `preview of a plan for ${PEOPLE} people and ${DOORS} doors`
  const times = await inTurn(PREVIEWS, whole, tenth)
  return scaleRow(measuredRow(store, row, estates, times), AIM_PREVIEW_MS, AIM_GROWTH)
}

/** Both groups, and a plan that speaks of them; it is not stored. */
async function planFor({ service: { api }, personId, lockId }: Estate) {
  const { data: people } = await api.groups.create({ body: { kind: 'people', name: 'People' } })
  const { data: doors } = await api.groups.create({ body: { kind: 'doors', name: 'Doors' } })
  const from = (first: number, length: number) => Array.from({ length }, (_, i) => first + i)
  await api.groups.join({ params: people, body: { ids: from(personId, PEOPLE) } })
  await api.groups.join({ params: doors, body: { ids: from(lockId + 1, DOORS) } })
  return { name: 'Plan', peopleGroupId: people.groupId, doorGroupId: doors.groupId, type: 13 }
}

async function postTimed({ url }: LatchworkProcess, path: string, body: object): Promise<number> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
  const startedAt = performance.now()
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}`)
  return performance.now() - startedAt
}
