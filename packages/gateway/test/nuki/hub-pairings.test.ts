import '../virtual-time/install.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pairing } from '@latchwork/contract'
import { startServiceBench } from '../nuki-web/service-bench.ts'
import { hubBroker, startHubLock } from './hub-partner.ts'
import { freePort, untilThere } from './partner.ts'

const WINDOW = {
  timeLimited: 1,
  allowedFrom: '2026-07-01 12:00:00',
  allowedUntil: '2026-07-08 09:30:00',
  allowedWeekdays: ['mon', 'sun'],
  allowedFromTime: '08:00',
  allowedUntilTime: '17:05',
}

test('apps and fobs of a lock behind a nuki_hub are listed, switched off and on with their window, and removed, each proven by the list that comes after it', async (t) => {
  const { w, start, params } = await startServiceBench(t)
  const port = await freePort()
  const starting = start([hubBroker(port)])
  const hub = await untilThere(() => startHubLock(port))
  t.after(() => hub.face.stop())
  const { authorizations, received } = hub.face
  const guest = authorizations.pair('Guest phone', WINDOW)
  const fob = authorizations.pair('Fob', { idType: 2, remoteAllowed: 0 })
  hub.face.tellAuthorizations()
  await starting
  const list = async () => (await w.api.pairings.list({ params })).data
  const one = async (id: number) => (await list()).find(({ pairingId }) => pairingId === id)
  const change = async (pairingId: number, enabled: boolean) =>
    (await w.api.pairings.update({ params: { ...params, pairingId }, body: { enabled } })).operationId
  await w.until('they are listed', async () => (await list()).length === 3)
  assert.deepEqual(
    (await list()).map(({ name, kind, enabled, isOwn, remoteAllowed }) => [
      name,
      kind,
      enabled,
      isOwn,
      remoteAllowed,
    ]),
    [
      ['NukiHub', 'bridge', true, true, true],
      ['Guest phone', 'app', true, false, true],
      ['Fob', 'fob', true, false, false],
    ],
  )
  const window: Pairing['window'] = {
    from: '2026-07-01 12:00:00',
    until: '2026-07-08 09:30:00',
    weekDays: 65,
    fromTime: 480,
    untilTime: 1025,
  }
  assert.deepEqual((await one(guest))?.window, window)
  const { data } = await w.api.smartlocks.capability({ params })
  assert.deepEqual(data.told?.pairings, { change: true, add: false })

  // Off and on again: the lock forgets the window of one that is off, and gets it back whole.
  await w.untilOperation(await change(guest, false), 'confirmed')
  assert.equal(authorizations.entries.get(guest)?.allowedFrom, '0000-00-00 00:00:00')
  await w.until('it is off', async () => (await one(guest))?.enabled === false)
  assert.deepEqual((await one(guest))?.window, window)
  await w.untilOperation(await change(guest, true), 'confirmed')
  const { enabled, name, remoteAllowed, ...held } = authorizations.entries.get(guest) ?? assert.fail()
  assert.deepEqual([enabled, name, remoteAllowed], [1, 'Guest phone', 1])
  assert.partialDeepStrictEqual(held, WINDOW)

  // Somebody switched it off with the maker's app before we ever saw its window: nobody can give that back.
  const lost = authorizations.pair('Lost', { ...WINDOW, enabled: 0, allowedFrom: '0000-00-00 00:00:00' })
  hub.face.tellAuthorizations()
  await w.until('it is listed', async () => (await one(lost)) !== undefined)
  await w.refuses(change(lost, true), 'not_supported_by_device')

  const own = (await list()).find(({ isOwn }) => isOwn)?.pairingId ?? 0
  await w.refuses(change(own, false), 'not_supported_by_device')
  await w.refuses(w.api.pairings.remove({ params: { ...params, pairingId: own } }), 'not_supported_by_device')
  await w.refuses(change(4711, false), 'not_found')

  // The hub says that it did, and did not; then it is not allowed to; then it really does.
  authorizations.manners.dropsWrites = true
  await w.untilOperation(await change(fob, false), 'failed')
  authorizations.manners.dropsWrites = false
  authorizations.manners.hasPin = false
  await w.untilOperation(await change(fob, false), 'failed')
  await w.until('that it may not is told', async () => {
    const { data: now } = await w.api.smartlocks.capability({ params })
    return now.told?.pairings?.change === false
  })
  await w.refuses(change(fob, false), 'not_supported_by_device')
  assert.equal(authorizations.entries.get(fob)?.enabled, 1)
  authorizations.manners.hasPin = true
  await hub.face.say('lock/authorization/commandResult', 'success')
  await w.until('that it may is told', async () => {
    const { data: now } = await w.api.smartlocks.capability({ params })
    return now.told?.pairings?.change === true
  })
  const gone = await w.api.pairings.remove({ params: { ...params, pairingId: fob } })
  await w.untilOperation(gone.operationId, 'confirmed')
  await w.until('it is gone', async () => (await one(fob)) === undefined)
  assert.equal(authorizations.entries.has(fob), false)

  // The gateway ends while the lock has not answered: the change is shown as waiting, is told again, and comes true once.
  authorizations.manners.dropsWrites = true
  const waiting = await change(guest, false)
  await w.until('the lock was told', async () => received.at(-1)?.includes(`"authId":${guest}`) === true)
  const restarting = start([hubBroker(port)])
  authorizations.manners.dropsWrites = false
  await untilThere(() => hub.face.online())
  await restarting
  assert.equal((await one(guest))?.operationId, waiting)
  await w.untilOperation(waiting, 'confirmed')
  assert.equal(authorizations.entries.get(guest)?.enabled, 0)

  // A new app right is nothing that the hub could make, and is refused with its reason.
  const app = { name: 'Ida', type: 0, remoteAllowed: true } as const
  const refused = await w.request('PUT', `/smartlock/${params.smartlockId}/auth`, { body: app })
  assert.equal(refused.statusCode, 400, refused.payload)
  assert.match(refused.payload, /keypad codes/)
  const touched = received.filter((line) => line.startsWith('lock/authorization/action'))
  assert.ok(
    touched.every((line) => !line.includes(`"authId":${own}`)),
    'the way of the hub itself',
  )
})
