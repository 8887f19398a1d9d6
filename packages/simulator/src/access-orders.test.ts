import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { accessText } from '@latchwork/contract/device'
import { accessOrders, codeEntry, keyOf } from '../test/access.ts'
import { startRig } from '../test/rig.ts'
import { openerSpec, turningSpec } from '../test/specs.ts'
import { until } from '../test/until.ts'

const [A, B, C] = [keyOf(1), keyOf(2), keyOf(3)] as const
const DAY_MS = 86_400_000

test('a lock that is given access rights numbers them and proves with a digest what it holds, never with a code', async (t) => {
  const { service, lock } = await startRig(t)
  const order = accessOrders(service)
  const fob = { type: 2, name: 'Fob', enabled: true, remote: false } as const
  const { errors, values } = await order({ [A]: codeEntry(482_913), [B]: fob })
  assert.deepEqual(errors, [])
  const key = createHmac('sha256', 'a secret of the lock').update('ldp1 device key').digest()
  const digest = (text: string) => createHmac('sha256', key).update(text).digest('hex').slice(0, 16)
  assert.deepEqual(values, {
    [A]: { n: 1, h: digest(accessText(codeEntry(482_913))) },
    [B]: { n: 2, h: digest(accessText(fob)) },
  })
  assert.deepEqual(
    lock.access().map(({ authId, name, allowed }) => [authId, name, allowed]),
    [
      [1, 'Code 482913', true],
      [2, 'Fob', true],
    ],
  )
  assert.ok(!service.heard.some((one) => JSON.stringify(one.message).includes('482913')))
})

test('a changed access right keeps its number; a removed one is gone, and its number is not given again', async (t) => {
  const { service, lock } = await startRig(t)
  const order = accessOrders(service)
  const first = await order({ [A]: codeEntry(482_913) })
  const renamed = await order({ [A]: codeEntry(482_913, { name: 'Ida' }) })
  assert.equal(lock.access()[0]?.name, 'Ida')
  const [before, after] = [first.values?.[A], renamed.values?.[A]] as { n: number; h: string }[]
  assert.equal(after?.n, before?.n)
  assert.notEqual(after?.h, before?.h)
  assert.deepEqual(await order({ [A]: null, [B]: null }), { errors: [], values: {} })
  assert.deepEqual(lock.access(), [])
  assert.partialDeepStrictEqual((await order({ [A]: codeEntry(482_913) })).values, { [A]: { n: 2 } })
})

test('the same revision again is answered as before and changes nothing; an older one is not answered', async (t) => {
  const { service, lock, lockHandles } = await startRig(t)
  const order = accessOrders(service)
  const first = await order({ [A]: codeEntry(482_913) })
  assert.deepEqual(await order({ [A]: null }, true), first)
  assert.equal(lock.access().length, 1)
  await lockHandles(() => service.request('desired', { section: 'auths', rev: 0, set: { [A]: null } }))
  await order({ [B]: codeEntry(555_555) })
  assert.equal(lock.access().length, 2)
})

test('a lock refuses what it cannot hold, each with its code, and takes the rest', async (t) => {
  const { service, lock } = await startRig(t)
  const order = accessOrders(service)
  const good = codeEntry(482_913)
  const refusals: [what: string, key: string, entry: unknown, code: number][] = [
    ['a shape it does not know', A, { type: 13, code: 482_914 }, 0x12],
    ['a type it does not know', A, { ...codeEntry(482_914), type: 1 }, 0x12],
    ['a code on something that is none', A, { ...codeEntry(482_914), type: 2 }, 0x12],
    ['dates in the wrong order', A, codeEntry(482_914, { fromDate: 2, untilDate: 2 }), 0x12],
    ['times that are the same', A, codeEntry(482_914, { fromTime: 60, untilTime: 60 }), 0x12],
    ['a key that is none', 'front', codeEntry(482_914), 0x24],
    ['a code with a zero', A, codeEntry(482_910), 0x2b],
    ['a code that starts with 12', A, codeEntry(123_456), 0x2b],
    ['a code that is too short', A, codeEntry(48_291), 0x2b],
    ['no code', A, { ...good, code: undefined }, 0x2b],
    ['a code that is there', A, good, 0x2a],
  ]
  await order({ [C]: good })
  for (const [what, key, entry, code] of refusals) {
    const { errors, values } = await order({ [key]: entry, [B]: codeEntry(555_555, { name: what }) })
    assert.deepEqual(errors, [[key, code]], what)
    assert.deepEqual(Object.keys(values ?? {}), [B], what)
  }
  assert.deepEqual(
    lock.access().map(({ code }) => code),
    ['482913', '555555'],
  )
})

