import { addAuthorizations, locksFor } from './authorization-store.ts'
import { addPeople, ownRights } from './estate-store.ts'
import { type LatchworkProcess, startLatchwork, TOKEN } from './latchwork-process.ts'
import { median } from './load.ts'
import type { Pace } from './options.ts'
import type { Progress } from './progress.ts'
import { limitRow, type Row } from './row.ts'
import type { Store } from './stores.ts'

const AIM_PREVIEW_MS = 3000
const PEOPLE = 500
const DOORS = 100
const CALLS = 5

const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }

/** An account with very many doors, people and rights: what a plan for many of them costs to look at. */
export async function estateRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const rights = pace.authorizations[2]
  progress(`${store.engine}: an account with ${rights} rights on ${locksFor(rights)} doors`)
  const storage = await store.newStorage()
  const empty = await startLatchwork(storage)
  const { data: lock } = await empty.api.smartlocks.register({
    body: { type: 4, name: 'Door', deviceId: '10000000' },
  })
  const params = { smartlockId: lock.smartlockId }
  await empty.api.authorizations.createOn({ params, body: { name: 'First', remoteAllowed: false } })
  const { data: person } = await empty.api.accountUsers.create({
    body: { name: 'First', email: 'first@example.com' },
  })
  await empty.stop()
  await addAuthorizations(storage, rights)
  const people = await addPeople(storage, rights / 50)
  await ownRights(storage, person.accountUserId, people)
  const service = await startLatchwork(storage)
  const plan = await planFor(service, {
    people: Array.from({ length: PEOPLE }, (_, i) => person.accountUserId + i),
    doors: Array.from({ length: DOORS }, (_, i) => lock.smartlockId + 1 + i),
  })
  progress(`${store.engine}: previews of a plan`)
  const looks: number[] = []
  const bases: number[] = []
  for (let i = 0; i < CALLS; i++) {
    bases.push(await timed(service, 'GET', '/group'))
    looks.push(await timed(service, 'POST', '/plan/preview', plan))
  }
  await service.stop()
  const row = `preview of a plan for ${PEOPLE} people and ${DOORS} doors`
  const against = { against: 'the list of groups', baseline: median(bases) }
  const detail = { rights, people, slowest: Math.max(...looks) }
  const measured = { part: 'estate', row, engine: store.engine, unit: 'ms', ours: median(looks) } as const
  return [limitRow({ ...measured, ...against, detail }, AIM_PREVIEW_MS)]
}

/** Both groups, and a plan that speaks of them; it is not stored. */
async function planFor({ api }: LatchworkProcess, wanted: { people: number[]; doors: number[] }) {
  const { data: people } = await api.groups.create({ body: { kind: 'people', name: 'People' } })
  const { data: doors } = await api.groups.create({ body: { kind: 'doors', name: 'Doors' } })
  await api.groups.join({ params: people, body: { ids: wanted.people } })
  await api.groups.join({ params: doors, body: { ids: wanted.doors } })
  return { name: 'Plan', peopleGroupId: people.groupId, doorGroupId: doors.groupId, type: 13 }
}

async function timed(
  { url }: LatchworkProcess,
  method: string,
  path: string,
  body?: object,
): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`)
  return performance.now() - startedAt
}
