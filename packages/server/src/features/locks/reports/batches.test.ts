import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SANDBOX_BUILDING } from '@latchwork/simulator'
import { sql } from 'kysely'
import { recordStatements } from '../../../../test/statements.ts'
import { apiTest, bothTest, createWorld } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/context.ts'
import { createDeviceDoor } from './device.ts'

apiTest(
  'what a lock answers is known to the report right behind it, so one change is told once',
  async (w) => {
    const { deviceId, device } = await w.played()
    const ports = { ...w.service.platform.ports, sendRights: async () => {} }
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

apiTest('reports that come turn after turn are applied together, though not for ever', async (w) => {
  const { deviceId } = await w.played()
  const door = createDeviceDoor(w.service.platform, w.db, { keysWithin: async () => [] })
  const acknowledged: number[] = []
  door.start({
    acknowledgeEvents: async (_device, upTo) => void acknowledged.push(upTo),
    accessDigest: () => '',
  })
  const event = { at: 0, action: 1, trigger: 0, result: 0 }
  const say = (seq: number) => door.receive({ kind: 'event', deviceId, seq, event }, w.owner.accountId)
  say(1)
  for (let seq = 2; seq <= 10; seq++) {
    say(seq)
    await nextTurn()
  }
  await door.idle()
  const [first = 0, last] = [acknowledged[0], acknowledged.at(-1)]
  assert.equal(last, 10)
  assert.ok(first > 2 && first < 10, `the first batch ended with event ${first}`)
})

test('a report that cannot be applied is found by halves, and all others are applied', async (t) => {
  const w = await createWorld(t, 'sqlite', { alone: 'counts what the whole process asks of its databases' })
  const { deviceId, smartlockId } = await w.lock()
  const rightUsed = () => Promise.reject(new Error('a mistake that nobody has made yet'))
  const ports = { ...w.service.platform.ports, rightUsed }
  const door = createDeviceDoor({ ...w.service.platform, ports }, w.db, { keysWithin: async () => [] })
  await w.service.quiet()
  const statements = recordStatements(t)
  const event = { at: 0, action: 1, trigger: 0, result: 0 }
  for (let seq = 1; seq <= 63; seq++) door.receive({ kind: 'event', deviceId, seq, event }, w.owner.accountId)
  door.receive({ kind: 'event', deviceId, seq: 64, event: { ...event, authId: 7 } }, w.owner.accountId)
  await door.idle()
  const holds = statements.work().filter((sql) => /from "smartlock" where "device_id"/.test(sql))
  // All of them, and two halves six times.
  assert.equal(holds.length, 1 + 2 * 6)
  const { data } = await w.api.smartlocks.logOf({ params: { smartlockId }, query: { limit: 50 } })
  assert.equal(data.length, 50)
})

apiTest('an error of a device below 16 is written with two digits, as all others are', async (w) => {
  const { device, smartlockId } = await w.played()
  const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
  await device.ack(await device.command(0), 'done', 5)
  await w.untilOperation(operationId, 'failed')
  const { data } = await w.api.operations.get({ params: { operationId: operationId as string } })
  assert.equal(data.errorCode, '05')
})

apiTest(
  'what a lock says, when another process serves it by then, is neither stored nor acknowledged',
  async (w) => {
    const { deviceId, smartlockId, device } = await w.played()
    const served = { isOurs: () => true }
    const door = createDeviceDoor(
      w.service.platform,
      w.db,
      { keysWithin: async () => [] },
      {
        isOurs: () => served.isOurs(),
      },
    )
    const acknowledged: number[] = []
    door.start({
      acknowledgeEvents: async (_device, upTo) => void acknowledged.push(upTo),
      accessDigest: () => '',
    })
    const event = { at: 0, action: 1, trigger: 0, result: 0 }
    const { accountId } = w.owner
    served.isOurs = () => false
    door.receive({ kind: 'event', deviceId, seq: 1, event }, accountId)
    door.receive({ kind: 'offline', deviceId, sessionId: device.session }, accountId)
    await door.idle()
    assert.deepEqual(acknowledged, [])
    assert.equal((await w.api.smartlocks.get({ params: { smartlockId } })).data.serverState, 0)
    served.isOurs = () => true
    door.receive({ kind: 'event', deviceId, seq: 1, event }, accountId)
    await door.idle()
    assert.deepEqual(acknowledged, [1])
    assert.equal((await w.api.smartlocks.logOf({ params: { smartlockId } })).data.length, 1)
  },
)

bothTest('what locks report of one account does not wait for who writes another account', async (w) => {
  // SQLite has one writer.
  if (w.storage.engine !== 'postgres') return
  const other = await w.account()
  const [busy, free] = [await w.lock(), await w.lock({ by: other })]
  const door = createDeviceDoor(w.service.platform, w.db, { keysWithin: async () => [] })
  const event = { at: 0, action: 1, trigger: 0, result: 0 }
  const logged = async (accountId: number) =>
    (await w.db.selectFrom('smartlock_log').select('id').where('account_id', '=', accountId).execute()).length
  await inTransaction(w.service.contextFor(w.owner.accountId), async (tx) => {
    await sql`select 1`.execute(tx.db)
    door.receive({ kind: 'event', deviceId: busy.deviceId, seq: 1, event }, w.owner.accountId)
    door.receive({ kind: 'event', deviceId: free.deviceId, seq: 1, event }, other.accountId)
    await w.until('the other account has its entry', async () => (await logged(other.accountId)) === 1)
    assert.equal(await logged(w.owner.accountId), 0)
  })
  await door.idle()
  assert.equal(await logged(w.owner.accountId), 1)
})
