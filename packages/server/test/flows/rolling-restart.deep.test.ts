import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@latchwork/sdk'
import { startCluster } from '../cluster.ts'
import { eventually } from '../eventually.ts'
import { startRollingProxy } from '../rolling-proxy.ts'
import { PROCESS_TOKEN, type ServiceProcess } from '../service-process.ts'

test('two processes behind a proxy, restarted one after the other under load, fail no call', async (t) => {
  const cluster = await startCluster(t, 2, 0)
  const [first, second] = cluster.processes as [ServiceProcess, ServiceProcess]
  const proxy = await startRollingProxy([first.url, second.url])
  t.after(() => proxy.close())
  const api = createClient({ baseUrl: proxy.url, token: PROCESS_TOKEN })
  let isOver = false
  let calls = 0
  const clients = Array.from({ length: 12 }, async () => {
    while (!isOver) {
      // Not repeatable: whether one that failed was done nobody could say.
      await api.addresses.create({ body: { name: 'House', smartlockIds: [] } })
      await api.account.get()
      calls += 2
    }
  })
  const all = Promise.all(clients)
  for (const old of [first, second]) {
    const before = calls
    await Promise.race([all, eventually('calls are made', () => calls > before + 50)])
    assert.equal(await old.stop(), 0, old.output())
    proxy.remove(old.url)
    proxy.add((await cluster.join()).url)
  }
  const before = calls
  await Promise.race([all, eventually('calls are made', () => calls > before + 50)])
  isOver = true
  await all
  assert.ok(proxy.turnedAway() > 0, 'somebody was asked to go elsewhere, and did')
})
