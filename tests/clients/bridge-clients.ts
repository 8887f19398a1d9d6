import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, type House, load, loadModule, untilState } from './house.ts'

/** Programs that know the HTTP bridge of these locks. */

const { Bridge, lockAction } = load('nuki-bridge-api')

const bridgeOf = ({ bridge }: House, options: object = {}) =>
  new Bridge('127.0.0.1', bridge.port, bridge.token, { delayBetweenRequests: 1, ...options })

const nukiOf = async (house: House) => bridgeOf(house).get(house.nukiId)

export const nukiBridgeApi: Client = {
  name: 'nuki-bridge-api',
  speaks: 'bridge, hashed token',
  calls: {
    'Bridge.list': async (house) => {
      const locks = await bridgeOf(house).list()
      const front = locks.find(({ nukiId }: { nukiId: number }) => nukiId === house.nukiId)
      assert.deepEqual([front.name, front.lastKnownState.stateName], ['Front door', 'locked'])
    },
    'Bridge.list with a plain token': async (house) => {
      assert.ok((await bridgeOf(house, { forcePlainToken: true }).list()).length > 1)
    },
    'Bridge.info': async (house) => {
      const info = await bridgeOf(house).info()
      assert.deepEqual([info.bridgeType, info.serverConnected], [1, true])
    },
    'Nuki.lockAction': async (house) => {
      assert.equal(await (await nukiOf(house)).lockAction(lockAction.UNLOCK), true)
      await untilState(house, 3)
    },
    'Nuki.lockState': async (house) => assert.equal(await (await nukiOf(house)).lockState(), 3),
    'Nuki.lock': async (house) => {
      assert.equal(await (await nukiOf(house)).lock(), true)
      await untilState(house, 1)
    },
    'Nuki.unlock': async (house) => assert.equal(await (await nukiOf(house)).unlock(), true),
    'Nuki.lockAction without waiting': async (house) => {
      assert.equal(await (await nukiOf(house)).lockAction(lockAction.LOCK, true), true)
      await untilState(house, 1)
    },
    'Bridge.addCallback, Callback events': callbackEvents,
    'Bridge.log': async (house) => assert.ok((await bridgeOf(house).log(0, 5)).length > 0),
    'Bridge.clearlog': async (house) => {
      await bridgeOf(house).clearlog()
      assert.deepEqual(await bridgeOf(house).log(), [])
    },
  },
}

