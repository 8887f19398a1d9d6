// Runs in a process of its own: PostgreSQL lives in real time, while the others of this folder share a virtual clock.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { issueCertificate, TEST_CA_FILE } from '../../server/test/certificates.ts'
import { apiTest, type World } from '../../server/test/world.ts'
import { type ServiceRig, startServiceRig, untilOnline } from './service-rig.ts'

const [FRONT, BACK] = ['fake:1', 'fake:2'] as const

const codesOn = ({ hub }: ServiceRig, key: string) => [...(hub.locks.get(key)?.slots.values() ?? [])].sort()

const addCode = async (w: World, smartlockId: number, code: number) => {
  const body = { name: `Guest ${code}`, type: 13, remoteAllowed: false, code } as const
  await w.api.authorizations.createOn({ params: { smartlockId }, body })
}

apiTest('a lock that a gateway found is adopted, moves, holds codes and tells who came', async (w, t) => {
  const rig = await startServiceRig(w, t, [FRONT, BACK])
  rig.hub.locks.get(FRONT)!.slots.set(1, '9876')
  await rig.start()
  const smartlockId = await rig.adopt(FRONT)
  const params = { smartlockId }
  await w.api.smartlocks.update({ params, body: { remoteUnlock: true } })
  const { operationId } = await w.api.smartlocks.unlock({ params })
  await w.untilOperation(operationId, 'confirmed')
  assert.deepEqual([rig.hub.locks.get(FRONT)?.moves, rig.hub.locks.get(FRONT)?.bolt], [1, 'unlocked'])
  await addCode(w, smartlockId, 438_365)
  await w.until('the code on the lock', async () => codesOn(rig, FRONT).includes('438365'))
  const auth = await w.until('the code to be synced', async () => {
    const { data } = await w.api.authorizations.listOf({ params })
    return data.find(({ code, authId }) => code === 438_365 && authId !== undefined)
  })
  const slot = [...rig.hub.locks.get(FRONT)!.slots].find(([, code]) => code === '438365')?.[0]
  rig.hub.sink.happened(FRONT, { what: 'unlocked', by: 'keypad', slot: slot! })
  await w.until('the log of who came', async () => {
    const { data } = await w.api.smartlocks.logOf({ params })
    return data.some(({ name, trigger }) => trigger === 255 && name === 'Guest 438365')
  })
  await w.api.authorizations.remove({ params: { smartlockId, id: auth.id } })
  await w.until('the code off the lock', async () => codesOn(rig, FRONT).length === 1)
  assert.deepEqual(codesOn(rig, FRONT), ['9876'])
  assert.ok(!rig.log.some((line) => line.includes('438365') || line.includes('9876')))
})

apiTest(
  'an unlock that nobody can prove ends as unknown, and one for a lock that is away never starts',
  async (w, t) => {
    const rig = await startServiceRig(w, t, [FRONT])
    await rig.start()
    const smartlockId = await rig.adopt(FRONT)
    const params = { smartlockId }
    await w.api.smartlocks.update({ params, body: { remoteUnlock: true } })
    rig.hub.locks.get(FRONT)!.isMute = true
    const { operationId } = await w.api.smartlocks.unlock({ params })
    await w.until('the movement', async () => rig.hub.locks.get(FRONT)?.moves === 1)
    rig.hub.goDown()
    await untilOnline(w, smartlockId, false)
    await w.refuses(w.api.smartlocks.unlock({ params }), 'smartlock_offline')
    rig.hub.comeUp()
    await untilOnline(w, smartlockId)
    await w.untilOperation(operationId, 'unknown')
    assert.equal(rig.hub.locks.get(FRONT)?.moves, 1)
  },
  { config: { action: { proofSeconds: 2 } } },
)

apiTest(
  'a gateway that starts again goes on where it was; one that is given a lock back takes its codes off',
  async (w, t) => {
    const rig = await startServiceRig(w, t, [FRONT, BACK])
    const first = await rig.start()
    const ids = [await rig.adopt(FRONT), await rig.adopt(BACK)]
    for (const smartlockId of ids) await addCode(w, smartlockId, 438_365)
    await w.until('the codes', async () => codesOn(rig, FRONT).length + codesOn(rig, BACK).length === 2)
    await first.stop()
    await untilOnline(w, ids[0]!, false)
    const lock = rig.hub.locks.get(FRONT)!
    const before = [lock.writes, lock.erasures]
    await rig.start()
    for (const smartlockId of ids) await untilOnline(w, smartlockId)
    assert.deepEqual([lock.writes, lock.erasures], before)
    await w.api.smartlocks.remove({ params: { smartlockId: ids[0]! } })
    await w.until('the code off the lock', async () => codesOn(rig, FRONT).length === 0)
    assert.deepEqual(codesOn(rig, BACK), ['438365'])
  },
)

apiTest(
  'a broker that nobody vouches for is told nothing, and the log says why the locks stay away',
  async (w, t) => {
    let heard = 0
    const broker = createServer(issueCertificate({ authority: 'stranger' }), (socket) => {
      socket.on('data', ({ length }) => {
        heard += length
      })
      socket.on('error', () => undefined)
    })
    t.after(() => broker.close())
    await once(broker.listen(0, '127.0.0.1'), 'listening')
    let isReadable = false
    const rig = await startServiceRig(w, t, [FRONT], {
      broker: `mqtts://127.0.0.1:${(broker.address() as AddressInfo).port}`,
      brokerTrust: () => {
        // At first it is just being replaced, which ends nothing.
        if (!isReadable) {
          isReadable = true
          throw new Error('ENOENT')
        }
        return { ca: readFileSync(TEST_CA_FILE) }
      },
    })
    const refused = once(broker, 'tlsClientError')
    await rig.start()
    const smartlockId = await rig.take(FRONT)
    await refused
    const complaints = rig.log.filter((line) => line.includes('the broker of the locks cannot be reached'))
    assert.equal(complaints.length, 1, rig.log.join('\n'))
    const { data } = await w.api.smartlocks.get({ params: { smartlockId } })
    assert.deepEqual([heard, data.serverState === 0], [0, false])
  },
)
