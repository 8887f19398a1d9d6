import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { startProcess } from '../../packages/server/test/service-process.ts'
import { newStorage } from '../../packages/server/test/storage.ts'
import { read } from './repository-files.ts'

const page = read('docs/sandbox.md')
const ADDRESS = 'http://127.0.0.1:8080'
const TOKEN = 'token-of-the-test-with-at-least-32-characters'

interface Call {
  method: string
  path: string
  body: string | undefined
}

/** The calls of a block: `lw` is curl with the token; `--json` posts, and says that it is JSON. */
function callsOf(block: string): Call[] {
  return block.split('\n').flatMap((line) => {
    if (!line.startsWith('lw ')) return []
    const match = /^lw (?:-X (\w+) )?(?:--json '([^']+)' )?(\S+)$/.exec(line)
    const [, method, body, url = ''] = match ?? assert.fail(`cannot read: ${line}`)
    assert.ok(url.startsWith(ADDRESS), line)
    return [{ method: method ?? (body ? 'POST' : 'GET'), path: url.slice(ADDRESS.length), body }]
  })
}

const blocks = [...page.matchAll(/```sh\n([\s\S]*?)\n```(?:\n```json\n([\s\S]*?)\n```)?/g)]
  .map(([, commands, answer]) => ({ calls: callsOf(commands as string), answer }))
  .filter(({ calls }) => calls.length > 0)

test('the sandbox page, when its examples are run one after the other, gets the answers it prints', async (t) => {
  assert.ok(blocks.length >= 7, 'the examples were found')
  const storage = await newStorage('sqlite')
  const service = await startProcess(storage, {}, ['--sandbox'])
  t.after(async () => {
    await service.stop()
    await rm(storage.dataDir, { recursive: true, force: true })
  })
  for (const { calls, answer } of blocks) {
    let last: unknown
    for (const { method, path, body } of calls) {
      const response = await fetch(service.url + path, {
        method,
        headers: { authorization: `Bearer ${TOKEN}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body }),
      })
      assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`)
      last = response.status === 204 ? undefined : await response.json()
    }
    if (answer) assert.partialDeepStrictEqual(last, JSON.parse(answer))
  }
})
