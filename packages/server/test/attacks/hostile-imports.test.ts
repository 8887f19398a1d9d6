import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import { clockOf, standingStill } from '../manual-time.ts'
import { emptyAccount, type OtherService, startOther } from '../other-service.ts'
import { apiTest, type World } from '../world.ts'

/** The other side of an import is a stranger (ADR 64): whatever it answers, doors open meanwhile, and it comes to an end. */
const options = { ...standingStill(), config: { outbound: { allowLoopback: true } } }

async function begun(w: World, { url }: OtherService) {
  const { data } = await w.api.imports.create({ body: { url, token: 'token-of-a-stranger' } })
  const params = { importId: data.importId }
  return async () => (await w.api.imports.get({ params })).data
}

const PARTS = 200_000

apiTest(
  'an answer that is made of more parts than any account has is not even parsed',
  async (w, t) => {
    const members = Array.from({ length: 6 * PARTS }, (_, i) => [`k${i}`, 1])
    for (const locks of [Array(PARTS).fill([]), Array(PARTS).fill({}), [Object.fromEntries(members)]]) {
      const look = await begun(w, await startOther(t, { ...emptyAccount(), locks }))
      const { error } = await w.until('it ended', async () => {
        const report = await look()
        return report.state !== 'planning' && report
      })
      assert.equal(error, 'notUnderstood')
    }
  },
  options,
)

/** Each object has names of its own. Parsing these took three seconds of processor time, on the main thread. */
const OBJECTS = 30_000
const NAMES = 30

apiTest(
  'an answer whose objects all have other names is not parsed, and one with many alike is',
  async (w, t) => {
    let count = 0
    const strange = () => Object.fromEntries(Array.from({ length: NAMES }, () => [`k${count++}`, 1]))
    const alike = Object.fromEntries(Array.from({ length: NAMES }, (_, i) => [`k${i}`, 1]))
    const errors: unknown[] = []
    for (const locks of [Array.from({ length: OBJECTS }, strange), Array(OBJECTS).fill(alike)]) {
      const look = await begun(w, await startOther(t, { ...emptyAccount(), locks }))
      const report = await w.until('it ended', async () => {
        const { state, error } = await look()
        return state !== 'planning' && { state, error }
      })
      errors.push(report.error)
    }
    assert.deepEqual(errors, ['notUnderstood', undefined])
  },
  options,
)

const MANY_VISITS = 25
/** Twenty visits, on a machine that does other things as well. */
const LONG_MS = 240_000

apiTest(
  'a comparison that the other side always breaks off after a while comes to an end',
  async (w, t) => {
    const people = [{ accountUserId: 1, name: 'Anna', email: 'anna@example.com' }]
    const other = await startOther(t, { ...emptyAccount(), people })
    other.instead = (path) =>
      path === '/address' ? { status: 503, headers: { 'retry-after': '1' } } : undefined
    const look = await begun(w, other)
    const visits = () => other.requests.filter(({ path }) => path === '/address').length
    const { state, error } = await eventually(
      'it has ended, or is never going to',
      async () => {
        clockOf(w).advance(1000)
        const report = await look()
        return (report.state !== 'planning' || visits() > MANY_VISITS) && report
      },
      LONG_MS,
    )
    assert.deepEqual([state, error], ['failed', 'unreachable'])
  },
  options,
)
