import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptLog } from '../kept-log.ts'
import { connectDevice } from '../ldp-device.ts'
import { authorizeUrl, newCode, rig } from '../oauth-rig.ts'
import { BOTH_ENGINES } from '../tier.ts'
import { bothTest, createWorld } from '../world.ts'

const NUL = '\0'
/** What PostgreSQL refuses as text, what is no text, and what is more than an index takes. */
const TEXTS = { NUL, 'half a pair': '\ud800', 'an endless one': 'x'.repeat(20_000) }

const postForm = (url: string, parameters: Record<string, string>) =>
  // Where a browser would be sent is somebody else's.
  fetch(url, { method: 'POST', body: new URLSearchParams(parameters), redirect: 'manual' })

for (const [what, text] of Object.entries(TEXTS)) {
  bothTest(`OAuth answers ${what} in any parameter as it answers any wrong one`, async (w) => {
    const r = await rig(w, { confidential: true })
    const wrong = `a${text}b`
    const requests: Record<string, Record<string, string>> = {
      '/oauth/token': { ...(await newCode(r)), client_secret: r.secret as string, refresh_token: 'r' },
      '/oauth/revoke': { token: 't', client_id: r.clientId, client_secret: r.secret as string },
      '/oauth/authorize': {
        ...Object.fromEntries(authorizeUrl(r).searchParams),
        state: 's',
      },
    }
    for (const [path, good] of Object.entries(requests)) {
      for (const name of [...Object.keys(good), 'code', 'unknown']) {
        const { status } = await postForm(r.base + path, { ...good, [name]: wrong })
        assert.ok(status < 500, `${status} for ${name} of POST ${path}`)
      }
    }
    const stranger = { ...requests['/oauth/revoke'], client_id: wrong }
    assert.equal((await postForm(`${r.base}/oauth/revoke`, stranger)).status, 401)
    if (text.length > 8000) return
    const headers = { authorization: `Basic ${Buffer.from(`${wrong}:${wrong}`).toString('base64')}` }
    const body = new URLSearchParams({ token: wrong })
    const byHeader = await fetch(`${r.base}/oauth/revoke`, { method: 'POST', body, headers })
    assert.equal(byHeader.status, 401)
    assert.equal((await fetch(authorizeUrl(r, { client_id: wrong }))).status, 400)
  })
}

for (const engine of BOTH_ENGINES) {
  test(`a device that says NUL in its login or in any message is no error of ours [${engine}]`, async (t) => {
    const { log, text } = keptLog()
    const w = await createWorld(t, engine, { log })
    const { device, ...lock } = await w.played()
    const { url } = w.service.bus
    for (const username of [NUL, `${lock.username}${NUL}`])
      await assert.rejects(connectDevice({ url, ...lock, username, clientId: username }), /bad user/i)
    const presence = { online: true, sess: device.session, at: Date.now(), proto: 1, minor: 1, oldest: 1 }
    const texts = { fw: NUL, epoch: '00112233445566aa', key: `${lock.username}${NUL}` }
    await device.publish('presence', { ...presence, ...texts })
    const info = { at: Date.now(), type: 4, firmware: 1, hardware: 1 }
    await device.publish('info', { ...info, config: { name: NUL, [NUL]: NUL, deep: { [NUL]: NUL } } })
    await device.publish('reported', { sess: device.session, section: NUL, rev: 1, errors: [NUL] })
    const again = await w.connect(lock)
    assert.ok(again.isConnected, 'and the lock is served')
    assert.doesNotMatch(text(), /"level":"(error|fatal)"/)
  })
}

bothTest('the longest address that a webhook may have is no more than the store can look up', async (w) => {
  const { apiKeyId } = (await w.api.apiKeys.list()).data[0] ?? assert.fail('no key')
  // Letters of three bytes in no order, so that nothing can be packed.
  const path = Array.from({ length: 2000 }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7919) % 20_000)))
  const webhookUrl = `https://receiver.example/${path.join('')}`
  const body = { webhookUrl, webhookFeatures: ['DEVICE_STATUS'], apiKeyId }
  const refused = await w.request('PUT', '/api/decentralWebhook', { body })
  assert.equal(refused.json().code, 'url_not_allowed')
  const longest = webhookUrl.slice(0, 25 + Math.floor((2048 - 25) / 3))
  const taken = await w.request('PUT', '/api/decentralWebhook', { body: { ...body, webhookUrl: longest } })
  assert.equal(taken.statusCode, 200)
})
