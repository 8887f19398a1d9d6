import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { generateSync } from 'otplib'
import { latchwork, latchworkProcess } from '../test/command-line.ts'
import { mailsTo } from '../test/mails.ts'
import { apiTest, createWorld, type World } from '../test/world.ts'
import * as mail from './features/mail/service.ts'
import { inTransaction } from './platform/context.ts'

apiTest(
  'the operator lists, decides about and verifies at the command line what callers applied for',
  async (w) => {
    const { data: key } = await w.api.apiKeys.create()
    const params = { apiKeyId: key.apiKeyId }
    await w.api.advancedKeys.apply({
      params,
      body: {
        name: 'Rooms Ltd',
        country: 'AT',
        description: 'Rentals',
        url: 'https://rooms.example',
        email: 'api@rooms.example',
        type: 'ONLY_SECRET',
      },
    })
    // One SQLite file serves one process; on PostgreSQL the service may keep running.
    await w.stop()
    const list = await latchworkProcess(w, 'advanced-key', 'list')
    assert.match(
      list.out,
      new RegExp(`${key.apiKeyId}\t${w.owner.accountId}\tAPPLIED\tONLY_SECRET\tRooms Ltd`),
    )
    const approved = await latchwork(w, 'advanced-key', 'approve', String(key.apiKeyId))
    assert.deepEqual(
      [approved.code, approved.out],
      [0, `The advanced key of API key ${key.apiKeyId} is now ACTIVE.\n`],
    )
    const again = await latchworkProcess(w, 'advanced-key', 'approve', String(key.apiKeyId))
    assert.deepEqual([again.code, again.out], [1, ''])
    assert.match(again.err, /ACTIVE cannot be changed by "approve"/)
    const verified = await latchwork(w, 'audit', 'verify')
    assert.equal(verified.code, 0)
    assert.match(
      verified.out,
      /^The audit log holds: 6 entries in 1 logs, 0 versions of authorizations\.\nAnchor \d+ of .*\n.*\nNo checkpoint was given/,
    )
    const checkpoint = await latchwork(w, 'audit', 'checkpoint')
    const file = join(w.storage.dataDir, 'checkpoint.json')
    await writeFile(file, checkpoint.out)
    const compared = await latchwork(w, 'audit', 'verify', '--checkpoint', file)
    assert.match(compared.out, /^The audit log holds[\s\S]*\nCompared with 1 checkpoints/)
    const exported = await latchworkProcess(
      w,
      'audit',
      'export',
      String(w.owner.accountId),
      '--format',
      'csv',
    )
    assert.equal(exported.out.trim().split('\r\n').length, 7, 'a head and six entries')
  },
  { config: { advancedKey: { autoApprove: false } }, own: 'runs commands on the store' },
)

apiTest(
  'an unknown command explains the known ones and fails',
  async (w) => {
    const { code, err } = await latchworkProcess(w, 'advanced-key')
    assert.equal(code, 2)
    assert.match(err, /advanced-key approve <apiKeyId> +accept an application/)
  },
  { own: 'runs commands on the store' },
)

apiTest(
  'the operator imports intercoms, after a dry run that changes nothing',
  async (w) => {
    const file = join(w.storage.dataDir, 'intercoms.csv')
    const count = async () => (await w.db.selectFrom('intercom').select('intercom_id').execute()).length
    const shipped = await count()
    await w.stop()
    await writeFile(file, 'brand,model,verified\nTCS,ISH3030,1\nAcme,Chime,5\n')
    const refused = await latchwork(w, 'intercom', 'import', file)
    assert.deepEqual([refused.code, refused.out], [1, ''])
    assert.match(refused.err, /Nothing was imported:\nRow 3: verified must be a whole number from 1 to 3\./)
    await writeFile(file, 'brand,model,verified\nTCS,ISH3030,1\nAcme,Chime,2\n')
    const dry = await latchwork(w, 'import', 'intercoms', '--dry-run', file)
    assert.match(
      dry.out,
      /^Dry run, nothing was changed\. Models: 1 added, 1 changed, 0 removed\. Brands: 1 added/,
    )
    const done = await latchwork(w, 'intercom', 'import', file)
    assert.match(
      done.out,
      /^Models: 1 added, 1 changed, 0 removed\. Brands: 1 added, 0 renamed, 0 removed\.\n/,
    )
    assert.match(done.out, /\+ Acme Chime \(\d{7}\)\n~ TCS ISH3030 \(\d+\)/)
    const replaced = await latchwork(w, 'intercom', 'import', file, '--replace')
    assert.match(replaced.out, new RegExp(`^Models: 0 added, 0 changed, ${shipped - 1} removed\\.`))
    for (const args of [[], [file, file], [file, '--force'], ['/no/such/file']])
      assert.equal((await latchwork(w, 'intercom', 'import', ...args)).code, 1)
  },
  { own: 'runs commands on the store' },
)

const login = (w: World, email: string, password: string, otp?: string) =>
  w.request('POST', '/account/login', {
    token: null,
    body: { email, password, ...(otp !== undefined && { otp }) },
  })

/** Runs commands as the operator has to: with SQLite the service is stopped meanwhile. */
async function asOperator(w: World, t: TestContext, work: () => Promise<void>): Promise<World> {
  await w.stop()
  await work()
  return createWorld(t, w.storage.engine, { storage: w.storage })
}

