import assert from 'node:assert/strict'
import { SANDBOX_BUILDING } from '@latchwork/simulator'
import { ask, bridgeToken, encrypted, nukiIdOf, plain } from '../../../../test/bridge-program.ts'
import { apiTest } from '../../../../test/world.ts'

const ON = { config: { bridge: { enabled: true } } }

apiTest(
  'a blocking action ends by what the lock shows: success when proven, and not when it failed (D136)',
  async (w) => {
    const token = await bridgeToken(w)
    const { smartlockId, device } = await w.played()
    const asked = { nukiId: nukiIdOf(smartlockId), deviceType: 4 }
    const act = (path: string, more: Record<string, string | number> = {}) =>
      ask(w, path, { ...asked, ...more, ...encrypted(token) })

    const unlocking = act('/lockAction', { action: 1 })
    const command = await device.command(0)
    assert.equal((await act('/lock')).status, 503, 'busy')
    await device.ack(command, 'done', 0)
    assert.equal((await unlocking).body.success, true)

    const locking = act('/lock')
    await device.ack(await device.command(1), 'done', 66)
    const failed = await locking
    assert.deepEqual([failed.status, failed.body.success], [200, false])

    const opening = await act('/lockAction', { action: 3, nowait: 1 })
    assert.equal(opening.body.success, true, 'taken, as it was asked not to wait')
    await device.ack(await device.command(2), 'done', 0)
    assert.deepEqual(
      device.commands.map(({ action }) => action),
      [1, 2, 3],
    )
    await w.until('the next one is let through', async () => {
      const { data } = await w.api.smartlocks.get({ params: { smartlockId } })
      return data.operationId === undefined
    })
    const lost = act('/unlock')
    await device.command(3)
    await device.drop()
    assert.equal((await lost).body.success, false, 'nobody knows what became of it')
    const [entry] = (await w.api.operations.list({ query: { limit: 1 } })).data
    assert.equal(entry?.status, 'unknown')
  },
  { config: { ...ON.config, action: { ttlSeconds: 1, proofSeconds: 1 } } },
)

apiTest(
  'what is asked of a bridge is refused with its numbers: 404 unknown, 400 wrong, 503 not there; HEAD moves nothing',
  async (w) => {
    const token = await bridgeToken(w)
    const { smartlockId } = await w.lock()
    const nukiId = nukiIdOf(smartlockId)
    const status = async (path: string, asked: Record<string, string | number>) =>
      (await ask(w, path, { ...asked, ...plain(token) })).status
    assert.equal(await status('/lockState', { nukiId, deviceType: 4 }), 503)
    assert.equal(await status('/lockAction', { nukiId, deviceType: 4, action: 1 }), 503)
    assert.equal(await status('/lockState', { nukiId: nukiId + 1, deviceType: 4 }), 404)
    assert.equal(await status('/lockState', { nukiId, deviceType: 2 }), 404)
    assert.equal(await status('/lockState', { nukiId: 'x' }), 400)
    assert.equal(await status('/lockState', {}), 400)
    assert.equal(await status('/lockAction', { nukiId, deviceType: 4, action: 6 }), 400)
    assert.equal(await status('/lockAction', { nukiId, deviceType: 4 }), 400)
    assert.equal(await status('/nothing', {}), 404)
    assert.equal(await status('/callback/remove', { id: 'x' }), 400)
    const { smartlockId: online, device } = await w.played()
    const url = `/lockAction?nukiId=${nukiIdOf(online)}&deviceType=4&action=1&nowait=1&token=${token}`
    for (const method of ['HEAD', 'POST'] as const)
      assert.equal((await w.service.bridge?.inject({ method, url }))?.statusCode, 404, method)
    await w.service.settle()
    assert.deepEqual(device.commands, [])
  },
  ON,
)

apiTest(
  'the list has every device with its state in the words of the bridge; the newest locks pass for those before',
  async (w) => {
    const token = await bridgeToken(w)
    const never = await w.lock({ type: 5, name: 'New' })
    const { smartlockId } = await w.simulated()
    const intercom = SANDBOX_BUILDING.find(({ type }) => type === 2)
    assert.ok(intercom)
    const opener = await w.simulated({ spec: intercom })
    const { body } = await ask(w, '/list', plain(token))
    const device = (id: number) => body.find(({ nukiId }: { nukiId: number }) => nukiId === nukiIdOf(id))
    assert.partialDeepStrictEqual(device(smartlockId), {
      deviceType: 4,
      lastKnownState: { mode: 2, state: 1, stateName: 'locked', batteryCritical: false },
    })
    assert.match(device(smartlockId).firmwareVersion, /^\d+\.\d+\.\d+$/)
    assert.match(device(smartlockId).lastKnownState.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.partialDeepStrictEqual(device(never.smartlockId), {
      deviceType: 4,
      lastKnownState: { state: 255, stateName: 'undefined' },
    })
    assert.partialDeepStrictEqual(device(opener.smartlockId), {
      deviceType: 2,
      lastKnownState: { state: 1, stateName: 'online', ringactionState: false },
    })
    const nukiId = nukiIdOf(opener.smartlockId)
    const continuous = await ask(w, '/lockAction', { nukiId, deviceType: 2, action: 4, ...plain(token) })
    assert.equal(continuous.body.success, true)
    const state = await ask(w, '/lockState', { nukiId, deviceType: 2, ...plain(token) })
    assert.equal(state.body.mode, 3, 'continuous mode has another number on the bridge')
    const short = await ask(w, '/unlock', { nukiId: nukiIdOf(smartlockId), ...plain(token) })
    assert.equal(short.body.success, true, 'the kind may be left out')
    const log = await ask(w, '/log', { count: 1, ...plain(token) })
    assert.equal(log.body[0].nukiId, nukiIdOf(smartlockId))
    await ask(w, '/clearlog', plain(token))
    assert.deepEqual((await ask(w, '/log', plain(token))).body, [])
    assert.ok((await w.api.smartlocks.log()).data.length > 0, "the account's own log stays")
    const [entry] = (await w.api.smartlocks.logOf({ params: { smartlockId } })).data
    assert.equal(entry?.name, 'Owner (bridge)')
  },
  ON,
)
