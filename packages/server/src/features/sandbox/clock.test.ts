import assert from 'node:assert/strict'
import { TIER } from '../../../test/tier.ts'
import { apiTest, type World } from '../../../test/world.ts'
import type { MovableClock } from '../../platform/movable-clock.ts'

const withSandbox = { sandbox: true } as const
const DAY_MS = 86_400_000

const move = async (w: World, body: { advance?: string; at?: string; real?: boolean }) =>
  (await w.api.sandbox.moveClock({ body })).data

const lockNamed = async (w: World, name: string) => {
  const { data } = await w.api.sandbox.list()
  return data.find((lock) => lock.name === name)?.smartlockId ?? assert.fail(`no ${name}`)
}

const operation = async (w: World, operationId: string | undefined) =>
  (await w.api.operations.get({ params: { operationId: operationId as string } })).data

const state = async (w: World, smartlockId: number) =>
  (await w.api.smartlocks.get({ params: { smartlockId } })).data.state?.state

apiTest(
  'the clock, until it is moved, is real; then it is ahead by as much, and real again on demand',
  async (w) => {
    const real = (await w.api.sandbox.clock()).data
    assert.deepEqual([real.moved, real.aheadMs], [false, 0])
    const moved = await move(w, { advance: 'P1D' })
    assert.ok(moved.moved && Math.abs(moved.aheadMs - DAY_MS) < 10_000)
    assert.ok(Math.abs(Date.parse(moved.now) - Date.now() - DAY_MS) < 10_000)
    const at = new Date(Date.parse(moved.now) + DAY_MS).toISOString()
    assert.ok(Date.parse((await move(w, { at })).now) >= Date.parse(at))
    const again = await move(w, { real: true })
    assert.deepEqual([again.moved, again.aheadMs], [false, 0])
    assert.ok(Math.abs(Date.parse(again.now) - Date.now()) < 5000)
  },
  withSandbox,
)

apiTest(
  'the clock, asked while it is moved, answers with the time it arrived at',
  async (w) => {
    let asked: ReturnType<typeof w.api.sandbox.clock> | undefined
    w.service.platform.clock.after(DAY_MS / 2, () => {
      asked = w.api.sandbox.clock()
    })
    await move(w, { advance: 'P1D' })
    const { aheadMs } = (await asked)?.data ?? assert.fail('never asked')
    assert.ok(Math.abs(aheadMs - DAY_MS) < 10_000, String(aheadMs))
  },
  withSandbox,
)

apiTest(
  'a move that says nothing, two things, goes back, or goes too far is refused and moves nothing',
  async (w) => {
    const { now } = (await w.api.sandbox.clock()).data
    const past = new Date(Date.parse(now) - 1000).toISOString()
    const wrong = [
      {},
      { advance: 'P1D', real: true },
      { real: false },
      { advance: 'tomorrow' },
      { advance: '-P1D' },
      { advance: 'P400D' },
      { at: past },
    ]
    for (const body of wrong) await w.refuses(w.api.sandbox.moveClock({ body }), 'invalid_parameter')
    const repeated = w.api.sandbox.moveClock({ body: { advance: 'P1D' }, idempotencyKey: 'once' })
    await w.refuses(repeated, 'invalid_parameter')
    assert.equal((await w.api.sandbox.clock()).data.moved, false)
  },
  withSandbox,
)

apiTest(
  'moves that wait for another begin where that one ended: a day more, and a moment that has passed is refused',
  async (w) => {
    const { clock } = w.service.platform
    const evening = new Date(clock.now() + 0.75 * DAY_MS).toISOString()
    const asked: Promise<unknown>[] = []
    clock.after(DAY_MS / 2, () => {
      asked.push(move(w, { advance: 'P1D' }))
      asked.push(w.refuses(w.api.sandbox.moveClock({ body: { at: evening } }), 'invalid_parameter'))
    })
    await move(w, { advance: 'P1D' })
    assert.equal((await Promise.all(asked)).length, 2)
    const { aheadMs } = (await w.api.sandbox.clock()).data
    assert.ok(Math.abs(aheadMs - 2 * DAY_MS) < 10_000, `${aheadMs}`)
  },
  withSandbox,
)

