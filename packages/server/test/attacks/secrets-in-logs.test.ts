import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptLog } from '../kept-log.ts'
import { GUEST_EMAIL, GUEST_PHONE, isIn, plantSecrets, withSecrets } from '../planted-secrets.ts'
import { ENGINES } from '../tier.ts'
import { createWorld } from '../world.ts'

for (const engine of ENGINES) {
  test(`who reads the log finds no secret in it, at the level that tells most [${engine}]`, async (t) => {
    const { log, text } = keptLog()
    const w = await createWorld(t, engine, { ...withSecrets, log })
    const planted = await plantSecrets(w)
    await w.stop()
    assert.match(text(), /"route":"\/address\/token\/:tokenId\/redeem"/, 'requests were logged')
    assert.match(text(), /no answer from a target/, 'and what went wrong on the way out')
    const found = [...planted].filter(([, secret]) => isIn(text(), secret)).map(([what]) => what)
    assert.deepEqual(found, [])
    for (const address of [GUEST_EMAIL, GUEST_PHONE]) assert.ok(!text().includes(address), address)
  })
}
