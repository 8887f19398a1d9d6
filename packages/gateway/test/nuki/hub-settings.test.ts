import '../virtual-time/install.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServiceBench } from '../nuki-web/service-bench.ts'
import { hubBroker, startHubLock } from './hub-partner.ts'
import { freePort, untilThere } from './partner.ts'

test('settings of a lock behind a nuki_hub are shown, set, proven by what it shows afterwards, and refused where the owner of the hub does not allow them', async (t) => {
  const { w, start, params } = await startServiceBench(t)
  const port = await freePort()
  const starting = start([hubBroker(port)])
  const hub = await untilThere(() => startHubLock(port))
  t.after(() => hub.face.stop())
  await starting
  const config = async () => (await w.api.smartlocks.get({ params })).data.config
  await w.until('its settings to be shown', async () => {
    const { data } = await w.api.smartlocks.get({ params })
    return data.driver === 'nuki-hub' && data.serverState === 0 && data.config?.ledBrightness === 3
  })
  const set = await w.api.smartlocks.setConfig({ params, body: { ledEnabled: false, ledBrightness: 5 } })
  await w.untilOperation(set.operationId, 'confirmed')
  assert.deepEqual([hub.face.settings.values.ledEnabled, hub.face.settings.values.ledBrightness], [0, 5])
  const shown = await config()
  assert.deepEqual([shown?.ledEnabled, shown?.ledBrightness, shown?.buttonEnabled], [false, 5, true])
  assert.ok(
    hub.face.received.includes('lock/configuration/action {"ledEnabled":"0","ledBrightness":"5"}'),
    'texts, because the hub stumbles over numbers',
  )

  hub.face.settings.guarded.add('buttonEnabled')
  const denied = await w.api.smartlocks.setConfig({ params, body: { buttonEnabled: false } })
  await w.untilOperation(denied.operationId, 'failed')
  const unknown = await w.api.smartlocks.setConfig({ params, body: { fobAction1: 2 } })
  await w.untilOperation(unknown.operationId, 'failed')
  assert.equal(hub.face.settings.values.buttonEnabled, 1)

  // The hub takes it and says nothing.
  hub.core.faults.mute = true
  const silent = await w.api.smartlocks.setConfig({ params, body: { singleLock: true } })
  await w.untilOperation(silent.operationId, 'failed')
  assert.equal((await config())?.singleLock, false)
})
