import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { clockOf, untilInTime } from '../../../test/manual-time.ts'
import { SMTP_USER, type SmtpReceiver, startSmtpReceiver } from '../../../test/smtp-receiver.ts'
import { ENGINES } from '../../../test/tier.ts'
import { createWorld, type World, type WorldOptions } from '../../../test/world.ts'
import { ManualClock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/context.ts'
import { createMailDispatcher } from './dispatcher.ts'
import { type NewMail, send } from './service.ts'
import * as store from './store.ts'

const START = Date.parse('2026-03-01T12:00:00Z')
const HOUR = 3_600_000

type Test = (w: World, smtp: SmtpReceiver, t: TestContext) => Promise<void>

/** A test per engine with a mail server of its own, which has to be there before the service is. */
function mailTest(name: string, run: Test, server: Parameters<typeof startSmtpReceiver>[1] = {}): void {
  for (const engine of ENGINES) {
    test(`${name} [${engine}]`, async (t) => {
      const smtp = await startSmtpReceiver(t, server)
      const options: WorldOptions = { config: smtp.config, clock: () => new ManualClock(START) }
      await run(await createWorld(t, engine, options), smtp, t)
    })
  }
}

const reset: NewMail<'passwordReset'> = {
  to: 'anna@example.com',
  template: 'passwordReset',
  language: 'en',
  values: { name: 'Anna', token: 'secret-token-1' },
}

const write = (w: World, mail: Partial<typeof reset> = {}) =>
  inTransaction(w.service.contextFor(w.owner.accountId), (tx) => send(tx, { ...reset, ...mail }))

const rowOf = (w: World) =>
  w.db.selectFrom('mail').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

const untilState = (w: World, state: string, attempts: number) =>
  untilInTime(w, `the mail is ${state} after ${attempts} attempts`, async () => {
    const row = await rowOf(w)
    return row.state === state && row.attempts === attempts && row
  })

mailTest(
  'a mail, with a server configured, is sent over TLS with a password and then forgotten',
  async (w, smtp) => {
    await write(w)
    const row = await untilState(w, 'sent', 1)
    assert.equal(row.values_sealed, null, 'the one-time token is gone with it')
    const [mail] = smtp.mails
    assert.ok(mail)
    assert.deepEqual([mail.from, mail.to, mail.secure], ['locks@example.com', ['anna@example.com'], true])
    assert.deepEqual(mail.headers.get('from'), ['Locks <locks@example.com>'])
    assert.deepEqual(mail.headers.get('to'), ['anna@example.com'])
    assert.deepEqual(mail.headers.get('subject'), ['Set a new password'])
    assert.deepEqual(mail.headers.get('message-id'), [`<${row.id}@example.com>`])
    assert.deepEqual(mail.headers.get('auto-submitted'), ['auto-generated'])
    assert.match(mail.raw, /text\/plain[\s\S]*Hello Anna,[\s\S]* {4}secret-token-1\r\n/)
    assert.match(mail.raw, /text\/html[\s\S]*<strong>secret-token-1<\/strong>/)
  },
)

mailTest(
  'a mail, with a server that speaks TLS from the first byte, is sent',
  async (w, smtp) => {
    await write(w)
    await untilState(w, 'sent', 1)
    assert.equal(smtp.mails[0]?.secure, true)
  },
  { secure: true },
)

mailTest('many mails share a few connections', async (w, smtp) => {
  for (let i = 0; i < 25; i++) await write(w, { to: `guest${i}@example.com` })
  await untilInTime(w, 'all arrived', async () => smtp.mails.length === 25)
  assert.ok(smtp.connections() <= 5, `${smtp.connections()} connections`)
  assert.equal(new Set(smtp.mails.map(({ to }) => to[0])).size, 25, 'each once')
})

mailTest('a mail that is put off (greylisting) is tried again and arrives', async (w, smtp) => {
  smtp.refuse = () => ({ code: 451, text: 'Greylisted, come back later' })
  await write(w)
  const row = await untilState(w, 'waiting', 1)
  assert.match(row.error ?? '', /Greylisted/)
  assert.ok(row.values_sealed?.startsWith('v2:'), 'sealed while it waits')
  smtp.refuse = () => undefined
  clockOf(w).advance(55_000)
  assert.equal(smtp.mails.length, 0, 'not before its time')
  await untilState(w, 'sent', 2)
  assert.equal(smtp.mails.length, 1)
})

mailTest('a mail whose connection is dropped half-way is tried again and arrives once', async (w, smtp) => {
  smtp.refuse = () => 'hang up'
  await write(w)
  await untilState(w, 'waiting', 1)
  smtp.refuse = () => undefined
  clockOf(w).advance(60_000)
  await untilState(w, 'sent', 2)
  assert.equal(smtp.mails.length, 1)
})

mailTest(
  'a mail that the server refuses for good is bounced at once, and its code is gone',
  async (w, smtp) => {
    smtp.refuse = () => ({ code: 550, text: 'No such user here' })
    await write(w)
    const row = await untilState(w, 'bounced', 1)
    assert.match(row.error ?? '', /No such user here/)
    assert.deepEqual([row.next_at, row.values_sealed], [null, null])
  },
)

mailTest('a code that has ended while the server was away is not sent any more', async (w, smtp) => {
  smtp.refuse = () => ({ code: 451, text: 'Busy' })
  await write(w)
  await untilState(w, 'waiting', 1)
  smtp.refuse = () => undefined
  clockOf(w).advance(HOUR)
  const row = await untilState(w, 'failed', 2)
  assert.match(row.error ?? '', /not valid any more/)
  assert.equal(smtp.mails.length, 0)
})

mailTest('a mail that no server takes for a day and a half is given up', async (w, smtp) => {
  smtp.refuse = () => ({ code: 421, text: 'Busy' })
  const notice = {
    to: 'anna@example.com',
    language: 'en',
    template: 'otpEnabled',
    values: { name: 'Anna' },
  } as const
  await inTransaction(w.service.contextFor(w.owner.accountId), (tx) => send(tx, notice))
  for (let attempt = 1; attempt <= 10; attempt++) {
    const { next_at } = await untilState(w, 'waiting', attempt)
    clockOf(w).advance((next_at ?? 0) - clockOf(w).now())
  }
  const row = await untilState(w, 'failed', 11)
  assert.ok(row.updated_at - row.created_at > 35 * HOUR && row.updated_at - row.created_at < 37 * HOUR)
  assert.equal(row.next_at, null)
})

mailTest(
  'a server that does not offer TLS gets no mail: codes do not travel in clear text',
  async (w, smtp) => {
    await write(w)
    const row = await untilState(w, 'waiting', 1)
    assert.match(row.error ?? '', /STARTTLS/i)
    assert.equal(smtp.mails.length, 0)
  },
  { disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
)

mailTest(
  'a wrong password is the operator’s to repair: the mail waits',
  async (w) => {
    await write(w)
    const row = await untilState(w, 'waiting', 1)
    assert.match(row.error ?? '', /535|Invalid login/)
    assert.doesNotMatch(row.error ?? '', new RegExp(SMTP_USER.pass))
  },
  { onAuth: (_auth, _session, done) => done(Object.assign(new Error('no'), { responseCode: 535 })) },
)

mailTest('names and addresses cannot add a header or a recipient', async (w, smtp) => {
  const evil = 'Eve\r\nBcc: victim@example.com\r\n\r\nHi\u2028<b>there</b>'
  await inTransaction(w.service.contextFor(w.owner.accountId), async (tx) => {
    const keys = [{ smartlockName: evil, key: '123456789' }]
    const invite = {
      template: 'invite',
      language: 'en',
      values: { name: evil, accountName: evil, keys },
    } as const
    await send(tx, { ...invite, to: 'guest@example.com' })
    for (const to of [
      'a@example.com\r\nRCPT TO:<victim@example.com>',
      'a@example.com, victim@example.com',
      'a@example.com>\nBcc: <victim@example.com',
      '"Bcc: victim@example.com"@example.com',
      'victim@example.com (a@example.com)',
      'group: a@example.com, victim@example.com;',
    ])
      await send(tx, { ...invite, to })
  })
  const states = await untilInTime(w, 'all are settled', async () => {
    const rows = await w.db.selectFrom('mail').select(['state', 'error']).orderBy('id').execute()
    return rows.every(({ state }) => state !== 'waiting') && rows
  })
  assert.deepEqual(
    states.map(({ state }) => state),
    ['sent', ...Array(6).fill('bounced')],
  )
  assert.equal(states[1]?.error, 'This is not a mail address.')
  const [mail] = smtp.mails
  assert.equal(smtp.mails.length, 1)
  assert.deepEqual(mail?.to, ['guest@example.com'])
  assert.equal(mail?.headers.get('bcc'), undefined)
  assert.deepEqual([...(mail?.headers.keys() ?? [])].sort(), [
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ])
  assert.match(mail?.raw ?? '', /text\/html[\s\S]*&lt;b&gt;there/)
  assert.doesNotMatch(mail?.raw ?? '', /text\/html[\s\S]*<b>there/)
})

mailTest(
  'a mail whose process died while sending it is sent by another once the lease ends',
  async (w, smtp) => {
    smtp.refuse = () => ({ code: 451, text: 'Busy' })
    await write(w)
    await untilState(w, 'waiting', 1)
    smtp.refuse = () => undefined
    const leasedUntil = clockOf(w).now() + 120_000
    await w.db.updateTable('mail').set({ lease_owner: 'gone', leased_until: leasedUntil }).execute()
    clockOf(w).advance(110_000)
    await write(w, { to: 'bert@example.com' })
    await untilInTime(w, 'the other mail', async () => smtp.mails.length === 1)
    assert.deepEqual(smtp.mails[0]?.to, ['bert@example.com'])
    clockOf(w).advance(20_000)
    await untilInTime(w, 'the mail itself', async () => smtp.mails.length === 2)
    assert.deepEqual(smtp.mails[1]?.to, ['anna@example.com'])
  },
)

mailTest(
  'a mail that a process claimed before it was frozen is not sent by it afterwards',
  async (w, smtp) => {
    smtp.refuse = () => ({ code: 451, text: 'Busy' })
    await write(w)
    await untilState(w, 'waiting', 1)
    const clock = new ManualClock(clockOf(w).now() + HOUR)
    let [claims, sent] = [0, 0]
    // The system stops the process at the moment it learns that the mail is its own.
    const db = w.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some((row) => row.lease_owner)) {
          claims += 1
          clock.advance(200_000)
        }
        return result
      },
    })
    const transport = {
      async send() {
        sent += 1
        return { result: 'sent' } as const
      },
      close() {},
    }
    const frozen = createMailDispatcher({ ...w.service.platform, clock }, db, transport)
    await frozen.start()
    await w.until('it had the mail', async () => claims > 0)
    await frozen.stop()
    assert.equal(sent, 0)
  },
)

let taken = Promise.withResolvers<void>()

mailTest(
  'a mail that takes the server longer than a lease is nobody else’s to send meanwhile, and is sent once',
  async (w, smtp) => {
    taken = Promise.withResolvers<void>()
    await write(w)
    const { lease_owner } = await untilInTime(w, 'it is under way', async () => {
      const row = await rowOf(w)
      return row.lease_owner !== null && row
    })
    // Small steps: whoever renewed a lease learns of it a little later than others see it, and then plans the next time.
    for (let seconds = 0; seconds < 400; seconds += 10) {
      clockOf(w).advance(10_000)
      const now = clockOf(w).now()
      await w.until('the lease is renewed', async () => Number((await rowOf(w)).leased_until) > now + 20_000)
      const claim = { owner: 'another', now, leasedUntil: now + 1, limit: 1 }
      assert.deepEqual(await store.claim(w.db, w.storage.engine, claim), [])
    }
    assert.equal((await rowOf(w)).lease_owner, lease_owner)
    taken.resolve()
    await untilState(w, 'sent', 1)
    assert.equal(smtp.mails.length, 1)
  },
  { onMailFrom: (_address, _session, done) => void taken.promise.then(() => done()) },
)
