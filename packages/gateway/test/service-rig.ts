import { rmSync } from 'node:fs'
import type { TestContext } from 'node:test'
import type { World } from '../../server/test/world.ts'
import type { GatewayConfig } from '../src/config/config.ts'
import { type RunningGateway, startGateway } from '../src/gateway.ts'
import { systemClock } from '../src/system-clock.ts'
import { newDataDir } from './data-folder.ts'
import { type FakeHub, FakeLock, fakeHub } from './fake-family.ts'

export interface ServiceRig {
  readonly gatewayId: string
  readonly hub: FakeHub
  readonly dataDir: string
  /** Everything the gateway wrote to its log. */
  readonly log: string[]
  start(): Promise<RunningGateway>
  /** Adopts a lock that was found. */
  take(key: string): Promise<number>
  /** Adopts a lock and waits until it is online. */
  adopt(key: string): Promise<number>
}

/** A real service with a real broker, and a real gateway with a hub of locks that are none. */
export async function startServiceRig(
  w: World,
  t: TestContext,
  keys: readonly string[],
  more: Partial<GatewayConfig> = {},
): Promise<ServiceRig> {
  const server = w.service.app.server.listening
    ? `http://127.0.0.1:${(w.service.app.server.address() as { port: number }).port}`
    : await w.service.app.listen({ port: 0, host: '127.0.0.1' })
  const { data } = await w.api.gateways.create({ body: { name: 'Cellar' } })
  const dataDir = newDataDir()
  const hub = fakeHub(Object.fromEntries(keys.map((key) => [key, new FakeLock()])))
  const log: string[] = []
  const running = new Set<RunningGateway>()
  const start = async () => {
    const gateway = await startGateway({
      config: { server, dataDir, hubs: [{ family: 'fake', address: 'nowhere' }], ...more },
      families: { fake: async () => hub.make },
      clock: systemClock,
      log: (level, fact, details) => log.push(JSON.stringify({ level, fact, ...details })),
      version: '1.0.0',
      claimCode: data.claimCode,
    })
    running.add(gateway)
    return { ...gateway, failed: gateway.failed, locks: () => gateway.locks(), stop: () => stop(gateway) }
  }
  const stop = async (gateway: RunningGateway) => {
    if (running.delete(gateway)) await gateway.stop()
  }
  w.onStop(() => Promise.all([...running].map(stop)))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const params = { gatewayId: data.gatewayId }
  const take = async (key: string) => {
    await w.until(`${key} to be found`, async () => {
      const { data: shown } = await w.api.gateways.get({ params })
      return shown.locks.some((lock) => lock.key === key && lock.ready)
    })
    const { data: adopted } = await w.api.gateways.adopt({ params: { ...params, key }, body: { name: key } })
    return adopted.smartlockId
  }
  return {
    gatewayId: data.gatewayId,
    hub,
    dataDir,
    log,
    start,
    take,
    async adopt(key) {
      const smartlockId = await take(key)
      await untilOnline(w, smartlockId)
      return smartlockId
    },
  }
}

export const untilOnline = (w: World, smartlockId: number, isOnline = true) =>
  w.until(`lock ${smartlockId} to be ${isOnline ? 'online' : 'away'}`, async () => {
    const { data } = await w.api.smartlocks.get({ params: { smartlockId } })
    return (data.serverState === 0) === isOnline
  })
