import assert from 'node:assert/strict'
import { SANDBOX_BUILDING } from '@latchwork/simulator'
import { apiTest } from '../../../../test/world.ts'
import { createDeviceDoor } from './device.ts'

apiTest(
  'what a lock answers is known to the report right behind it, so one change is told once',
  async (w) => {
    const { deviceId, device } = await w.played()
    const ports = { ...w.service.platform.ports, lockConnected: async () => {} }
    const door = createDeviceDoor({ ...w.service.platform, ports }, w.db, { keysWithin: async () => [] })
    door.start({ acknowledgeEvents: async () => {}, accessDigest: () => '' })
    await w.emitted()
    const config = { ...SANDBOX_BUILDING[0]?.config, ledBrightness: 4 }
    const { accountId } = w.owner
    // The first is taken by itself; those that come meanwhile are applied together.
    door.receive({ kind: 'offline', deviceId, sessionId: 'none' }, accountId)
    door.receive(
      {
        kind: 'settings',
        deviceId,
        sessionId: device.session,
        section: 'config',
        revision: 1,
        errors: [],
        values: config,
      },
      accountId,
    )
    door.receive({ kind: 'info', deviceId, type: 4, firmware: 1, hardware: 1, config }, accountId)
    await door.idle()
    const told = await w.emitted()
    assert.equal(told.filter((feature) => feature === 'DEVICE_CONFIG').length, 1, told.join())
  },
)

apiTest('an error of a device below 16 is written with two digits, as all others are', async (w) => {
  const { device, smartlockId } = await w.played()
  const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
  await device.ack(await device.command(0), 'done', 5)
  await w.untilOperation(operationId, 'failed')
  const { data } = await w.api.operations.get({ params: { operationId: operationId as string } })
  assert.equal(data.errorCode, '05')
})
