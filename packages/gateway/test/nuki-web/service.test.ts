import '../virtual-time/install.ts'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { HubKeypad } from '../../../simulator/src/nuki/hub-keypad.ts'
import { systemClock } from '../../src/system-clock.ts'
import { hubBroker, startHubLock } from '../nuki/hub-partner.ts'
import { freePort, untilThere } from '../nuki/partner.ts'
import { untilOnline } from '../service-rig.ts'
import { startServiceBench } from './service-bench.ts'

type Shown = Record<string, unknown>

/** A public client of the interface, which knows neither side. */
const Nuki = createRequire(import.meta.url)('nuki-web-api') as new (
  token: string,
  options: { url: string },
) => { getSmartlocks(): Promise<Shown[]>; getSmartlockAuths(): Promise<Shown[]> }

const CODE = { type: 13, name: 'Ida', remoteAllowed: false, code: 438_365 } as const

test('a lock that only the cloud reaches is opened after somebody allowed it, and given a code that a public client sees on both sides', async (t) => {
  const { w, cloud, server, gatewayId, log, params } = await startServiceBench(t)
  await w.refuses(w.api.smartlocks.unlock({ params }), 'remote_unlock_off')
  await w.api.smartlocks.update({ params, body: { remoteUnlock: true } })
  const { operationId } = await w.api.smartlocks.unlock({ params })
  await w.untilOperation(operationId, 'confirmed')
  assert.equal(cloud.lock.simulator.snapshot().motorStarts, 1)
  const created = await w.api.authorizations.createOn({ params, body: { ...CODE, allowedWeekDays: 96 } })
  await w.untilOperation(created.operationId, 'confirmed')
  const seenBy = async (token: string, url: string) => {
    const client = new Nuki(token, { url })
    const [lock] = await client.getSmartlocks()
    const [right] = await client.getSmartlockAuths()
    const { state } = (lock?.state ?? {}) as Shown
    return { state, serverState: lock?.serverState, code: right?.code, days: right?.allowedWeekDays }
  }
  const here = await seenBy(w.owner.token, server)
  assert.deepEqual(here, { state: 3, serverState: 0, code: 438_365, days: 96 })
  assert.deepEqual(await seenBy(cloud.world.owner.token, cloud.url), here)
  const shown = JSON.stringify((await w.api.gateways.get({ params: { gatewayId } })).data)
  for (const text of [shown, log.join('\n')]) assert.ok(!text.includes(cloud.world.owner.token))
  assert.ok(!log.join('\n').includes('438365'))
})

test('a lock moves from the cloud to a nuki_hub: the same door, its code proven in its place, and nothing written', async (t) => {
  const { w, cloud, start, params } = await startServiceBench(t)
  const created = await w.api.authorizations.createOn({ params, body: CODE })
  await w.untilOperation(created.operationId, 'confirmed')
  const [there] = (
    await cloud.world.api.authorizations.listOf({ params: { smartlockId: cloud.lock.smartlockId } })
  ).data
  const port = await freePort()
  const starting = start([hubBroker(port), cloud.hub()])
  // The same lock holds the same code, whoever looks at it.
  const keypad = new HubKeypad(systemClock)
  keypad.put(String(there?.code), there?.name ?? '')
  const hub = await untilThere(() => startHubLock(port, { keypad }))
  t.after(() => hub.face.stop())
  await starting
  const changes = cloud.changesOfCodes().length
  await w.until('the hub to serve it', async () => {
    const { data } = await w.api.smartlocks.get({ params })
    return data.driver === 'nuki-hub' && data.serverState === 0
  })
  await untilOnline(w, params.smartlockId)
  await w.api.smartlocks.update({ params, body: { remoteUnlock: true } })
  const { operationId } = await w.api.smartlocks.unlock({ params })
  await w.untilOperation(operationId, 'confirmed')
  assert.equal(hub.core.motorStarts, 1)
  assert.equal(cloud.orders().length, 0, 'no order goes two ways')
  const [right] = (await w.api.authorizations.listOf({ params })).data
  assert.deepEqual([right?.syncState, right?.code], ['synced', 438_365])
  assert.deepEqual([hub.keypad.writes, cloud.changesOfCodes().length], [0, changes])
  // Had the lock lost it, it would be told and put back.
  hub.keypad.entries.clear()
  hub.face.tellCodes()
  await w.until('it to be on the lock again', async () => hub.keypad.entries.size === 1)
})
