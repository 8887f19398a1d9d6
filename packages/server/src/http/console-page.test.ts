import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import { mountConsole } from './console-page.ts'
import { sendError } from './error-handler.ts'

const PAGE = '<meta nonce="%LATCHWORK_NONCE%"><meta content="%LATCHWORK_FACTS%">'

async function built(t: TestContext, facts: string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'console-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'assets'))
  const files = {
    'index.html': PAGE,
    'icon.svg': '<svg/>',
    'secret.txt': 'no',
    'assets/main-abc.js': 'plain',
    'assets/main-abc.js.br': 'brotli',
    'assets/main-abc.js.gz': 'gzip',
    'assets/small-def.css': 'small',
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return mounted(folder, facts)
}

function mounted(folder: string, facts: string[] = []) {
  const app = Fastify()
  app.setErrorHandler(sendError)
  mountConsole(app, { folder, facts })
  return app
}

test('the console, at the root of the service, is one redirect away', async (t) => {
  const response = await (await built(t)).inject('/')
  assert.deepEqual([response.statusCode, response.headers.location], [302, '/console/'])
})

test('the page, under every address of its router, comes with a policy and a nonce of its own', async (t) => {
  const app = await built(t, ['sandbox'])
  const nonces = new Set<string>()
  for (const address of [
    '/console',
    '/console/doors',
    '/console/doors/5?tab=activity',
    '/console/secret.txt',
  ]) {
    const { statusCode, headers, body } = await app.inject(address)
    assert.equal(statusCode, 200)
    const [, nonce = ''] = /nonce="([^"]+)"/.exec(body) ?? []
    const policy = String(headers['content-security-policy'])
    assert.ok(policy.includes(`style-src 'self' 'nonce-${nonce}'`))
    assert.match(policy, /script-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.equal(headers['cache-control'], 'no-cache')
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.match(body, /content="sandbox"/)
    nonces.add(nonce)
  }
  assert.equal(nonces.size, 4)
})

test('files with a hash in their name are kept for ever and sent in the smallest form the client takes', async (t) => {
  const app = await built(t)
  const get = async (file: string, accepted: string) => {
    const { body, headers } = await app.inject({
      url: `/console/assets/${file}`,
      headers: { 'accept-encoding': accepted },
    })
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    return [body, headers['content-encoding'], headers['content-type']]
  }
  const script = 'text/javascript; charset=utf-8'
  assert.deepEqual(await get('main-abc.js', 'gzip, deflate, br'), ['brotli', 'br', script])
  assert.deepEqual(await get('main-abc.js', 'gzip, br;q=0'), ['gzip', 'gzip', script])
  assert.deepEqual(await get('main-abc.js', 'identity'), ['plain', undefined, script])
  assert.deepEqual(await get('small-def.css', 'br'), ['small', undefined, 'text/css; charset=utf-8'])
})

test('what is no file of the console is 404 with an error body, whatever the path tries', async (t) => {
  const app = await built(t)
  for (const path of ['gone-123.js', '..%2fsecret.txt', 'main-abc.js.br', '', 'a/b.js']) {
    const response = await app.inject(`/console/assets/${path}`)
    assert.deepEqual([path, response.statusCode, response.json().code], [path, 404, 'path_not_found'])
  }
})

test('a service whose console was not built says so, and how it is built', async () => {
  const response = await mounted('/nonexistent').inject('/console/')
  assert.equal(response.statusCode, 404)
  assert.match(response.json().detailMessage, /npm start/)
})
