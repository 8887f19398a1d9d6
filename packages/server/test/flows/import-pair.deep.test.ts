import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { connectAccess, keypadLock } from '../access-device.ts'
import { latchwork } from '../command-line.ts'
import { createWorld, type World } from '../world.ts'

type Shown = Record<string, unknown>

interface NukiClient {
  getSmartlocks(): Promise<Shown[]>
  getSmartlockAuths(): Promise<Shown[]>
  getSmartlockLogs(id: number, query: { limit: number }): Promise<Shown[]>
}

/** A public client of the interface, which knows neither side. */
const Nuki = createRequire(import.meta.url)('nuki-web-api') as new (
  token: string,
  options: { url: string },
) => NukiClient

async function listening({ service }: World): Promise<string> {
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
}

/** What a client sees of an account that does not depend on which of the two services it is. */
async function seenBy(client: NukiClient) {
  const locks = (await client.getSmartlocks()).sort((a, b) => Number(a.smartlockId) - Number(b.smartlockId))
  const rightOf = ({ smartlockId, type, name, code, enabled, ...auth }: Shown) => ({
    ...{ smartlockId, type, name, code, enabled, from: auth.allowedFromDate, until: auth.allowedUntilDate },
    ...{ days: auth.allowedWeekDays, fromTime: auth.allowedFromTime, untilTime: auth.allowedUntilTime },
  })
  const logs = await Promise.all(
    locks.map(({ smartlockId }) => client.getSmartlockLogs(smartlockId as number, { limit: 50 })),
  )
  return {
    locks: locks.map(({ smartlockId, type, name }) => ({ smartlockId, type, name })),
    rights: (await client.getSmartlockAuths()).map(rightOf),
    logs: logs.flat().map(({ smartlockId, name, action, trigger, state, date }) => ({
      ...{ smartlockId, name, action, trigger, state, date },
    })),
  }
}

async function furnish(w: World): Promise<void> {
  const front = await connectAccess(w, await keypadLock(w, 'Front'))
  front.obeyAll()
  await keypadLock(w, 'Back')
  const { data: anna } = await w.api.accountUsers.create({
    body: { email: 'anna@example.com', name: 'Anna' },
  })
  const code = { type: 13, remoteAllowed: false } as const
  const params = { smartlockId: front.smartlockId }
  const { operationId } = await w.api.authorizations.createOn({
    params,
    body: {
      ...{ ...code, name: 'Anna', code: 384_365, accountUserId: anna.accountUserId },
      ...{ allowedFromDate: '2030-01-01T00:00:00.000Z', allowedUntilDate: '2030-02-01T00:00:00.000Z' },
      ...{ allowedWeekDays: 124, allowedFromTime: 480, allowedUntilTime: 1080 },
    },
  })
  await w.untilOperation(operationId, 'confirmed')
  await w.api.authorizations.createOn({ params, body: { ...code, name: 'Cleaner', code: 777_888 } })
  await logged(w, front.smartlockId)
  await w.api.addresses.create({ body: { name: 'Mill Street 1', smartlockIds: [front.smartlockId] } })
}

/** A few entries of the lock, as if it had reported them. */
async function logged(w: World, smartlockId: number): Promise<void> {
  const { ids } = w.service.platform
  const rows = [1, 2, 3].map((action) => ({
    ...{ id: ids.timeOrdered(), account_id: w.owner.accountId, smartlock_id: smartlockId, device_type: 0 },
    ...{ account_user_id: null, auth_id: null, name: `Entry ${action}`, action, trigger: 0, state: 0 },
    ...{ auto_unlock: 0, source: 0, opener_log: null, error: null, date: Date.now() - 1000 + action },
  }))
  await w.db.insertInto('smartlock_log').values(rows).execute()
}

test('a second service is brought over from the command line, and a public client sees no difference', async (t) => {
  const there = await createWorld(t, 'sqlite')
  await furnish(there)
  const from = await listening(there)
  const here = await createWorld(t, 'postgres', { config: { outbound: { allowLoopback: true } } })
  const file = join(here.storage.dataDir, 'token')
  await writeFile(file, `${there.owner.token}\n`)
  const env = { LATCHWORK_OUTBOUND_ALLOW_LOOPBACK: 'true' }
  const dry = await latchwork(
    { ...here, env },
    'import',
    'nuki',
    '--token-file',
    file,
    '--from',
    from,
    '--dry-run',
  )
  assert.equal(dry.code, 0, dry.err)
  assert.match(dry.out, /What would be brought over:\n {2}people +1 to make\n {2}locks +2 to make/)
  assert.deepEqual((await here.api.smartlocks.list()).data, [])
  const done = await latchwork({ ...here, env }, 'import', 'nuki', '--token-file', file, '--from', from)
  assert.equal(done.code, 0, done.err)
  assert.match(done.out, /What was brought over:[\s\S]*keypad codes +2 made/)
  assert.ok(!done.out.includes(there.owner.token) && !done.out.includes('384365'))
  const url = await listening(here)
  const [one, other] = [new Nuki(there.owner.token, { url: from }), new Nuki(here.owner.token, { url })]
  const seen = await seenBy(one)
  assert.deepEqual([seen.locks.length, seen.rights.length, seen.logs.length], [2, 2, 3])
  assert.deepEqual(await seenBy(other), seen)
  const wrong = await latchwork(
    { ...here, env },
    'import',
    'nuki',
    '--token',
    'wrong-token-of-there',
    '--from',
    from,
  )
  assert.equal(wrong.code, 1)
  assert.match(wrong.out, /others can see it[\s\S]*refuses the token/)
})
