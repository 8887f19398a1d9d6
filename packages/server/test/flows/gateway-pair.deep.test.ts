import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createClient } from '@latchwork/sdk'
import { deriveLogin } from '../../src/devices/device-keys.ts'
import { CLUSTER_MS, isOnline, startCluster } from '../cluster.ts'
import { eventually } from '../eventually.ts'
import { connectDevice } from '../ldp-device.ts'
import { deviceTopics } from '../mosquitto.ts'
import { FOUND_CAPABILITY, foundLock, newGatewayToken } from '../played-gateway.ts'
import type { ServiceProcess } from '../service-process.ts'

const CONFIG = {
  name: 'Front',
  latitude: 0,
  longitude: 0,
  timezoneOffset: 0,
  singleLock: false,
  advertisingMode: 0,
  timezoneId: 37,
}

const confirmed = ({ api }: ServiceProcess, operationId: string | undefined) =>
  eventually(
    'it is confirmed',
    async () => {
      const params = { operationId: operationId as string }
      return (await api.operations.get({ params })).data.status === 'confirmed'
    },
    CLUSTER_MS,
  )

async function startPair(t: TestContext) {
  const cluster = await startCluster(t, 2, 0)
  const [first, second] = cluster.processes as [ServiceProcess, ServiceProcess]
  return { ...cluster, first, second }
}

test('a gateway is claimed, reports, adopts and serves its locks through two processes, and through one when the other dies', {
  timeout: CLUSTER_MS * 4,
}, async (t) => {
  const { broker, first, second } = await startPair(t)
  const { data: made } = await first.api.gateways.create({ body: { name: 'Cellar' } })
  const { gatewayId, claimCode } = made
  const token = newGatewayToken()
  /** What a gateway asks of whichever process it happens to reach. */
  const at = ({ url }: ServiceProcess) => createClient({ baseUrl: url, token }).gateways
  const report = { version: '1.0.0', hubs: [], queue: { waiting: 0 } }
  const { key } = foundLock()
  // Both at once, as when an answer was lost and the box asks again elsewhere: it is the same claim.
  const body = { claimCode, token, version: '1.0.0' }
  const claims = await Promise.all([first, second].map((one) => at(one).claim({ body })))
  assert.deepEqual(
    claims.map(({ data }) => data.gatewayId),
    [gatewayId, gatewayId],
  )
  await at(first).report({ body: { ...report, locks: [foundLock()] } })
  const { data: seen } = await second.api.gateways.get({ params: { gatewayId } })
  assert.deepEqual([seen.state, seen.locks.map((lock) => lock.key)], ['connected', [key]])

  const { revision } = (await at(second).adoptions({ body: {} })).data
  const waiting = at(second).adoptions({ body: { revision, waitSeconds: 25 } })
  const adopting = [first, second].map(({ api }) =>
    api.gateways.adopt({ params: { gatewayId, key }, body: { name: 'Front' } }),
  )
  const adopted = (await Promise.all(adopting)).map(({ data }) => data.smartlockId)
  assert.equal(new Set(adopted).size, 1, 'asked for twice, it is one lock')
  const [smartlockId] = adopted as [number, number]
  const { data: heard } = await waiting
  assert.deepEqual(
    heard.adoptions.map((adoption) => adoption.smartlockId),
    [smartlockId],
    'who waits at one hears what was asked at the other',
  )

  const { username, secret, deviceId } = (await at(second).credentials({ params: { key } })).data
  await broker.addUser({ username, password: deriveLogin(secret), topics: deviceTopics(deviceId) })
  const device = await connectDevice({ url: broker.url, deviceId, username, secret })
  t.after(() => device.end())
  const made13 = { driver: 'zwave-js', vendor: 'Schlage', model: 'BE469', capability: FOUND_CAPABILITY }
  const info = { at: Date.now(), type: 0, firmware: 1, hardware: 1, config: CONFIG, ...made13 }
  await device.publish('info', info)
  const params = { smartlockId }
  for (const one of [first, second])
    await eventually('it is online', () => isOnline(one, smartlockId), CLUSTER_MS)
  const lock = async (by: ServiceProcess, order: number) => {
    const { operationId } = await by.api.smartlocks.lock({ params })
    const { id } = await device.command(order)
    await device.publish('ack', { id, sess: device.session, phase: 'done', code: 0, proof: 'read' })
    await confirmed(by, operationId)
  }
  await lock(first, 0)
  await lock(second, 1)

  const last = (await at(second).adoptions({ body: {} })).data.revision
  await first.kill()
  const { operationId } = await second.api.authorizations.createOn({
    params,
    body: { name: 'Ida', type: 13, code: 4711 },
  })
  const order = await eventually(
    'the code is sent by the one that is left',
    async () => device.received.some(({ topic }) => topic.endsWith('/desired')) && device.desired(0),
    CLUSTER_MS,
  )
  const [id] = Object.keys(order.set) as [string]
  await device.report(order, { values: { [id]: { n: 1, p: 'occupied' } } })
  await confirmed(second, operationId)
  await lock(second, 2)
  await at(second).report({ body: report })
  const givenUp = at(second).adoptions({ body: { revision: last, waitSeconds: 25 } })
  await second.api.smartlocks.remove({ params })
  assert.deepEqual((await givenUp).data.adoptions, [], 'and its gateway hears that at once')
})