/** Its own listener takes what it is posted and never answers. */
async function callbackEvents(house: House): Promise<void> {
  const port = await freePort()
  const callback = await bridgeOf(house).addCallback('127.0.0.1', port, true)
  const states: number[] = []
  callback.on('action', (state: number) => states.push(state))
  try {
    assert.deepEqual(
      (await bridgeOf(house).getCallbackUrls()).map(({ url }: { url: string }) => url),
      [callback.getUrl()],
    )
    assert.equal(await (await nukiOf(house)).unlock(), true)
    await house.w.until('it was told', async () => states.includes(3))
    assert.equal(await (await nukiOf(house)).lock(), true)
    await house.w.until('it was told of the next', async () => states.at(-1) === 1)
  } finally {
    callback.app?.closeAllConnections()
    await callback.remove()
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const { NbClient } = await loadModule('hb-nb-tools/NbClient')
const { NbListener } = await loadModule('hb-nb-tools/NbListener')

const nbClientOf = ({ bridge }: House, encryption: string) =>
  new NbClient({ host: `127.0.0.1:${bridge.port}`, token: bridge.token, encryption })

const ENCRYPTIONS = ['encryptedToken', 'hashedToken', 'none']

export const hbNbTools: Client = {
  name: 'hb-nb-tools',
  speaks: 'bridge, encrypted, hashed and plain token',
  calls: {
    'NbClient.init': async (house) => {
      for (const encryption of ENCRYPTIONS) {
        const client = nbClientOf(house, encryption)
        await client.init()
        assert.equal(client.firmware, '2.14.0')
      }
    },
    'NbClient.list': async (house) => {
      const { body } = await nbClientOf(house, 'encryptedToken').list()
      assert.ok(body.some(({ nukiId }: { nukiId: number }) => nukiId === house.nukiId))
    },
    'NbClient.auth': async (house) => {
      const client = new NbClient({ host: `127.0.0.1:${house.bridge.port}` })
      assert.equal(await client.auth(), null)
      await (await house.w.session()).api.bridge.pair({ body: {} })
      assert.equal(await client.auth(), house.bridge.token)
    },
    'NbClient.unlock': async (house) => {
      const { body } = await nbClientOf(house, 'encryptedToken').unlock(house.nukiId, 4)
      assert.equal(body.success, true)
    },
    'NbClient.lockState': async (house) => {
      const { body } = await nbClientOf(house, 'hashedToken').lockState(house.nukiId, 4)
      assert.deepEqual([body.success, body.state], [true, NbClient.LockStates.UNLOCKED])
    },
    'NbClient.lock': async (house) => {
      const { body } = await nbClientOf(house, 'encryptedToken').lock(house.nukiId, 4)
      assert.equal(body.success, true)
    },
    'NbClient.lockAction': async (house) => {
      const { UNLATCH, LOCK } = NbClient.LockActions
      for (const action of [UNLATCH, LOCK]) {
        const { body } = await nbClientOf(house, 'encryptedToken').lockAction(house.nukiId, 4, action)
        assert.equal(body.success, true)
      }
      await untilState(house, 1)
    },
    'NbClient.callbackAdd, NbListener events, callbackList, callbackRemove': listened,
    'NbClient.log': async (house) => {
      assert.ok((await nbClientOf(house, 'encryptedToken').log()).body.length > 0)
    },
  },
}

async function listened(house: House): Promise<void> {
  const client = nbClientOf(house, 'encryptedToken')
  await client.init()
  const listener = new NbListener()
  const url = await listener.addClient(client)
  const told: number[] = []
  client.on('event', ({ nukiId, state }: { nukiId: number; state: number }) => {
    if (nukiId === house.nukiId) told.push(state)
  })
  try {
    assert.deepEqual((await client.callbackAdd(url)).body, { success: true })
    const { body } = await client.callbackList()
    assert.deepEqual(body, { callbacks: [{ id: 0, url }] })
    await client.unlock(house.nukiId, 4)
    await client.lock(house.nukiId, 4)
    await house.w.until('it was told', async () => told.includes(3) && told.at(-1) === 1)
    assert.deepEqual((await client.callbackRemove(0)).body, { success: true })
  } finally {
    await listener.removeClient(client)
    listener._server?.closeAllConnections()
  }
}

const NukiTools = load('iobroker.nuki-extended/lib/nuki-tools.js')
const Library = load('iobroker.nuki-extended/lib/library.js')
const nodes = load('iobroker.nuki-extended/_NODES.js')

/** What its library wants of the runtime of ioBroker: it stores, logs and subscribes. */
function adapterFor(stored: Map<string, unknown>) {
  const nothing = () => undefined
  const log = { debug: nothing, silly: nothing, info: nothing, warn: nothing, error: nothing }
  return {
    log,
    namespace: 'nuki-extended.0',
    config: { bridges: [{}] },
    subscribeStates: nothing,
    setObjectNotExists: (_id: string, _object: unknown, done: () => void) => done(),
    setStateAsync: async (id: string, state: { val: unknown }) => stored.set(id, state.val),
  }
}

/** Has its library store what it got for the front door, and returns that. */
function storedFrom(payload: object): Map<string, unknown> {
  const stored = new Map<string, unknown>()
  const adapter = adapterFor(stored)
  NukiTools.updateLock(payload, new Library(adapter, { nodes }), adapter)
  return stored
}

const storedAt = (stored: ReadonlyMap<string, unknown>, end: string) =>
  [...stored].find(([id]) => id.endsWith(end))?.[1]

export const iobrokerNukiExtended: Client = {
  name: 'iobroker.nuki-extended',
  speaks: 'bridge and API, its library part',
  calls: {
    'NukiTools.updateLock from Bridge.list': async (house) => {
      const all: { nukiId: number; lastKnownState: object }[] = await bridgeOf(house).list()
      const front = all.find(({ nukiId }) => nukiId === house.nukiId)
      // As its adapter does with what the bridge lists.
      const stored = storedFrom({ ...front, bridge: 'bridge', state: front?.lastKnownState })
      const device = NukiTools.DEVICES[NukiTools.getNukiHex(house.nukiId)]
      assert.deepEqual([device.name, device.type], ['Front door', 'Smartlock'])
      assert.equal(storedAt(stored, 'state.lockState'), 1)
    },
    'WebApiHandler.processSmartLocksResponse': async (house) => {
      const WebApiHandler = load('iobroker.nuki-extended/lib/web-api.js')
      const Nuki = load('nuki-web-api')
      const stored = new Map<string, unknown>()
      const handler = new WebApiHandler()
      handler.adapter = { ...adapterFor(stored), config: { bridges: [], syncUsers: true } }
      handler.library = new Library(handler.adapter, { nodes })
      handler.active = true
      handler.api = new Nuki(house.token, { url: house.url })
      handler.processSmartLocksResponse(await handler.api.getSmartlocks())
      await house.w.until('its log was read', async () => storedAt(stored, 'front_door.logs') !== undefined)
    },
  },
}
