import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import process from 'node:process'
import { test } from 'node:test'
import { listenOnLoopback } from '../../test/raw-http.ts'
import { createWorld } from '../../test/world.ts'
import { loadConfig } from '../config.ts'
import { startLocalGateway } from './local-gateway.ts'

/** Children of this process that run a gateway. */
function gatewayProcesses(): number[] {
  const lines = execFileSync('ps', ['-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [pid, ppid, ...args] = line.trim().split(/\s+/)
    return Number(ppid) === process.pid && args.includes('gateway') ? [Number(pid)] : []
  })
}

test('a gateway beside the service is claimed without a person, started again when it dies, and gone with it', async (t) => {
  const w = await createWorld(t, 'sqlite')
  const port = await listenOnLoopback(w.service.app)
  const config = loadConfig(
    {},
    { dataDir: w.storage.dataDir, gateway: { hubs: ['zwave-js=ws://127.0.0.1:9'] } },
  )
  const gateway = await startLocalGateway({ service: w.service, config, accountId: w.owner.accountId, port })
  w.onStop(() => gateway.stop())
  const shown = () =>
    w.until('the gateway to report its hub', async () => {
      const { data: all } = await w.api.gateways.list()
      const [first] = await Promise.all(
        all.map(({ gatewayId }) => w.api.gateways.get({ params: { gatewayId } })),
      )
      return first?.data.hubs[0]?.state === 'unreachable' && first.data
    })
  const { startedDate, name } = await shown()
  assert.equal(name, 'This machine')
  const [pid] = gatewayProcesses()
  process.kill(pid!, 'SIGKILL')
  await w.until('another life of it', async () => (await shown()).startedDate !== startedDate)
  const { data: all } = await w.api.gateways.list()
  assert.equal(all.length, 1, 'the same gateway')
  await gateway.stop()
  assert.deepEqual(gatewayProcesses(), [])
})
