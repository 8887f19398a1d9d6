import assert from 'node:assert/strict'
import { connectAccess, keypadLock } from '../../../test/access-device.ts'
import { apiTest, type World } from '../../../test/world.ts'
import { fail } from '../../platform/app-error.ts'
import { checkConflicts } from './codes.ts'

const RULES = { length: 6, minLength: 6, maxLength: 6, alphabet: '123456789', forbiddenPrefixes: ['12'] }
const CODE = 384_365

/** Whether a lock with such rules takes the code for these dates, beside the one it has until 2030. */
async function verdict(
  w: World,
  smartlockId: number,
  uniqueness: 'window' | 'lock',
  fromDate: string,
): Promise<string> {
  const ctx = { ...w.service.contextFor(w.owner.accountId), fail }
  const lock = { smartlock_id: smartlockId, name: 'Door', code: { ...RULES, uniqueness } }
  const use = { lock, code: CODE, window: { fromDate: Date.parse(fromDate) } }
  return checkConflicts(ctx, [use]).then(
    () => 'taken',
    (error: { code: string }) => error.code,
  )
}

apiTest('a lock that has every code once refuses it for any other time, too (D52)', async (w) => {
  const { smartlockId } = await keypadLock(w)
  const other = await keypadLock(w)
  const body = { name: 'Guest', type: 13, remoteAllowed: false, code: CODE } as const
  await w.api.authorizations.createOn({
    params: { smartlockId },
    body: { ...body, allowedUntilDate: '2030-01-01T00:00:00.000Z' },
  })
  const verdicts = [
    await verdict(w, smartlockId, 'window', '2031-01-01'),
    await verdict(w, smartlockId, 'window', '2029-01-01'),
    await verdict(w, smartlockId, 'lock', '2031-01-01'),
    await verdict(w, other.smartlockId, 'lock', '2029-01-01'),
  ]
  assert.deepEqual(verdicts, ['taken', 'code_conflict', 'code_conflict', 'taken'])
})

/** Both halves of them fill a message of their own. */
const PAIRS = 70

const authsOf = async (w: World, smartlockId: number) =>
  (await w.api.authorizations.listOf({ params: { smartlockId } })).data

/** Codes on a lock that is offline, as many as two messages hold and more. */
async function makeCodes(w: World, smartlockId: number): Promise<void> {
  const body = { type: 13, remoteAllowed: false } as const
  for (let i = 0; i < 2 * PAIRS; i++)
    await w.api.authorizations.createOn({ params: { smartlockId }, body: { ...body, name: `Guest ${i}` } })
}

const untilSettled = (w: World, smartlockId: number) =>
  w.until('every code is settled', async () => {
    const auths = await authsOf(w, smartlockId)
    return auths.every(({ syncState }) => syncState !== 'pending') && auths
  })

apiTest('codes are swapped between more rights than one message holds (D27)', async (w) => {
  const { smartlockId, simulator } = await w.simulated()
  await simulator.goOffline()
  const isOffline = async () =>
    (await w.api.smartlocks.get({ params: { smartlockId } })).data.serverState !== 0
  await w.until('the lock is offline', isOffline)
  await makeCodes(w, smartlockId)
  await simulator.goOnline()
  const before = await untilSettled(w, smartlockId)
  // Each gets the code of one that is in another message.
  const codeOf = (i: number) => before[(i + PAIRS) % before.length]?.code as number
  const body = before.map(({ id }, i) => ({ id, code: codeOf(i) }))
  const { operationId } = await w.api.authorizations.updateMany({ body })
  const after = await untilSettled(w, smartlockId)
  assert.deepEqual(new Set(after.map(({ error }) => error)), new Set([undefined]))
  await w.untilOperation(operationId, 'confirmed')
  const held = new Map(simulator.access().map(({ name, code }) => [name, Number(code)]))
  assert.deepEqual(held, new Map(before.map(({ name }, i) => [name, codeOf(i)])))
})

apiTest('a code that the lock will not free is given up when nothing else waits any more', async (w) => {
  const lock = await keypadLock(w)
  const { smartlockId } = lock
  await makeCodes(w, smartlockId)
  const device = await connectAccess(w, lock)
  let taken: string | undefined
  device.obeyAll((id, entry) => (id === taken && entry !== null ? 0x2a : undefined))
  const auths = await untilSettled(w, smartlockId)
  taken = auths[0]?.id
  const body = auths.map(({ id }, i) => ({ id, name: `Other ${i}` }))
  const { operationId } = await w.api.authorizations.updateMany({ body })
  await w.untilOperation(operationId, 'failed')
  const states = await authsOf(w, smartlockId)
  assert.match(states[0]?.error ?? '', /\(2a\)/)
  assert.ok(states.slice(1).every(({ syncState }) => syncState === 'synced'))
})
