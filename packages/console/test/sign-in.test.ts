import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { deepTest } from '../../server/test/tier.ts'
import { PHONE, visit } from './browser.ts'
import { fits } from './fits.ts'

const BUDGET_BYTES = 350_000

test('the sign-in page, on the first visit, loads less than 350 kB and nothing from elsewhere', async (t) => {
  const { page, service, go, isSound } = await visit(t)
  const bodies: Promise<Buffer>[] = []
  const origins = new Set<string>()
  page.on('response', (response) => {
    origins.add(new URL(response.url()).origin)
    if (response.status() === 200) bodies.push(response.body())
  })
  await go('/')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0)
  assert.ok(bytes > 50_000, `only ${bytes} bytes were counted`)
  assert.ok(bytes < BUDGET_BYTES, `${bytes} bytes`)
  assert.deepEqual([...origins], [new URL(service.url).origin])
  const letters = `[...document.fonts].filter(({ family }) => family === 'Figtree').map(({ status }) => status).sort()`
  assert.deepEqual(await page.evaluate(letters), ['loaded', 'unloaded'], 'own letters, only those in use')
  const shifts = await page.evaluate<number>(`new Promise((resolve) => {
    const seen = new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
    seen.observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(0), 200)
  })`)
  assert.ok(shifts < 0.02, `moves by ${shifts} when the letters come`)
  await isSound()
})

test('signing in, with a wrong password and then the right one, says why not and then goes where one wanted', async (t) => {
  const { page, go, isSound, owner } = await visit(t)
  await go('/doors?show=offline')
  await page.getByLabel('Email address').fill(owner.email)
  await page.getByLabel(/^Password/).fill('wrong')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'Wrong email address or password.' }).waitFor()
  await isSound()
  await page.getByLabel(/^Password/).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/console/doors?show=offline')
  await page.getByRole('heading', { name: 'Doors', level: 1 }).waitFor()
  const local = await page.evaluate<string>('JSON.stringify(localStorage)')
  assert.doesNotMatch(local, /token/i, 'the token is kept for this tab only')
})

deepTest(
  'a session that ends, signed out or expired, leads back to the sign-in page and says why',
  async (t) => {
    const { page, service, signIn } = await visit(t, { own: 'moves the clock' })
    await signIn('/doors')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    await signIn('/doors')
    // Twelve hours later the token is dead; the open stream is told, and so is the person.
    await service.api.sandbox.moveClock({ body: { advance: 'PT13H' } })
    await page.getByText('Your session has ended.', { exact: false }).waitFor()
    assert.match(page.url(), /next=/)
  },
)

/** The six digits an authenticator app shows at a moment (RFC 6238). */
function totp(secret: string, at: number): string {
  const bits = [...secret].map((c) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

deepTest(
  'signing in, where one-time passwords are on, asks for one, refuses a wrong one and takes the right one',
  async (t) => {
    const { page, service, go, isSound, owner } = await visit(t, { own: 'moves the clock' })
    const { data: secret } = await service.api.otp.request({ body: { currentPassword: owner.password } })
    await service.api.otp.enable({ body: { otp: totp(secret, Date.now()) } })
    // A code opens once; the next one comes half a minute later.
    const { data: clock } = await service.api.sandbox.moveClock({ body: { advance: 'PT1M' } })
    await go('/sign-in')
    await page.getByLabel('Email address').fill(owner.email)
    await page.getByLabel(/^Password/).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('One-time password').fill('000000')
    await isSound()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'The one-time password is wrong.' }).waitFor()
    await page.getByLabel('One-time password').fill(totp(secret, Date.parse(clock.now)))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/console/welcome')
  },
)

const BACK = 'https://rooms.example/back'
const VERIFIER = 'v'.repeat(43)
/** What only looks like a number, or like parts of an address, comes back as it was. */
const STATE = '0123&x="+ %2F'

test('an application that asks for access is answered in the console: after signing in, at once, by another account, or too late', async (t) => {
  const { page, service, enter, isSound, owner } = await visit(t, { own: 'moves the clock', screen: PHONE })
  await page.route(`${BACK}**`, (route) => route.fulfill({ body: 'back' }))
  const { data: key } = await service.api.apiKeys.create({
    body: { description: 'Rooms & <Co>', redirectUris: [BACK] },
  })
  const ask = (changes: Record<string, string> = {}) =>
    page.goto(
      `/oauth/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id: key.apiKey ?? '',
        redirect_uri: BACK,
        scope: 'smartlock.readOnly offline_access',
        state: STATE,
        code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
        code_challenge_method: 'S256',
        ...changes,
      })}`,
    )
  const back = async () => {
    await page.waitForURL(`${BACK}**`)
    const { searchParams } = new URL(page.url())
    assert.equal(searchParams.get('state'), STATE)
    return searchParams
  }
  const allow = () => page.getByRole('button', { name: 'Allow', exact: true }).click()
  const refused = await ask({ redirect_uri: 'https://evil.example/' })
  assert.equal(refused?.status(), 400)
  await page.getByRole('alert').filter({ hasText: 'not known here' }).waitFor()
  await isSound()

  await ask()
  await page.getByText('Rooms & <Co> would like access to your account. Sign in').waitFor()
  await isSound()
  await enter()
  await page.getByRole('heading', { name: 'Allow access?' }).waitFor()
  await page.getByText('(owner@latchwork.local)').waitFor()
  await page.getByText('Then you go on to rooms.example.').waitFor()
  assert.deepEqual(await page.getByRole('listitem').allTextContents(), ['See your locks'])
  await page
    .getByText('Rooms & <Co> keeps this access, also while you are away, until you take it back')
    .waitFor()
  await isSound()
  await fits(page)
  await allow()
  const redeem = async () => {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: (await back()).get('code') ?? '',
      client_id: key.apiKey ?? '',
      redirect_uri: BACK,
      code_verifier: VERIFIER,
    })
    const response = await fetch(`${service.url}/oauth/token`, { method: 'POST', body })
    assert.equal(response.status, 200)
    return (await response.json()) as { refresh_token?: string }
  }
  assert.ok((await redeem()).refresh_token)

  await ask({ scope: 'smartlock webhook.decentral' })
  await page.getByText('told at once what happens at your doors, and who did it').waitFor()
  await page.getByLabel('For one hour only').check()
  await page.getByText('This access ends by itself after one hour.').waitFor()
  await isSound()
  await allow()
  assert.equal((await redeem()).refresh_token, undefined)

  const wrong = await ask({ scope: 'everything' })
  assert.equal(wrong?.status(), 400)
  await page.getByText('Name at least one scope, and only scopes that exist.').waitFor()
  await isSound()

  await ask()
  await page.getByRole('button', { name: 'Do not allow' }).click()
  assert.equal((await back()).get('error'), 'access_denied')

  await ask()
  await page.getByRole('button', { name: 'Use another account' }).click()
  await page.getByText('You are signed out.').waitFor()
  await enter()
  await page.getByRole('heading', { name: 'Allow access?' }).waitFor()
  await service.api.sandbox.moveClock({ body: { advance: 'PT11M' } })
  await allow()
  const proof = page.getByRole('dialog')
  await proof
    .getByLabel(/password/i)
    .first()
    .fill(owner.password)
  await proof.getByRole('button').last().click()
  await page.getByRole('alert').filter({ hasText: 'too old' }).waitFor()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await allow()
  assert.ok((await back()).get('code'))
})
