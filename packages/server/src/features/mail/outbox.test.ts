import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiTest, type World } from '../../../test/world.ts'
import { ManualClock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/context.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { send } from './service.ts'
import { createSmtpTransport } from './smtp.ts'

const START = Date.parse('2026-03-01T12:00:00Z')
const HOUR = 3_600_000

const writeCode = (w: World, accountId = w.owner.accountId, to = 'anna@example.com') =>
  inTransaction(w.service.contextFor(accountId), (tx) =>
    send(tx, {
      to,
      template: 'emailVerification',
      language: 'de',
      values: { name: 'Anna', code: '12345678' },
    }),
  )

const rows = (w: World) => w.db.selectFrom('mail').selectAll().orderBy('id').execute()

apiTest(
  'a mail, without a mail server, is kept for the operator and shown by the sandbox',
  async (w) => {
    await writeCode(w)
    const [kept] = await w.until('it is kept', async () => {
      const { data } = await w.api.sandbox.mail({ query: { to: 'anna@example.com' } })
      return data[0]?.state === 'kept' && data
    })
    assert.equal(kept?.subject, 'Bestätigen Sie Ihre E-Mail-Adresse')
    assert.match(kept?.text ?? '', /^Hallo Anna,\n\n[\s\S]*\n {4}12345678\n/)
    assert.match(kept?.html ?? '', /<html lang="de">[\s\S]*<strong>12345678<\/strong>/)
    assert.deepEqual((await w.api.sandbox.mail({ query: { to: 'bert@example.com' } })).data, [])
  },
  { sandbox: true },
)

apiTest(
  'the mails of an account and its sub-accounts are shown to it, and nobody else’s',
  async (w) => {
    const sub = await w.caller({ rights: 0 })
    const stranger = await w.account()
    await writeCode(w, sub.accountId, 'sub@example.com')
    await writeCode(w, stranger.accountId, 'stranger@example.com')
    await writeCode(w)
    const seen = async (api: World['api']) => (await api.sandbox.mail({})).data.map(({ to }) => to)
    assert.deepEqual(await seen(w.api), ['anna@example.com', 'sub@example.com'])
    assert.deepEqual(await seen(stranger.api), ['stranger@example.com'])
    const [newest] = (await w.api.sandbox.mail({ query: { limit: 1 } })).data
    const { data: older } = await w.api.sandbox.mail({ query: { id: newest?.id as string } })
    assert.deepEqual(
      older.map(({ to }) => to),
      ['sub@example.com'],
    )
  },
  { sandbox: true },
)

apiTest('a mail, when the transaction that wrote it is undone, is not there', async (w) => {
  const ctx = w.service.contextFor(w.owner.accountId)
  const failed = inTransaction(ctx, async (tx) => {
    await send(tx, { to: 'a@example.com', template: 'otpEnabled', language: 'en', values: { name: 'Anna' } })
    throw new Error('undone')
  })
  await assert.rejects(failed, /undone/)
  assert.deepEqual(await rows(w), [])
})

apiTest(
  'a code in the outbox is encrypted, gone when it has ended, and the record of the mail a month later',
  async (w) => {
    const clock = w.service.platform.clock as ManualClock
    await writeCode(w)
    await w.until('kept', async () => (await rows(w))[0]?.state === 'kept')
    assert.doesNotMatch(JSON.stringify(await rows(w)), /12345678/)
    clock.advance(25 * HOUR)
    await w.until('its code is removed', async () => {
      clock.advance(60_000)
      return (await rows(w))[0]?.values_sealed === null
    })
    clock.advance(30 * 24 * HOUR)
    await w.until('the mail is removed', async () => {
      clock.advance(60_000)
      return (await rows(w)).length === 0
    })
  },
  { clock: () => new ManualClock(START) },
)

test('a mail server without a sender is refused at the start', () => {
  const options = { url: 'smtp://mail.example.com', allowPlain: false }
  assert.throws(() => createSmtpTransport({ ...options, from: '' }), StartupError)
  assert.doesNotThrow(() => createSmtpTransport({ ...options, from: 'locks@example.com' }))
})
