import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { apiTest } from '../world.ts'

/** 199 characters that stand for millions of states. Building them kept the process busy for five seconds. */
const NESTED_COUNTS = `${'('.repeat(33)}a${'){2,9}'.repeat(33)}`.slice(0, 199)

const HOSTILE = [
  NESTED_COUNTS,
  `${'('.repeat(20)}a${'){1,30}'.repeat(20)}`,
  '((a{0,100}){0,100}){0,100}',
  '(){99999999}',
  `${'(\\p{L}|[^a]){9}'.repeat(12)}`,
]

apiTest(
  'an expression for mail addresses that stands for millions of states is refused before it is built',
  async (w) => {
    const fields = { language: 'en', profile: {}, rights: 2, password: 'sub horse', name: 'Ann' }
    for (let i = 0; i < 5; i++)
      await w.api.subAccounts.create({
        body: { ...fields, email: `${'a'.repeat(60)}${i}@example.com`, currentPassword: 'correct horse' },
      })
    const delays = monitorEventLoopDelay({ resolution: 10 })
    delays.enable()
    const ask = (email: string) => w.request('GET', `/account/sub?email=${encodeURIComponent(email)}`)
    for (const email of HOSTILE) {
      const answer = await ask(email)
      assert.equal(answer.statusCode, 400, email)
      const { code, errors } = answer.json()
      assert.equal(code, 'regex_invalid')
      assert.equal(errors[0].path, 'query.email')
      assert.match(errors[0].message, /at most 200 characters/)
    }
    // What is taken is bounded by its size and the addresses, however it is made.
    assert.deepEqual((await ask(`^(a*)*(a|aa)+${'.*'.repeat(80)}!$`)).json(), [])
    assert.equal((await ask('^A+[0-2]@')).json().length, 3)
    delays.disable()
    assert.ok(delays.max < 2e9, `the process was busy for ${delays.max / 1e6} ms`)
  },
)

apiTest('many large expressions at the same time hold up nobody else', async (w) => {
  const fields = { language: 'en', profile: {}, rights: 2, password: 'sub horse', name: 'Ann' }
  const long = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example`
  await w.api.subAccounts.create({ body: { ...fields, email: long, currentPassword: 'correct horse' } })
  const large = encodeURIComponent('((((.?){3}){3}){3}){3}!')
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => w.request('GET', `/account/sub?email=${large}`)),
  )
  // One filters at a time, and ten wait.
  const statuses = answers.map(({ statusCode }) => statusCode)
  assert.ok(statuses.includes(200))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  assert.ok(refused.length > 0, String(statuses))
  assert.equal(refused[0]?.json().code, 'rate_limited')
  assert.equal((await w.request('GET', `/account/sub?email=${large}`)).statusCode, 200, 'afterwards')
})
