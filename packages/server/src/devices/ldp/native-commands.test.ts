import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { commandText, type DownCmd, downTopic, LDP_MINOR } from '@latchwork/contract/device'
import { A } from '../../../test/embedded-bus-world.ts'
import { eventually } from '../../../test/eventually.ts'
import { driverWorld, NOW, startDriver } from '../../../test/native-driver-world.ts'
import { ManualClock } from '../../platform/clock.ts'
import type { DeviceBus, PublishResult } from '../bus.ts'
import { deriveDeviceKey } from '../device-keys.ts'
import type { ActionCommand, DeviceRef } from '../driver.ts'

const SESSION = '00112233445566778899aabbccddeeff'
const lock: DeviceRef = {
  smartlockId: 1,
  deviceId: A.deviceId,
  type: 4,
  sessionId: SESSION,
  key: deriveDeviceKey(A.secret),
}
const unlock: ActionCommand = {
  id: 'cmd-1',
  action: 1,
  option: 0,
  counter: 57,
  issuedAt: NOW,
  expiresAt: NOW + 10_000,
}

test('a command reaches the device complete, in its numbering and signed so that the device can check it', async (t) => {
  const w = await driverWorld(t)
  const device = await w.connect(A)
  await device.subscribe(downTopic(A.deviceId, '#'))
  assert.deepEqual(await w.driver.send(lock, { ...unlock, action: 2, option: 6 }), { status: 'sent' })
  const { sig, ...command } = await device.command(0)
  assert.deepEqual(command, {
    id: 'cmd-1',
    sess: SESSION,
    ctr: 57,
    iat: NOW,
    exp: NOW + 10_000,
    action: 6,
    opt: 2,
    minor: LDP_MINOR,
  })
  assert.equal(sig, signedByDevice(command))
  await w.driver.acknowledgeEvents(lock, 813)
  await eventually('the acknowledgement', () => device.received.length === 2)
  assert.deepEqual(device.received[1], {
    topic: downTopic(A.deviceId, 'eack'),
    payload: '{"upTo":813}',
    retain: false,
  })
})

function signedByDevice(command: Omit<DownCmd, 'sig'>): string {
  const key = createHmac('sha256', A.secret).update('ldp1 device key').digest()
  return createHmac('sha256', key).update(commandText(A.deviceId, command)).digest('hex')
}

test('a command for a device that is offline is not delivered', async (t) => {
  const w = await driverWorld(t)
  assert.deepEqual(await w.driver.send(lock, unlock), { status: 'notDelivered', reason: 'offline' })
  await w.driver.acknowledgeEvents(lock, 1)
})

test('a command whose time is up is not handed to the bus at all, and another gets the time it has left', async () => {
  const published: number[] = []
  let result: PublishResult = 'sent'
  const clock = new ManualClock(NOW)
  const bus: Pick<DeviceBus, 'publishLive'> = {
    async publishLive(_deviceId, _topic, _payload, { expiresInMs }) {
      published.push(expiresInMs)
      return result
    },
  }
  const { driver } = await startDriver(bus, clock)
  clock.advance(9000)
  assert.deepEqual(await driver.send(lock, unlock), { status: 'sent' })
  result = 'busLost'
  assert.deepEqual(await driver.send(lock, unlock), { status: 'notDelivered', reason: 'busLost' })
  clock.advance(1000)
  assert.deepEqual(await driver.send(lock, unlock), { status: 'notDelivered', reason: 'expiredInQueue' })
  assert.deepEqual(published, [1000, 1000])
})
