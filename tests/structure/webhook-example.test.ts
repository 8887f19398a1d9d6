import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'

interface Example {
  startReceiver(secret: string, onEvent: (id: string, text: string) => void): Server
}

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
const secret = 'a'.repeat(64)

test('the receiver of docs/webhooks.md, as printed, takes signed requests and refuses others', async (t) => {
  const [, source = ''] = /```ts\n(.+?)```/s.exec(page) ?? []
  // Inside the repository, so that the name of the SDK resolves as it does for a user.
  const directory = mkdtempSync(join(import.meta.dirname, 'example-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'receiver.ts')
  writeFileSync(file, source)
  const { startReceiver } = (await import(file)) as Example
  const heard: string[] = []
  const server = startReceiver(secret, (id, text) => heard.push(`${id} ${text}`))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  async function post(payload: object, key = secret): Promise<number> {
    const body = JSON.stringify(payload)
    const timestamp = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', key).update(`e1.${timestamp}.${body}`).digest('base64')
    const headers = {
      'webhook-id': 'e1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
    }
    return (await fetch(url, { method: 'POST', body, headers })).status
  }

  assert.equal(await post({ feature: 'DEVICE_MASTERDATA', name: 'Door' }), 204)
  assert.equal(await post({ type: 'LockAction', requestId: 'r', smartlockId: 1, success: true }), 204)
  assert.equal(await post({ feature: 'DEVICE_STATUS' }, 'b'.repeat(64)), 400)
  assert.deepEqual(heard, ['e1 lock Door', 'e1 LockAction succeeded'])
})
