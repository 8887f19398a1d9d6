import assert from 'node:assert/strict'
import { connectAccess, keypadLock, playedKeypad } from '../../../../test/access-device.ts'
import { apiTest, type World } from '../../../../test/world.ts'
import { fail } from '../../../platform/app-error.ts'
import { inTransaction, type WorkCtx } from '../../../platform/context.ts'
import * as authorizations from '../service.ts'

type Refusal = authorizations.GrantRefusal | authorizations.ChangeRefusal

/** The service at work by itself in the owner's account: nobody called. */
const workOf = (w: World): WorkCtx<Refusal> => ({ ...w.service.contextFor(w.owner.accountId), fail })

/** Everything that ended, in order, as another area hears of it. */
function heardOf(w: World, type: string): string[] {
  const heard: string[] = []
  const { ports } = w.service.platform
  const { operationsEnded } = ports
  ports.operationsEnded = async (ctx, all) => {
    await operationsEnded(ctx, all)
    const ended = all.filter((operation) => operation.type === type)
    if (ended.length === 0) return
    assert.ok(ctx.db.isTransaction, 'in the transaction that ends them')
    heard.push(...ended.map(({ id, status }) => `${id} ${status}`))
  }
  return heard
}

apiTest('another area grants codes, and hears once of the end of its own operation (D23)', async (w) => {
  const heard = heardOf(w, 'reservation.issue')
  const [one, two] = [await playedKeypad(w, 'One'), await playedKeypad(w, 'Two')]
  const call: authorizations.Call = { type: 'reservation.issue', payload: { reservation: 'r' } }
  const granted: authorizations.Granted = await authorizations.grant(
    workOf(w),
    { smartlockIds: [one.smartlockId, two.smartlockId], type: 13, name: 'Guest', remoteAllowed: false },
    call,
  )
  assert.equal(granted.authIds.length, 2)
  assert.match(String(granted.code), /^[1-9]{6}$/)
  one.obeyAll()
  two.obeyAll()
  await w.untilOperation(granted.operationId, 'confirmed')
  assert.deepEqual(heard, [`${granted.operationId} confirmed`])
  const operation = await w.api.operations.get({ params: { operationId: granted.operationId } })
  assert.equal(operation.data.type, 'reservation.issue')
})

apiTest('a change for a lock that is offline joins what waits, and both operations end (D24)', async (w) => {
  const heard = heardOf(w, 'reservation.update')
  const lock = await keypadLock(w)
  const grant = { smartlockIds: [lock.smartlockId], type: 13, name: 'Guest', remoteAllowed: false } as const
  const granted = await authorizations.grant(workOf(w), grant)
  const patch = { window: { untilDate: 4_102_444_800_000 } }
  const changes: authorizations.Change[] = [{ id: granted.authIds[0] as string, patch }]
  const changed = await authorizations.change(workOf(w), changes, { type: 'reservation.update' })
  const device = await connectAccess(w, lock)
  device.obeyAll()
  await w.untilOperation(granted.operationId, 'confirmed')
  await w.untilOperation(changed, 'confirmed')
  assert.deepEqual(heard, [`${changed} confirmed`])
  assert.equal(device.patches.length, 1, 'both went out as one')
})

apiTest('all that a person was given is taken away, on the locks too (D66)', async (w) => {
  const heard = heardOf(w, 'user.delete')
  const lock = await playedKeypad(w)
  lock.obeyAll()
  const { data: user } = await w.api.accountUsers.create({ body: { email: 'a@example.com', name: 'A' } })
  const grant = { smartlockIds: [lock.smartlockId], type: 13, remoteAllowed: false } as const
  const { accountUserId } = user
  for (const name of ['One', 'Two']) await authorizations.grant(workOf(w), { ...grant, name, accountUserId })
  const other = await authorizations.grant(workOf(w), { ...grant, name: 'Other' })
  await w.untilOperation(other.operationId, 'confirmed')
  const call = { type: 'user.delete', payload: { accountUserId } } as const
  const operationId = await authorizations.revokeAllOfUser(workOf(w), accountUserId, call)
  await w.untilOperation(operationId, 'confirmed')
  assert.deepEqual(heard, [`${operationId} confirmed`])
  assert.deepEqual([...lock.held.keys()], other.authIds)
  assert.equal((await w.api.authorizations.list()).data.length, 1)
  const nothing = await authorizations.revokeAllOfUser(workOf(w), accountUserId, call)
  assert.equal(nothing, undefined, 'nothing was left to take away')
})

apiTest('what the caller rolls back was never granted', async (w) => {
  const lock = await keypadLock(w)
  const grant = { smartlockIds: [lock.smartlockId], type: 13, name: 'Guest', remoteAllowed: false } as const
  const rolledBack = inTransaction(workOf(w), async (tx) => {
    await authorizations.grant(tx, grant)
    throw new Error('the caller gives up')
  })
  await assert.rejects(rolledBack, /gives up/)
  const { data } = await w.api.authorizations.paged()
  assert.equal(data.pagination.totalItems, 0)
  assert.deepEqual((await w.api.operations.list()).data, [])
})

apiTest(
  'a change that replaces what is under way joins it on a lock that is online, but never a deletion',
  async (w) => {
    const lock = await playedKeypad(w)
    const grant = { smartlockIds: [lock.smartlockId], type: 13, name: 'Guest', remoteAllowed: false } as const
    const granted = await authorizations.grant(workOf(w), grant)
    const id = granted.authIds[0] as string
    await lock.patch(0)
    const change = (name: string) =>
      authorizations.change(workOf(w), [{ id, patch: { name } }], { replacesPending: true })
    assert.equal(await change('Later'), granted.operationId)
    lock.obeyAll()
    await w.untilOperation(granted.operationId, 'confirmed')
    assert.equal(lock.held.get(id)?.entry.name, 'Later', 'the last value is on the lock')
    await lock.device.drop()
    await w.until('the lock is offline', async () => {
      const { data } = await w.api.smartlocks.get({ params: { smartlockId: lock.smartlockId } })
      return data.serverState === 4
    })
    await authorizations.revoke(workOf(w), [id])
    await assert.rejects(change('Too late'), { code: 'resource_locked' })
  },
)
