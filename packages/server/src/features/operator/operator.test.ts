import assert from 'node:assert/strict'
import { apiTest, bothTest, type Caller, type World } from '../../../test/world.ts'
import { inTransaction } from '../../platform/context.ts'
import { verify } from '../audit/service.ts'
import { decide } from '../keys/advanced-keys/service.ts'
import * as mail from '../mail/service.ts'
import { grant, revoke } from './service.ts'

const OPERATOR_DECIDES = { config: { advancedKey: { autoApprove: false } } }

const application = {
  name: 'Rooms Ltd',
  country: 'AT',
  description: 'Short rentals',
  url: 'https://rooms.example',
  email: 'api@rooms.example',
  type: 'ONLY_SECRET',
} as const

async function applyAs(applicant: Caller): Promise<number> {
  const { data: key } = await applicant.api.apiKeys.create()
  await applicant.api.advancedKeys.apply({ params: { apiKeyId: key.apiKeyId }, body: application })
  return key.apiKeyId
}

/** A mail with a code to somebody who wants another address, kept because there is no mail server. */
async function codeMail(w: World, { api }: Caller, email: string): Promise<string> {
  await api.emailAddress.change({ body: { email } })
  const row = await w.until('it is kept', () =>
    w.db
      .selectFrom('mail')
      .select('id')
      .where('recipient', '=', email)
      .where('state', '=', 'kept')
      .executeTakeFirst(),
  )
  return row.id
}

const entriesOf = async ({ api }: Caller, action: string) =>
  (await api.audit.list()).data
    .filter((entry) => entry.action === action)
    .map(({ name, accountId, subject, detail }) => ({ name, accountId, subject, detail }))

apiTest(
  'the account of the first start, and no other, says that it is the operator’s (D100)',
  async (w) => {
    const other = await w.account()
    const sub = await w.caller({ rights: 31 })
    assert.equal((await w.api.account.get()).data.operator, true)
    for (const { api } of [other, sub]) assert.ok(!('operator' in (await api.account.get()).data))
    const { data: account } = await w.api.account.get()
    const sentBack = await w.request('POST', '/account', { body: { ...account, operator: false } })
    assert.equal(sentBack.json().operator, true, 'a read-only field that comes back is ignored (D8)')
  },
  { own: 'the owner runs the service' },
)

apiTest(
  'an operator is appointed and dismissed with the next call, and the last one stays (D100)',
  async (w) => {
    const ctx = w.service.contextFor(0)
    const owner = 'owner@latchwork.local'
    const first = await w.session()
    await first.api.operator.duties()
    assert.equal(await revoke(ctx, owner), 'last operator')
    const second = await w.session(await w.account())
    const { email } = (await second.api.account.get()).data
    await w.refuses(second.api.operator.duties(), 'operator_required')
    assert.equal(await grant(ctx, email.toUpperCase()), 'done')
    assert.equal(await grant(ctx, email), 'was so already')
    await second.api.operator.duties()
    assert.equal(await revoke(ctx, owner), 'done')
    await w.refuses(first.api.operator.duties(), 'operator_required')
    assert.equal(await revoke(ctx, owner), 'was so already')
    assert.equal(await revoke(ctx, email), 'last operator')
    const sub = await w.caller({ rights: 31 })
    assert.equal(await grant(ctx, (await sub.api.account.get()).data.email), 'sub-account')
    assert.equal(await grant(ctx, 'nobody@example.com'), 'no account')
    assert.deepEqual(
      (await entriesOf(w.owner, 'operator.revoked')).map(({ name, subject }) => [name, subject]),
      [['operator', String(w.owner.accountId)]],
    )
  },
  { own: 'the owner runs the service' },
)

bothTest(
  'two operators, dismissed at the same time, leave one (D100)',
  async (w) => {
    const ctx = w.service.contextFor(0)
    const { email } = (await (await w.account()).api.account.get()).data
    await grant(ctx, email)
    const outcomes = await Promise.all([revoke(ctx, email), revoke(ctx, 'owner@latchwork.local')])
    assert.deepEqual(outcomes.toSorted(), ['done', 'last operator'])
  },
  { own: 'the owner runs the service' },
)

bothTest(
  'the outbox of all accounts, newest first, is read in pages and by state',
  async (w) => {
    const operator = await w.session()
    const other = await w.account()
    const first = await codeMail(w, await w.session(), 'first@example.com')
    const second = await codeMail(w, await w.session(other), 'second@example.com')
    await inTransaction(w.service.contextFor(other.accountId), (tx) =>
      mail.send(tx, {
        to: 'nobody',
        template: 'emailVerification',
        language: 'de',
        values: { name: '', code: '' },
      }),
    )
    const { data: all } = await operator.api.operator.listMail()
    assert.deepEqual(
      all.map(({ to, state, readable, language }) => [to, state, readable, language]),
      [
        ['nobody', 'bounced', false, 'de'],
        ['second@example.com', 'kept', true, 'en'],
        ['first@example.com', 'kept', true, 'en'],
      ],
    )
    assert.deepEqual([all[0]?.error, all[0]?.attempts], ['This is not a mail address.', 0])
    assert.deepEqual([all[1]?.id, all[1]?.accountId], [second, other.accountId])
    assert.ok(!JSON.stringify(all).includes('sealed'))
    const { data: page } = await operator.api.operator.listMail({
      query: { state: 'kept', limit: 1, id: second },
    })
    assert.deepEqual(
      page.map(({ id }) => id),
      [first],
    )
    const wrong = await w.request('GET', '/operator/mail?state=lost', { token: operator.token })
    assert.deepEqual([wrong.statusCode, wrong.json().errors[0].path], [400, 'query.state'])
  },
  { own: 'the owner runs the service' },
)

