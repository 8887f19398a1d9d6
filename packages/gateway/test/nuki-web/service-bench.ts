import { rmSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { createWorld } from '../../../server/test/world.ts'
import { nukiHubFamilyWith } from '../../src/families/nuki/hub-family.ts'
import { nukiWebFamilyWith } from '../../src/families/nuki/web/web-family.ts'
import type { HubConfig } from '../../src/family.ts'
import { type RunningGateway, startGateway } from '../../src/gateway.ts'
import { systemClock } from '../../src/system-clock.ts'
import { newDataDir } from '../data-folder.ts'
import { LIST_MS, QUARANTINE_MS } from '../nuki/hub-partner.ts'
import { untilOnline } from '../service-rig.ts'
import { Cloud } from './cloud.ts'
import { QUICK } from './harness.ts'

const FAMILIES = {
  'nuki-web': async () => nukiWebFamilyWith(QUICK),
  'nuki-hub': async () => nukiHubFamilyWith({ quarantineMs: QUARANTINE_MS, listMs: LIST_MS }),
}

/** A service, a gateway of it, and the cloud whose lock was adopted; the gateway can be started again with other hubs. */
export async function startServiceBench(t: TestContext) {
  const cloud = await Cloud.start(t, 50)
  const w = await createWorld(t, 'sqlite')
  const server = await w.service.app.listen({ port: 0, host: '127.0.0.1' })
  const { data: made } = await w.api.gateways.create({ body: { name: 'Cloud' } })
  const dataDir = newDataDir()
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const log: string[] = []
  let gateway: RunningGateway | undefined
  const start = async (hubs: HubConfig[]) => {
    await gateway?.stop()
    gateway = await startGateway({
      config: { server, dataDir, hubs },
      families: FAMILIES,
      clock: systemClock,
      log: (level, fact, details) => log.push(JSON.stringify({ level, fact, ...details })),
      version: '1.0.0',
      claimCode: made.claimCode,
    })
  }
  await start([cloud.hub()])
  w.onStop(async () => gateway?.stop())
  const { gatewayId } = made
  await w.until('the lock to be found', async () => {
    const { data } = await w.api.gateways.get({ params: { gatewayId } })
    return data.locks.some(({ key, ready }) => key === cloud.key && ready)
  })
  const adopted = await w.api.gateways.adopt({
    params: { gatewayId, key: cloud.key },
    body: { name: 'Front door' },
  })
  const { smartlockId } = adopted.data
  await untilOnline(w, smartlockId)
  return { w, cloud, server, gatewayId, log, start, params: { smartlockId } }
}