apiTest(
  'the operator opens an account and gives it a new password (D36)',
  async (w, t) => {
    const email = 'new@example.com'
    const passwords: string[] = []
    const later = await asOperator(w, t, async () => {
      const made = await latchwork(w, 'user', 'create', email, 'New', 'Person')
      assert.equal(made.code, 0, made.err)
      assert.match(made.out, /^Account \d+ of new@example\.com has the password \S{16}\n$/)
      const taken = await latchwork(w, 'user', 'create', 'NEW@example.com', 'Again')
      assert.deepEqual([taken.code, taken.err], [1, 'The address NEW@example.com has an account already.\n'])
      const reset = await latchwork(w, 'password', 'reset', email)
      passwords.push(...[made, reset].map(({ out }) => out.trim().split(' ').at(-1) as string))
      assert.equal((await latchwork(w, 'password', 'reset', 'nobody@example.com')).code, 1)
      assert.equal((await latchwork(w, 'password', 'reset')).code, 1)
      assert.equal((await latchwork(w, 'user', 'create', 'no address', 'X')).code, 1)
    })
    const [first = '', second = ''] = passwords
    assert.equal((await login(later, email, first)).json().code, 'invalid_credentials')
    const inside = await login(later, email, second)
    const token = inside.json().accessToken as string
    const { name, email: shown } = (await later.request('GET', '/account', { token })).json()
    assert.deepEqual([name, shown], ['New Person', email])
  },
  { own: 'runs commands on the store' },
)

apiTest(
  'a lost phone: the operator switches one-time passwords off and the owner gets in again',
  async (w, t) => {
    const [email, password] = ['owner@latchwork.local', 'correct horse']
    const secret = (await w.api.otp.request({ body: { currentPassword: 'correct horse' } })).data
    await w.api.otp.enable({ body: { otp: generateSync({ secret }) } })
    assert.equal((await login(w, email, password)).json().code, 'otp_required')
    const later = await asOperator(w, t, async () => {
      const reset = await latchwork(w, 'user', 'otp-off', email)
      assert.deepEqual([reset.code, reset.out], [0, `One-time passwords of ${email}: switched off.\n`])
      const again = await latchwork(w, 'user', 'otp-off', email)
      assert.deepEqual([again.code, again.out], [0, `One-time passwords of ${email}: was off.\n`])
      assert.equal((await latchwork(w, 'user', 'otp-off', 'nobody@example.com')).code, 1)
    })
    assert.equal((await login(later, email, password)).statusCode, 200)
    const [entry] = (await later.request('GET', '/audit', { token: w.owner.token }))
      .json()
      .filter(({ action }: { action: string }) => action === 'otp.disabled')
    assert.equal(entry.name, 'operator')
    assert.equal((await mailsTo(later, email))[0]?.template, 'otpDisabled', 'and the owner is told')
  },
  { own: 'runs commands on the store' },
)

apiTest(
  'the operator reads at the command line the mails that no server took',
  async (w) => {
    const values = { name: 'Anna', code: '12345678' }
    await inTransaction(w.service.contextFor(w.owner.accountId), (tx) =>
      mail.send(tx, { to: 'anna@example.com', template: 'emailVerification', language: 'en', values }),
    )
    await w.until('it is kept', async () => {
      const [row] = await w.db.selectFrom('mail').select('state').execute()
      return row?.state === 'kept'
    })
    await w.stop()
    const list = await latchwork(w, 'mail', 'list', 'kept')
    const [, id = ''] =
      /^([0-9a-f]{24})\t\S+\tkept\temailVerification\tanna@example\.com/m.exec(list.out) ?? []
    const shown = await latchwork(w, 'mail', 'show', id)
    assert.match(
      shown.out,
      /^To: anna@example\.com\n[\s\S]*Subject: Confirm your mail address\n\nHello Anna,/,
    )
    assert.match(shown.out, /^ {4}12345678$/m)
    assert.equal((await latchwork(w, 'mail', 'list', 'bounced')).out.trim().split('\n').length, 1)
    const wrong = await latchwork(w, 'mail', 'list', 'lost')
    assert.deepEqual([wrong.code, wrong.err], [1, 'A mail is waiting, sent, bounced, failed, kept.\n'])
    assert.equal((await latchwork(w, 'mail', 'show', 'f'.repeat(24))).code, 1)
  },
  { own: 'runs commands on the store' },
)

apiTest(
  'the operator is appointed at the command line, and the last one stays (D100)',
  async (w) => {
    await w.db
      .updateTable('account')
      .set({ email: 'second@example.com', email_key: 'second@example.com' })
      .where('account_id', '=', (await w.account()).accountId)
      .execute()
    await w.stop()
    const refused = await latchwork(w, 'operator', 'revoke', 'owner@latchwork.local')
    assert.deepEqual([refused.code, refused.out], [1, ''])
    assert.match(refused.err, /is the only operator/)
    const granted = await latchwork(w, 'operator', 'grant', 'second@example.com')
    assert.deepEqual(
      [granted.code, granted.out],
      [0, 'The account of second@example.com is an operator now.\n'],
    )
    const listed = await latchwork(w, 'operator', 'list')
    assert.match(listed.out, /^accountId.*\n\d+\towner@latchwork.local\t.*\n\d+\tsecond@example.com\t/)
  },
  { own: 'runs commands on the store' },
)