apiTest(
  'a kept mail, read by the operator, shows its words, and both logs say so (D100)',
  async (w) => {
    const operator = await w.session()
    const other = await w.account()
    const mailId = await codeMail(w, await w.session(other), 'new@example.com')
    const { data } = await operator.api.operator.readMail({ params: { mailId } })
    assert.match(data.text ?? '', /\d{8}/)
    assert.ok(data.subject)
    const detail = { about: data.template, to: 'new@example.com' }
    assert.deepEqual(await entriesOf(other, 'mail.read'), [
      { name: 'operator', accountId: undefined, subject: mailId, detail },
    ])
    assert.deepEqual(await entriesOf(w.owner, 'mail.read'), [
      {
        name: 'Owner',
        accountId: w.owner.accountId,
        subject: mailId,
        detail: { ...detail, accountId: String(other.accountId) },
      },
    ])
    assert.deepEqual((await verify(w.service.contextFor(0))).problems, [])
  },
  { own: 'the owner runs the service' },
)

apiTest(
  'a mail that was sent, or whose code has ended, shows no words and needs no entry (D100)',
  async (w) => {
    const operator = await w.session()
    const sent = await codeMail(w, await w.session(), 'sent@example.com')
    const ended = await codeMail(w, await w.session(), 'ended@example.com')
    await w.db.updateTable('mail').set({ state: 'sent' }).where('id', '=', sent).execute()
    await w.db.updateTable('mail').set({ values_sealed: null }).where('id', '=', ended).execute()
    for (const mailId of [sent, ended]) {
      const { data } = await operator.api.operator.readMail({ params: { mailId } })
      assert.deepEqual([data.readable, data.subject, data.text], [false, undefined, undefined])
    }
    assert.deepEqual(await entriesOf(w.owner, 'mail.read'), [])
  },
  { own: 'the owner runs the service' },
)

apiTest(
  'an application shows who applied and never its secret; what is decided counts at once and is in both logs (D100)',
  async (w) => {
    const operator = await w.session()
    const applicant = await w.account()
    const apiKeyId = await applyAs(applicant)
    assert.deepEqual((await operator.api.operator.duties()).data, { applications: 1, waitingMails: 0 })
    const { data: listed } = await operator.api.operator.listApplications({ query: { status: 'APPLIED' } })
    const { data: account } = await applicant.api.account.get()
    assert.deepEqual(
      listed.map(({ accountId, accountEmail, name, email, acts }) => ({
        accountId,
        accountEmail,
        name,
        email,
        acts,
      })),
      [
        {
          accountId: applicant.accountId,
          accountEmail: account.email,
          name: application.name,
          email: application.email,
          acts: ['test', 'approve', 'reject'],
        },
      ],
    )
    const decided = await w.request('POST', `/operator/advanced-key/${apiKeyId}/approve`, {
      token: operator.token,
    })
    assert.deepEqual([decided.json().status, decided.json().acts], ['ACTIVE', ['suspend']])
    assert.ok(!('secret' in decided.json()))
    const { data: key } = await applicant.api.advancedKeys.get({ params: { apiKeyId } })
    assert.equal(key.status, 'ACTIVE')
    assert.ok(key.secret && !decided.payload.includes(key.secret))
    assert.deepEqual((await operator.api.operator.duties()).data.applications, 0)
    const subject = String(apiKeyId)
    assert.deepEqual(await entriesOf(applicant, 'advancedKey.approved'), [
      { name: 'operator', accountId: undefined, subject, detail: { status: 'ACTIVE' } },
    ])
    assert.deepEqual(await entriesOf(w.owner, 'advancedKey.approved'), [
      {
        name: 'Owner',
        accountId: w.owner.accountId,
        subject,
        detail: { status: 'ACTIVE', accountId: String(applicant.accountId) },
      },
    ])
  },
  { ...OPERATOR_DECIDES, own: 'the owner runs the service' },
)

apiTest(
  'a decision that the state does not allow is 409 and changes nothing; an unknown key or act is 404 (8.5)',
  async (w) => {
    const { api, token } = await w.session()
    const apiKeyId = await applyAs(w.owner)
    await w.refuses(api.operator.decide({ params: { apiKeyId, act: 'suspend' } }), 'advanced_key_state')
    await api.operator.decide({ params: { apiKeyId, act: 'reject' } })
    const refusal = await w.refuses(
      api.operator.decide({ params: { apiKeyId, act: 'approve' } }),
      'advanced_key_state',
    )
    assert.match(refusal.message, /INACTIVE/)
    assert.deepEqual(
      (await api.operator.listApplications()).data.map(({ status, acts }) => [status, acts]),
      [['INACTIVE', []]],
    )
    await w.refuses(api.operator.decide({ params: { apiKeyId: 2_000_000_000, act: 'test' } }), 'not_found')
    const unknown = await w.request('POST', `/operator/advanced-key/${apiKeyId}/delete`, { token })
    assert.equal(unknown.statusCode, 404)
    assert.deepEqual(
      (await entriesOf(w.owner, 'advancedKey.rejected')).map(({ name }) => name),
      ['Owner'],
      'about the own account one entry is enough',
    )
  },
  { ...OPERATOR_DECIDES, own: 'the owner runs the service' },
)

bothTest(
  'two decisions at the same time about one application: one counts, the other is told the state (8.5)',
  async (w) => {
    const apiKeyId = await applyAs(w.owner)
    const ctx = w.service.contextFor(0)
    const outcomes = await Promise.all([decide(ctx, apiKeyId, 'test'), decide(ctx, apiKeyId, 'reject')])
    assert.deepEqual(outcomes.map((outcome) => outcome?.isDone).toSorted(), [false, true])
  },
  { ...OPERATOR_DECIDES, own: 'the owner runs the service' },
)
