import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SmartlockConfig } from '@latchwork/contract'
import { Compile } from 'typebox/compile'
import { startBroker } from '../test/broker.ts'
import { ManualClock } from '../test/manual-clock.ts'
import { SANDBOX_BUILDING, startBuilding } from './building.ts'
import { firmwareText } from './device-spec.ts'

const credentials = SANDBOX_BUILDING.map((spec) => ({
  spec,
  username: spec.deviceId,
  secret: `secret of ${spec.name}`,
}))

test('the sandbox building has one of each kind, with unique ids and configurations of the contract', () => {
  const shape = Compile(SmartlockConfig)
  assert.deepEqual(
    SANDBOX_BUILDING.map(({ name, type }) => [name, type]),
    [
      ['Front door', 4],
      ['Apartment 1', 4],
      ['Apartment 2', 5],
      ['Old cellar', 0],
      ['Lobby', 3],
      ['Intercom', 2],
    ],
  )
  assert.equal(new Set(SANDBOX_BUILDING.map((spec) => spec.deviceId)).size, SANDBOX_BUILDING.length)
  for (const spec of SANDBOX_BUILDING) {
    assert.match(spec.deviceId, /^[0-9A-F]{8}$/)
    assert.deepEqual(shape.Errors(spec.config), [])
    assert.deepEqual(
      [spec.config.name, spec.config.timezoneId, spec.config.deviceType],
      [spec.name, 37, spec.type],
    )
    assert.equal(spec.config.capabilities, spec.type === 2 ? 1 : undefined)
  }
})

test('D20: versions are packed in bytes', () => {
  const cellar = SANDBOX_BUILDING.find((spec) => spec.name === 'Old cellar')
  assert.deepEqual([cellar?.firmware, cellar?.hardware], [133_135, 2837])
  assert.equal(firmwareText(133_135), '2.8.15')
})

test('a building starts all its locks, finds them by name or id, and stops them', async (t) => {
  const { url, aedes } = await startBroker(t)
  const building = await startBuilding({ locks: credentials, brokerUrl: url, clock: new ManualClock() })
  assert.deepEqual(
    [...building.locks.keys()],
    SANDBOX_BUILDING.map((spec) => spec.deviceId),
  )
  assert.equal(building.find('Lobby'), building.find('36E8D215'))
  assert.equal(building.find('Attic'), undefined)
  assert.ok([...building.locks.values()].every((lock) => lock.snapshot().connected))
  await building.stop()
  assert.ok([...building.locks.values()].every((lock) => !lock.snapshot().connected))
  assert.equal(aedes.closed, false)
})

test('a building in which one lock cannot connect leaves none running', async (t) => {
  const { url, aedes } = await startBroker(t)
  const clock = new ManualClock()
  aedes.authenticate = (_client, username, _password, done) => done(null, username !== '1E5A9044')
  await assert.rejects(
    startBuilding({ locks: credentials, brokerUrl: url, clock }),
    /1E5A9044 has no connection/,
  )
  assert.equal(clock.waiting, 0)
})