test('the same code is taken for dates that do not overlap (D52)', async (t) => {
  const { service, clock } = await startRig(t)
  const order = accessOrders(service)
  const noon = clock.now() + DAY_MS
  const { errors } = await order({
    [A]: codeEntry(482_913, { untilDate: noon }),
    [B]: codeEntry(482_913, { fromDate: noon, untilDate: noon + DAY_MS }),
    [C]: codeEntry(482_913, { fromDate: noon + DAY_MS - 1 }),
  })
  assert.deepEqual(errors, [[C, 0x2a]])
})

test('two access rights can swap their codes in one order, and a removal makes room for what comes with it', async (t) => {
  const { service, lock } = await startRig(t)
  const order = accessOrders(service)
  await order({ [A]: codeEntry(111_111), [B]: codeEntry(222_222) })
  assert.deepEqual((await order({ [A]: codeEntry(222_222), [B]: codeEntry(111_111) })).errors, [])
  assert.deepEqual((await order({ [C]: codeEntry(222_222), [A]: null })).errors, [])
  assert.deepEqual(
    lock
      .access()
      .map(({ code }) => code)
      .sort(),
    ['111111', '222222'],
  )
})

test('a lock holds 200 access rights; one more is refused as too many, and fits once another is gone', async (t) => {
  const { service, lock } = await startRig(t)
  const order = accessOrders(service)
  for (let start = 0; start < 200; start += 50)
    await order(
      Object.fromEntries(
        Array.from({ length: 50 }, (_, i) => [
          keyOf(100 + start + i),
          { type: 0, name: `Guest ${start + i}`, enabled: true, remote: true },
        ]),
      ),
    )
  assert.equal(lock.access().length, 200)
  assert.deepEqual((await order({ [A]: codeEntry(482_913) })).errors, [[A, 0x13]])
  assert.deepEqual((await order({ [keyOf(100)]: null, [A]: codeEntry(482_913) })).errors, [])
})

test('a full keypad takes no new code, keeps those it has, and still takes what is no code', async (t) => {
  const { service, lock } = await startRig(t)
  const order = accessOrders(service)
  await order({ [A]: codeEntry(482_913) })
  lock.faults.keypadFull = true
  const changed = codeEntry(482_913, { name: 'Ida' })
  const fob = { type: 2, name: 'Fob', enabled: true, remote: false }
  assert.deepEqual((await order({ [A]: changed, [B]: codeEntry(555_555), [C]: fob })).errors, [[B, 0x13]])
  lock.faults.keypadFull = false
  assert.deepEqual((await order({ [B]: codeEntry(555_555) })).errors, [])
})

test('a device without a keypad refuses codes as not capable, and takes fobs', async (t) => {
  for (const spec of [turningSpec(4, {}, { keypadPaired: false, keypad2Paired: false }), openerSpec()]) {
    const { service } = await startRig(t, { spec })
    const fob = { type: 2, name: 'Fob', enabled: true, remote: false }
    const { errors } = await accessOrders(service)({ [A]: codeEntry(482_913), [B]: fob })
    assert.deepEqual(errors, [[A, 0xf4]])
  }
})

test('a lock that refuses everything refuses removals, too, and says what it still holds', async (t) => {
  const { service, lock } = await startRig(t)
  const order = accessOrders(service)
  await order({ [A]: codeEntry(482_913) })
  lock.faults.rejectConfig = true
  const { errors, values } = await order({ [A]: null, [B]: codeEntry(555_555) })
  assert.deepEqual(errors, [
    [A, 0x12],
    [B, 0x12],
  ])
  assert.deepEqual(Object.keys(values ?? {}), [A])
})

test('a sleepy lock takes access rights when it wakes up; a busy gateway answers when it is asked again later', async (t) => {
  const { service, lock, clock, lockHandles } = await startRig(t)
  lock.faults.commandDelayMs = 8000
  const request = (rev: number, set: object) => service.request('desired', { section: 'auths', rev, set })
  await lockHandles(() => request(1, { [A]: codeEntry(482_913) }))
  assert.deepEqual(lock.access(), [])
  clock.advance(8000)
  await until('the answer', () => service.all('reported').length === 1)
  Object.assign(lock.faults, { commandDelayMs: 0, commandGapMs: 30_000 })
  clock.advance(29_999)
  await lockHandles(() => request(2, { [A]: null }))
  assert.equal(lock.access().length, 1)
  clock.advance(1)
  await request(2, { [A]: null })
  await until('the second answer', () => service.all('reported').length === 2)
  assert.deepEqual(lock.access(), [])
})