apiTest(
  'an unlock nobody answers, when time is moved past its deadline, is unknown from that very moment',
  async (w) => {
    const smartlockId = await lockNamed(w, 'Apartment 1')
    await w.api.sandbox.change({ params: { smartlockId }, body: { mute: true } })
    const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
    await w.untilOperation(operationId, 'sent')
    await move(w, { advance: 'PT20S' })
    assert.equal((await operation(w, operationId)).status, 'sent')
    await move(w, { advance: 'P1D' })
    const ended = await operation(w, operationId)
    assert.partialDeepStrictEqual(ended, { status: 'unknown', errorCode: 'ff' })
    const waitedMs = Date.parse(ended.updateDate) - Date.parse(ended.createdDate)
    assert.ok(
      waitedMs >= 30_000 && waitedMs < 35_000,
      `given up after ${waitedMs} ms, not at the end of the day`,
    )
  },
  withSandbox,
)

apiTest(
  'a lock that locks itself after five minutes, when time is moved, does so after five minutes and says so',
  async (w) => {
    const smartlockId = await lockNamed(w, 'Front door')
    const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
    await move(w, { advance: 'PT10S' })
    assert.equal((await operation(w, operationId)).status, 'confirmed')
    assert.equal(await state(w, smartlockId), 3)
    await move(w, { advance: 'PT4M' })
    assert.equal(await state(w, smartlockId), 3)
    await move(w, { advance: 'PT2M' })
    assert.equal(await state(w, smartlockId), 1)
    const { data } = await w.api.smartlocks.logOf({ params: { smartlockId } })
    const [locked, unlocked] = data
    assert.partialDeepStrictEqual(locked, { action: 2, trigger: 6, state: 0 })
    const betweenMs = Date.parse(locked?.date ?? '') - Date.parse(unlocked?.date ?? '')
    assert.ok(betweenMs >= 300_000 && betweenMs < 303_000, `${betweenMs} ms`)
  },
  withSandbox,
)

/** A day takes a quarter of a second of a core. */
const DAYS = TIER === 'deep' ? 30 : 7

apiTest(
  `${DAYS} days of the building, when time is moved, pass with every hourly job run and no error`,
  async (w) => {
    const clock = w.service.platform.clock as MovableClock
    const done = async () => {
      const { values } = await w.service.platform.metrics.jobs.get()
      return Object.fromEntries(values.map(({ labels, value }) => [`${labels.kind} ${labels.result}`, value]))
    }
    const smartlockId = await lockNamed(w, 'Lobby')
    await w.api.smartlocks.unlock({ params: { smartlockId } })
    const before = clock.turns
    await move(w, { advance: `P${DAYS}D` })
    const after = await done()
    assert.deepEqual(
      [after['retention done'], after['removeEndedCredentials done'], after['retention failed']],
      [DAYS * 24, DAYS * 24, undefined],
    )
    assert.equal(await state(w, smartlockId), 1, 'locked itself long ago')
    // The speed of a machine is nothing a test can promise; the number of steps is.
    assert.ok(clock.turns - before < DAYS * 33, `${clock.turns - before} steps`)
    for (const { serverState } of (await w.api.smartlocks.list()).data) assert.equal(serverState, 0)
    const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
    await w.untilOperation(operationId, 'confirmed')
  },
  withSandbox,
)

apiTest(
  'what is kept for a time, when time is moved past it, is gone: repeated answers after a day, operations after their days',
  async (w) => {
    const rename = () => w.api.apiKeys.create({ body: { description: 'one' }, idempotencyKey: 'the-same' })
    const first = await rename()
    assert.equal((await rename()).replayed, true)
    await move(w, { advance: 'PT23H' })
    assert.equal((await rename()).data.apiKeyId, first.data.apiKeyId)
    await move(w, { advance: 'PT2H' })
    const later = await rename()
    assert.deepEqual([later.replayed, later.data.apiKeyId === first.data.apiKeyId], [false, false])

    const smartlockId = await lockNamed(w, 'Apartment 2')
    const { operationId } = await w.api.smartlocks.lock({ params: { smartlockId } })
    await w.untilOperation(operationId, 'confirmed')
    await move(w, { advance: 'P1D' })
    assert.equal((await operation(w, operationId)).status, 'confirmed')
    await move(w, { advance: 'P2D' })
    await w.refuses(w.api.operations.get({ params: { operationId: operationId as string } }), 'not_found')
  },
  { ...withSandbox, config: { retention: { operationDays: 2 } } },
)

