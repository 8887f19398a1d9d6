import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import type { TestContext } from 'node:test'
import { apiTest, type World } from '../world.ts'

const PASSWORD = 'correct horse'

/** How often argon2 was begun since. */
function countingHashes(t: TestContext): () => number {
  let begun = 0
  const watch = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') begun += 1
    },
  }).enable()
  t.after(() => watch.disable())
  return () => begun
}

const post = (w: World, url: string, body: object, remoteAddress: string) =>
  w.service.app.inject({ method: 'POST', url, payload: body, remoteAddress })

const login = (w: World, remoteAddress: string, email = w.credentials.email, password = PASSWORD) =>
  post(w, '/account/login', { email, password }, remoteAddress)

apiTest(
  '190 confirmations of resets that nobody asked for cost not one hash: a login meanwhile waits for its own',
  async (w, t) => {
    const hashes = countingHashes(t)
    const before = hashes()
    const flood = Array.from({ length: 190 }, (_, i) =>
      post(
        w,
        '/account/password/reset/confirm',
        { token: `bogus ${i}`, password: 'battery staple' },
        '198.51.100.1',
      ),
    )
    assert.equal((await login(w, '203.0.113.7')).statusCode, 200)
    const answers = await Promise.all(flood)
    assert.ok(answers.every((answer) => answer.json().code === 'reset_token_invalid'))
    assert.equal(hashes() - before, 1, 'that of the login')
  },
)

apiTest('a flood of logins from one network is overtaken by one from another', async (w) => {
  const done: string[] = []
  const flood = Array.from({ length: 45 }, async (_, i) => {
    const answer = await login(w, '198.51.100.1', `nobody${i}@example.com`)
    done.push(answer.json().code)
    return answer
  })
  const good = login(w, '203.0.113.7').then((answer) => {
    done.push('good')
    return answer
  })
  const answers = await Promise.all(flood)
  assert.equal((await good).statusCode, 200)
  const wrong = answers.filter((answer) => answer.json().code === 'invalid_credentials')
  const sentAway = answers.filter((answer) => answer.json().code === 'rate_limited')
  assert.equal(wrong.length + sentAway.length, 45)
  assert.ok(sentAway.length > 0, 'the queue of one network is short')
  assert.ok(sentAway.every(({ headers }) => headers['retry-after'] === '1'))
  // Those at work and one turn of the network: some hundredths of a second each, so well below one in all.
  const waitedFor = done.slice(0, done.indexOf('good')).filter((code) => code === 'invalid_credentials')
  assert.ok(waitedFor.length <= 10, `it waited for ${waitedFor.length}`)
})

apiTest('who was sent away without a look at the password has not failed', async (w) => {
  const answers = await Promise.all(Array.from({ length: 9 }, () => login(w, '203.0.113.7')))
  const codes = answers.map((answer) => (answer.statusCode === 200 ? 'in' : answer.json().code))
  assert.ok(codes.includes('rate_limited'), codes.join())
  assert.ok(codes.every((code) => code === 'in' || code === 'rate_limited'))
  const left = await w.db.selectFrom('attempt').selectAll().execute()
  assert.deepEqual(left, [], 'nothing is counted against the address or the network')
  assert.equal((await login(w, '203.0.113.7')).statusCode, 200)
})
