import assert from 'node:assert/strict'
import type { DeviceLogs } from '@latchwork/contract'
import { doorOf, now, pass, passUntil } from '../../../../../test/sandbox-door.ts'
import { apiTest, type World } from '../../../../../test/world.ts'

const withSandbox = { sandbox: true } as const
const HOUR_MS = 3_600_000
const iso = (instant: number) => new Date(instant).toISOString()
const CODE = { type: 13, remoteAllowed: false, name: 'Guest', code: 384_365 } as const

/** A code on the lock, confirmed. */
async function granted(w: World, limits: { allowedFromDate?: string } = {}) {
  const door = await doorOf(w, 'Apartment 1')
  const { operationId } = await w.api.authorizations.createOn({
    params: door.params,
    body: { ...CODE, ...limits },
  })
  await pass(w, 'PT5S')
  await w.untilOperation(operationId, 'confirmed')
  return door
}

apiTest(
  'a code that opens and one that is refused reach the log and DEVICE_LOGS with the authorization; only uses count',
  async (w) => {
    const door = await granted(w)
    const { id } = await door.auth('Guest')
    await w.emitted()
    assert.equal(await door.types(384_365), true)
    await w.api.authorizations.update({ params: { ...door.params, id }, body: { enabled: false } })
    await pass(w, 'PT5S')
    assert.equal(await door.types(384_365), false)
    assert.equal(await door.types(465_738), false, 'nobody has that one')
    assert.deepEqual(
      (await door.log())
        .filter(({ trigger }) => trigger === 255)
        .map(({ action, state, source, authId, name }) => [action, state, source, authId, name]),
      [
        [1, 224, 1, undefined, ''],
        [1, 224, 1, id, 'Guest'],
        [1, 0, 1, id, 'Guest'],
      ],
    )
    const { lockCount, lastActiveDate } = await door.auth('Guest')
    const opened = (await door.log()).find(({ authId, state }) => authId === id && state === 0)
    assert.deepEqual([lockCount, lastActiveDate], [1, opened?.date])
    const logs = await w.api.events.list({ query: { limit: 1000 } })
    const told = logs.data.events
      .filter(({ feature }) => feature === 'DEVICE_LOGS')
      .map(({ payload }) => (payload as DeviceLogs).smartlockLog)
      .filter(({ trigger }) => trigger === 255)
    assert.deepEqual(
      told.map(({ state, authId }) => [state, authId]),
      [
        [0, id],
        [224, id],
        [224, undefined],
      ],
    )
  },
  withSandbox,
)

apiTest(
  'a keypad goes by the clock of its lock: one that is ahead opens early, one that is behind late',
  async (w) => {
    const start = (await now(w)) + 2 * HOUR_MS
    const door = await granted(w, { allowedFromDate: iso(start) })
    assert.equal(await door.types(384_365), false)
    await door.switchTo({ clockSkewMs: 2 * HOUR_MS })
    assert.equal((await door.real()).access[0]?.allowed, true)
    assert.equal(await door.types(384_365), true)
    await door.switchTo({ clockSkewMs: -HOUR_MS })
    await passUntil(w, start)
    assert.equal(await door.types(384_365), false)
    await door.switchTo({ clockSkewMs: 0 })
    assert.equal(await door.types(384_365), true)
  },
  withSandbox,
)

apiTest(
  'a lock that masks its codes is not written again and again, and its codes work',
  async (w) => {
    const door = await doorOf(w, 'Apartment 1')
    await door.switchTo({ profile: 'masked codes' })
    await granted(w)
    const before = await door.auth('Guest')
    await w.emitted()
    for (const connection of ['offline', 'online', 'cut', 'online'] as const) {
      await door.switchTo({ connection })
      await pass(w, 'PT40S')
    }
    await w.api.smartlocks.sync({ params: door.params })
    await pass(w, 'PT40S')
    assert.deepEqual(await door.auth('Guest'), before)
    assert.ok(!(await w.emitted()).includes('DEVICE_AUTHS'))
    assert.deepEqual((await door.real()).access[0]?.code, '******')
    assert.equal(await door.types(384_365), true)
  },
  withSandbox,
)

apiTest(
  'a lock that lost its access rights gets them once more, and a second time somebody is told (8.3)',
  async (w) => {
    const door = await granted(w)
    await door.does({ event: 'reboot' })
    await pass(w, 'PT5S')
    assert.equal((await door.real()).access.length, 1, 'a loss of power takes nothing away')
    assert.equal((await door.auth('Guest')).syncState, 'synced')
    await door.does({ event: 'forgetAccess' })
    assert.equal(await door.types(384_365), false)
    await w.api.smartlocks.sync({ params: door.params })
    await pass(w, 'PT5S')
    assert.equal((await door.auth('Guest')).syncState, 'synced')
    assert.equal(await door.types(384_365), true)
    await w.emitted()
    await door.does({ event: 'forgetAccess' })
    await w.api.smartlocks.sync({ params: door.params })
    await pass(w, 'PT5S')
    const lost = await door.auth('Guest')
    assert.equal(lost.syncState, 'failed')
    assert.match(lost.error ?? '', /again/)
    assert.ok((await w.emitted()).includes('DEVICE_AUTHS'))
  },
  withSandbox,
)

apiTest(
  'through a lossy radio, a busy gateway and to a sleepy lock a code arrives, later',
  async (w) => {
    const door = await doorOf(w, 'Apartment 1')
    for (const [index, profile] of (['sleepy', 'busy gateway', 'lossy radio'] as const).entries()) {
      await door.switchTo({ profile })
      const body = { ...CODE, name: profile, code: 384_365 + index }
      await w.api.authorizations.createOn({ params: door.params, body })
      await pass(w, 'PT15M')
      assert.equal((await door.auth(profile)).syncState, 'synced', profile)
      await door.switchTo({ profile: 'none' })
      assert.equal(await door.types(384_365 + index), true, profile)
    }
  },
  withSandbox,
)