apiTest(
  'locks that were moving when the clock goes back to real time come to rest and can be moved again',
  async (w) => {
    const smartlockId = await lockNamed(w, 'Front door')
    await move(w, { advance: 'P1D' })
    await w.api.smartlocks.unlock({ params: { smartlockId } })
    await w.until('the motor turns', async () => (await state(w, smartlockId)) === 2)
    await move(w, { real: true })
    await w.until('it has come to rest', async () => (await state(w, smartlockId)) === 3)
    const { operationId } = await w.api.smartlocks.lock({ params: { smartlockId } })
    await w.untilOperation(operationId, 'confirmed')
    assert.equal(await state(w, smartlockId), 1)
  },
  withSandbox,
)

apiTest(
  'codes and timers that are under way when the clock goes back to real time go on by it',
  async (w) => {
    const [smartlockId, silent] = [await lockNamed(w, 'Front door'), await lockNamed(w, 'Apartment 1')]
    const giveCode = async (code: number) => {
      const body = { name: `Code ${code}`, type: 13, code, remoteAllowed: false } as const
      const { operationId } = await w.api.authorizations.create({
        body: { ...body, smartlockIds: [smartlockId] },
      })
      await w.untilOperation(operationId, 'confirmed')
    }
    await move(w, { advance: 'P1D' })
    await giveCode(481_629)
    await w.api.sandbox.change({ params: { smartlockId: silent }, body: { mute: true } })
    const asked = await w.api.smartlocks.unlock({ params: { smartlockId: silent } })
    await w.untilOperation(asked.operationId, 'sent')
    const opened = await w.api.smartlocks.unlock({ params: { smartlockId } })
    await w.untilOperation(opened.operationId, 'confirmed')
    await move(w, { real: true })
    await giveCode(481_637)
    await move(w, { advance: 'PT6M' })
    assert.equal(await state(w, smartlockId), 1, 'it locked itself after its five minutes')
    assert.equal((await operation(w, asked.operationId)).status, 'unknown', 'nobody answered in time')
    for (const code of ['481629', '481637']) {
      await w.api.sandbox.happen({ params: { smartlockId }, body: { event: 'keypad', code } })
      await w.until(`${code} opens`, async () => (await state(w, smartlockId)) === 3)
      const { operationId } = await w.api.smartlocks.lock({ params: { smartlockId } })
      await w.untilOperation(operationId, 'confirmed')
    }
  },
  withSandbox,
)

apiTest('without the sandbox there is no /sim, and no document of this service tells of it', async (w) => {
  for (const [method, path] of [
    ['GET', '/sim/clock'],
    ['POST', '/sim/clock'],
    ['GET', '/sim/profile'],
    ['GET', '/sim/smartlock'],
    ['DELETE', '/sim/smartlock/1'],
    ['POST', '/sim/smartlock/1/event'],
  ] as const) {
    const response = await w.service.app.inject({
      method,
      url: path,
      headers: { authorization: `Bearer ${w.owner.token}` },
    })
    assert.deepEqual(
      [response.statusCode, response.json().code],
      [404, 'path_not_found'],
      `${method} ${path}`,
    )
  }
  const document = (await w.request('GET', '/openapi.json')).json()
  assert.deepEqual(
    Object.keys(document.paths).filter((path) => path.startsWith('/sim')),
    [],
  )
})

apiTest(
  'with the sandbox on, the document of the service tells of /sim',
  async (w) => {
    const document = (await w.request('GET', '/openapi.json')).json()
    assert.ok('/sim/clock' in document.paths)
  },
  withSandbox,
)
