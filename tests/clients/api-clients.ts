import assert from 'node:assert/strict'
import { type Client, type House, load, untilState } from './house.ts'

/** Libraries for the API. */

const Nuki = load('nuki-web-api')

const nukiOf = ({ url, token }: House) => new Nuki(token, { url })

export const nukiWebApi: Client = {
  name: 'nuki-web-api',
  speaks: 'API',
  calls: {
    getAccount: async (house) => assert.equal((await nukiOf(house).getAccount()).name, 'Owner'),
    getSmartlocks: async (house) => assert.ok((await nukiOf(house).getSmartlocks()).length > 1),
    getSmartlock: async (house) => {
      const lock = await nukiOf(house).getSmartlock(house.smartlockId)
      assert.deepEqual([lock.name, lock.state.state], ['Front door', 1])
    },
    setAction: async (house) => {
      await nukiOf(house).setAction(house.smartlockId, 1)
      await untilState(house, 3)
      await nukiOf(house).setAction(house.smartlockId, 2)
      await untilState(house, 1)
    },
    updateSmartlock: async (house) => {
      await nukiOf(house).updateSmartlock(house.smartlockId, { favorite: true })
      assert.equal((await nukiOf(house).getSmartlock(house.smartlockId)).favorite, true)
    },
    setConfig: async (house) => {
      const { config } = await nukiOf(house).getSmartlock(house.smartlockId)
      await nukiOf(house).setConfig(house.smartlockId, { ...config, ledBrightness: 2 })
    },
    setAdvancedConfig: async (house) => {
      const { advancedConfig } = await nukiOf(house).getSmartlock(house.smartlockId)
      await nukiOf(house).setAdvancedConfig(house.smartlockId, { ...advancedConfig, autoLock: false })
    },
    getSmartlockLogs: async (house) => {
      assert.ok((await nukiOf(house).getSmartlockLogs(house.smartlockId, { limit: 10 })).length > 0)
    },
    getSmartlockAuths: async (house) => assert.ok(Array.isArray(await nukiOf(house).getSmartlockAuths())),
    getSmartlockAuth: async (house) =>
      assert.ok(Array.isArray(await nukiOf(house).getSmartlockAuth(house.smartlockId))),
    getNotification: async (house) => assert.deepEqual(await nukiOf(house).getNotification(), []),
    getSubscription: async (house) => assert.deepEqual(await nukiOf(house).getSubscription(), []),
    getBrand: async (house) => assert.ok((await nukiOf(house).getBrand()).length > 0),
  },
}
