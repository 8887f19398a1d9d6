import assert from 'node:assert/strict'
import { clockOf, standingStill } from '../../../../test/manual-time.ts'
import { apiTest, createWorld, type World } from '../../../../test/world.ts'

const MINUTE = 60_000

/** Signs in as the owner with a browser that says so. */
async function login(w: World, userAgent: string): Promise<{ token: string; id: string }> {
  const headers = { 'user-agent': userAgent }
  const response = await w.request('POST', '/account/login', { token: null, body: w.credentials, headers })
  const token = response.json().accessToken as string
  const list = await w.request('GET', '/account/session', { token })
  const current = list.json().find((session: { current: boolean }) => session.current)
  return { token, id: current.id }
}

const statusOf = async (w: World, token: string) => (await w.request('GET', '/account', { token })).statusCode

const lastUse = async ({ db }: World, id: string) =>
  (await db.selectFrom('session').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow())
    .last_used_at

const closings = async (w: World) =>
  (await w.api.audit.list()).data
    .filter(({ action }) => action === 'session.closed')
    .map(({ subject, detail, accountId }) => ({ subject, detail, accountId }))

apiTest(
  'sessions, listed by one of them, show where and when they were opened, which one asks, and no token (D99)',
  async (w) => {
    const first = await login(w, 'Browser/1.0')
    clockOf(w).advance(25 * MINUTE)
    const second = await login(w, `Browser/2.0 ${'x'.repeat(1000)}`)
    const response = await w.request('GET', '/account/session', { token: second.token })
    const [newest, oldest, ...others] = response.json()
    assert.deepEqual(others, [])
    assert.deepEqual([newest.id, newest.current], [second.id, true])
    assert.deepEqual([oldest.id, oldest.current], [first.id, false])
    assert.equal(oldest.userAgent, 'Browser/1.0')
    assert.equal(newest.userAgent.length, 255)
    assert.equal(oldest.network, '127.0.0.1')
    assert.equal(Date.parse(oldest.expiryDate) - Date.parse(oldest.creationDate), 12 * 60 * MINUTE)
    assert.ok(!response.payload.includes(first.token) && !response.payload.includes(second.token))
    const page = await w.request('GET', `/account/session?limit=1&id=${second.id}`, { token: second.token })
    assert.deepEqual(
      page.json().map(({ id }: { id: string }) => id),
      [first.id],
    )
    clockOf(w).advance(12 * 60 * MINUTE - 25 * MINUTE)
    const left = await w.request('GET', '/account/session', { token: second.token })
    assert.deepEqual(
      left.json().map(({ id }: { id: string }) => id),
      [second.id],
      'one that ended is not listed',
    )
  },
  standingStill(),
)

apiTest(
  'a session remembers to ten minutes when it was last used, without a write per call (D99)',
  async (w, t) => {
    const { token, id } = await login(w, 'Browser')
    clockOf(w).advance(25 * MINUTE)
    await w.request('GET', '/account', { token })
    const usedAt = w.service.platform.clock.now()
    await w.request('GET', '/account', { token })
    const grain = usedAt - (usedAt % (10 * MINUTE))
    assert.notEqual(await lastUse(w, id), grain, 'calls write nothing')
    await w.stop()
    const later = await createWorld(t, w.storage.engine, { storage: w.storage })
    assert.equal(await lastUse(later, id), grain)
  },
  standingStill(),
)

apiTest(
  'a session, ended by another one of its account, is over at once and told in the log (D99)',
  async (w) => {
    const lost = await login(w, 'Lost phone')
    const here = await login(w, 'Here')
    assert.equal(await statusOf(w, lost.token), 200, 'and in the cache')
    const end = () => w.request('DELETE', `/account/session/${lost.id}`, { token: here.token })
    assert.equal((await end()).statusCode, 204)
    assert.deepEqual([await statusOf(w, lost.token), await statusOf(w, here.token)], [401, 200])
    assert.equal((await end()).statusCode, 404)
    assert.deepEqual(await closings(w), [
      { subject: lost.id, detail: undefined, accountId: w.owner.accountId },
    ])
  },
)

apiTest('all other sessions end in one call, and the calling one goes on (D99)', async (w) => {
  const others = [await login(w, 'One'), await login(w, 'Two')]
  const here = await login(w, 'Here')
  const end = () => w.request('DELETE', '/account/session', { token: here.token })
  assert.equal((await end()).statusCode, 204)
  for (const { token } of others) assert.equal(await statusOf(w, token), 401)
  assert.equal(await statusOf(w, here.token), 200)
  assert.equal((await end()).statusCode, 204, 'also where there is none')
  assert.deepEqual(await closings(w), [
    { subject: undefined, detail: { count: '2' }, accountId: w.owner.accountId },
  ])
})

apiTest('an API token with the scope account sees and ends all sessions of its account (D99)', async (w) => {
  const { token } = await login(w, 'Browser')
  const { data } = await w.api.sessions.list()
  assert.deepEqual(
    data.map(({ current }) => current),
    [false],
  )
  await w.api.sessions.removeOthers()
  assert.equal(await statusOf(w, token), 401)
  assert.equal(await statusOf(w, w.owner.token), 200, 'it is no session and stays')
})

apiTest('sessions of a sub-account and of its master are not each other’s business (D99)', async (w) => {
  const sub = await w.session(await w.caller({ rights: 0 }))
  const owner = await w.session()
  const idOf = async ({ api }: typeof sub) => (await api.sessions.list()).data.map(({ id }) => id)
  const [[ofSub], [ofOwner]] = [await idOf(sub), await idOf(owner)]
  assert.ok(ofSub && ofOwner && ofSub !== ofOwner)
  await w.refuses(owner.api.sessions.remove({ params: { sessionId: ofSub } }), 'not_found')
  await w.refuses(sub.api.sessions.remove({ params: { sessionId: ofOwner } }), 'not_found')
  await owner.api.sessions.removeOthers()
  assert.deepEqual(await idOf(sub), [ofSub])
  await sub.api.sessions.remove({ params: { sessionId: ofSub } })
  const [entry] = await closings(w)
  assert.deepEqual([entry?.subject, entry?.accountId], [ofSub, sub.accountId], 'the log is the master’s')
})
