import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { GuestPage } from '@latchwork/contract'
import Fastify from 'fastify'
import { AppError } from '../platform/app-error.ts'
import { sendError } from './error-handler.ts'
import { mountGuestPage } from './guest-page.ts'

const HTML =
  '<head><style>p{}</style></head><main></main><!--given--><script type="module">show("$&")</script>'
const LINK = `/g/${'a'.repeat(43)}`
const VISIT = { 'sec-fetch-mode': 'navigate' }

/** What would end the script it is in, begin a comment or a script, or mean something to a replacement. */
const HOSTILE = `</script><script>alert(1)</script><!-- "'\\ ${'\u2028'} & $& $1 ]]> </SCRIPT >`

const PAGE: GuestPage = {
  firstName: HOSTILE,
  language: 'fr',
  timeZone: 'UTC',
  now: '2030-01-01T00:00:00.000Z',
  codeState: 'ready',
  code: '483916',
  doors: [{ smartlockId: 1, name: HOSTILE, code: 'ready', canOpen: true, online: true }],
  note: HOSTILE,
  pictures: [],
}

async function mounted(t: TestContext, read = async () => PAGE) {
  const folder = await mkdtemp(join(tmpdir(), 'guest-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'words'))
  await writeFile(join(folder, 'guest.html'), HTML)
  for (const language of ['de', 'fr'])
    await writeFile(join(folder, `words/${language}.js`), `w("${language}")`)
  const app = Fastify()
  app.setErrorHandler(sendError)
  mountGuestPage(app, { folder, read })
  return app
}

const givenIn = (body: string): string | undefined =>
  /<script type="application\/json" id="given">(.*?)<\/script>/s.exec(body)?.[1]

test('a visit is answered with what the page says, and hostile words in it are nothing but words', async (t) => {
  const { body, headers } = await (await mounted(t)).inject({ url: LINK, headers: VISIT })
  const given = givenIn(body) ?? ''
  assert.deepEqual(JSON.parse(given), PAGE)
  assert.doesNotMatch(given, /[<>&\u2028]/)
  assert.equal(body.match(/<script/gi)?.length, 3, 'words, data, and the script of the page')
  assert.ok(body.includes('show("$&")'))
  assert.equal(headers['cache-control'], 'no-store')
})

test('nothing in the page runs but what was built, by its hash', async (t) => {
  const { body, headers } = await (await mounted(t)).inject({
    url: LINK,
    headers: { ...VISIT, 'accept-language': 'pl, de-AT;q=0.9, fr;q=0.8' },
  })
  const policy = String(headers['content-security-policy'])
  const allowed = policy.match(/'sha256-[^']+'/g)
  const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  assert.deepEqual(allowed, [sourceOf('w("de")'), sourceOf('show("$&")'), sourceOf('p{}')])
  assert.ok(body.includes('<script type="module">w("de")</script>'), 'in the language of the phone')
  assert.doesNotMatch(policy, /unsafe/)
  assert.match(policy, /^default-src 'none'; script-src 'self' 'sha256-/)
})

test('who is no visitor gets the page without what it says, and nobody is asked for it', async (t) => {
  let asked = 0
  const app = await mounted(t, async () => {
    asked += 1
    return PAGE
  })
  const others = [
    {},
    { 'sec-fetch-mode': 'cors' },
    { ...VISIT, 'sec-purpose': 'prefetch;prerender' },
    { ...VISIT, purpose: 'prefetch' },
  ] as Record<string, string>[]
  for (const headers of others) {
    const answer = await app.inject({ url: LINK, headers })
    assert.deepEqual([answer.statusCode, givenIn(answer.body)], [200, undefined], JSON.stringify(headers))
    assert.ok(!answer.body.includes(PAGE.code as string))
  }
  assert.equal(asked, 0)
})

test('a link that is refused is answered like one that nobody visits: the API says why', async (t) => {
  const app = await mounted(t, () => Promise.reject(new AppError('token_invalid')))
  const refused = await app.inject({ url: LINK, headers: VISIT })
  const plain = await app.inject({ url: LINK })
  assert.deepEqual([refused.statusCode, refused.body], [200, plain.body])
  assert.equal((await app.inject({ url: '/g/short', headers: VISIT })).statusCode, 404)
})

test('the frame that phones keep says nothing, and is sent again only when it is another', async (t) => {
  const app = await mounted(t)
  const { body, headers } = await app.inject({ url: '/g/frame', headers: VISIT })
  assert.equal(body, HTML.replace('<!--given-->', ''))
  assert.equal(headers['cache-control'], 'no-cache')
  const again = await app.inject({ url: '/g/frame', headers: { 'if-none-match': String(headers.etag) } })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
})

test('the page travels compressed, as the browser takes it', async (t) => {
  const app = await mounted(t)
  const get = (accepted: string) =>
    app.inject({ url: LINK, headers: { ...VISIT, 'accept-encoding': accepted } })
  const plain = (await get('identity')).body
  const br = await get('gzip, deflate, br')
  assert.equal(br.headers['content-encoding'], 'br')
  assert.equal(brotliDecompressSync(br.rawPayload).toString(), plain)
  const gz = await get('gzip, br;q=0')
  assert.equal(gz.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(gz.rawPayload).toString(), plain)
})
