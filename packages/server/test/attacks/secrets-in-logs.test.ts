import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { createLog } from '../../src/platform/observe/log.ts'
import { isIn, plantSecrets, withSecrets } from '../planted-secrets.ts'
import { createWorld } from '../world.ts'

/** Keeps every line. */
function keptLog() {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { log: createLog({ level: 'trace', destination }), text: () => lines.join('') }
}

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`who reads the log finds no secret in it, at the level that tells most [${engine}]`, async (t) => {
    const { log, text } = keptLog()
    const w = await createWorld(t, engine, { ...withSecrets, log })
    const planted = await plantSecrets(w)
    await w.stop()
    assert.match(text(), /"route":"\/address\/token\/:tokenId\/redeem"/, 'requests were logged')
    assert.match(text(), /no answer from a target/, 'and what went wrong on the way out')
    const found = [...planted].filter(([, secret]) => isIn(text(), secret)).map(([what]) => what)
    assert.deepEqual(found, [])
  })
}
