import './install.ts'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

test('an hour, when nothing is under way, passes at once, and every clock shows it', async () => {
  const began = process.hrtime.bigint()
  const [wall, steady] = [Date.now(), performance.now()]
  await wait(3_600_000)
  assert.deepEqual([Date.now() - wall, performance.now() - steady], [3_600_000, 3_600_000])
  assert.equal(new Date().toISOString(), new Date(wall + 3_600_000).toISOString())
  assert.ok(process.hrtime.bigint() - began < 600_000_000_000n)
})

test('a timer, while a message or a file is on its way, never overtakes it', async (t) => {
  const server = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (let i = 0; i < 20; i++) {
    const order: string[] = []
    setTimeout(() => order.push('timer'), 1)
    await new Promise<void>((resolve) => {
      let missing = 1_000_000
      const client = connect(port, '127.0.0.1', () => client.write(Buffer.alloc(missing)))
      client.on('data', (bytes) => {
        missing -= bytes.length
        if (missing === 0) readFile(import.meta.filename, () => resolve(void order.push('message')))
      })
      t.after(() => client.destroy())
    })
    await wait(1)
    assert.deepEqual(order, ['message', 'timer'])
  }
})
