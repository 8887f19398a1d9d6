import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '@latchwork/sdk'
import { eventually } from '../eventually.ts'
import { confirmedBy, PAIR_MS, startPair } from '../process-pair.ts'
import type { ServiceProcess } from '../service-process.ts'

/** What a lock holds (D54). */
const CAPACITY = 200
/** Asked for through each of the two, so that together they ask for more. */
const WISHES = 105

const RIGHT = { type: 13, remoteAllowed: false } as const

/** The refusal of a call; undefined when it was accepted. */
const refusalOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.code : Promise.reject(error)),
  )

async function wishMany({ api }: ServiceProcess, smartlockId: number, who: string): Promise<string[]> {
  const refusals: string[] = []
  for (let i = 0; i < WISHES; i++) {
    const body = { ...RIGHT, name: `${who} ${i}` }
    const refusal = await refusalOf(api.authorizations.createOn({ params: { smartlockId }, body }))
    if (refusal !== undefined) refusals.push(refusal)
  }
  return refusals
}

const authsOf = async ({ api }: ServiceProcess, smartlockId: number) =>
  (await api.authorizations.listOf({ params: { smartlockId } })).data

test('rights given through two processes at once: each is on the lock once, and no limit is passed (D52, D54)', async (t) => {
  const { first, second, smartlockId, lock } = await startPair(t)
  const both = [first, second]
  const same = both.map(({ api }) =>
    refusalOf(
      api.authorizations.createOn({
        params: { smartlockId },
        body: { ...RIGHT, name: 'Same', code: 384_365 },
      }),
    ),
  )
  assert.deepEqual((await Promise.all(same)).toSorted(), ['code_conflict', undefined], 'one of them has it')
  const refused = await Promise.all(both.map((one, i) => wishMany(one, smartlockId, `By ${i}`)))
  assert.deepEqual(new Set(refused.flat()), new Set(['auth_limit_reached']))
  assert.equal(refused.flat().length, 2 * WISHES + 1 - CAPACITY)
  const auths = await eventually(
    'all are on the lock',
    async () => {
      const seen = await authsOf(second, smartlockId)
      return seen.every(({ syncState }) => syncState === 'synced') && seen
    },
    PAIR_MS,
  )
  const told = auths.map(({ name, authId, code }) => `${name}: ${code} is ${authId}`)
  const held = lock.access().map(({ name, authId, code }) => `${name}: ${code} is ${authId}`)
  assert.deepEqual(held.toSorted(), told.toSorted(), 'what the lock has is what the service says')
  assert.equal(new Set(auths.map(({ code }) => code)).size, CAPACITY)
  // A lock never gives a number again: whatever came twice would have used up more of them.
  assert.equal(Math.max(...auths.map(({ authId = 0 }) => authId)), CAPACITY)
  const confirmed = await Promise.all(both.map((one) => confirmedBy(one, 'auth.create')))
  assert.equal(
    confirmed.reduce((sum, n) => sum + n),
    CAPACITY,
    'each was settled once',
  )
  const { data } = await first.api.authorizations.paged({ query: { size: 1 } })
  assert.equal(data.pagination.totalItems, CAPACITY)

  const halves = [auths.slice(0, CAPACITY / 2), auths.slice(CAPACITY / 2)]
  await Promise.all(
    both.map(({ api }, i) => api.authorizations.removeMany({ body: halves[i]?.map(({ id }) => id) ?? [] })),
  )
  const isEmpty = async () => (await authsOf(first, smartlockId)).length === 0
  await eventually('all are gone', isEmpty, PAIR_MS)
  assert.deepEqual(lock.access(), [])
})
