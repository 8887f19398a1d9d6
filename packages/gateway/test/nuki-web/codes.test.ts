import '../virtual-time/install.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { soon } from '../../../server/test/eventually.ts'
import { startBench } from './bench.ts'

const WINDOW = {
  ...{ fromDate: 1_900_000_000_000, untilDate: 1_900_086_400_000 },
  ...{ weekDays: 96, fromTime: 480, untilTime: 1080, zone: 'Europe/Vienna' },
}

const HOUR_MS = 3_600_000

test('a code is sent whole every time, so that its window is never dropped', async (t) => {
  const { cloud, write } = await startBench(t)
  assert.deepEqual(await write(1, '384365', WINDOW), { answer: 'proven', by: 'value' })
  assert.deepEqual(await write(1, '777888', WINDOW), { answer: 'proven', by: 'value' })
  assert.deepEqual(await write(1, '777888'), { answer: 'proven', by: 'value' })
  const [made, changed, unlimited] = cloud.changesOfCodes()
  const whole = {
    ...{ name: 'Ida #L1', code: 777888, remoteAllowed: false, enabled: true, accountUserId: null },
    ...{ allowedFromDate: '2030-03-17T17:46:40.000Z', allowedUntilDate: '2030-03-18T17:46:40.000Z' },
    ...{ allowedWeekDays: 96, allowedFromTime: 480, allowedUntilTime: 1080 },
  }
  assert.deepEqual([made?.method, made?.body.allowedWeekDays, made?.body.type], ['PUT', 96, 13])
  assert.deepEqual([changed?.method, changed?.body], ['POST', whole])
  const nothing = { allowedFromDate: null, allowedUntilDate: null, allowedWeekDays: null }
  assert.deepEqual(unlimited?.body, { ...whole, ...nothing, allowedFromTime: null, allowedUntilTime: null })
  assert.equal(cloud.changesOfCodes().length, 3)
})

test('a second change, while the first is under way, waits for it, so that the older one cannot win', async (t) => {
  const { cloud, write, codes } = await startBench(t, { provenMs: 300, lateMs: 60_000 })
  while ((await write(1, '384365')).answer !== 'proven') await wait(50)
  cloud.faults.delaysCodesMs = 4000
  assert.deepEqual(await write(1, '777888'), { answer: 'unproven' })
  assert.deepEqual(await write(1, '555666'), { answer: 'notSent' })
  assert.equal(cloud.changesOfCodes().length, 2)
  cloud.faults.delaysCodesMs = 0
  while ((await write(1, '555666')).answer === 'notSent') await wait(50)
  while ((await write(1, '555666')).answer !== 'proven') await wait(50)
  assert.deepEqual(codes(), ['555666'])
  assert.deepEqual(
    cloud.changesOfCodes().map(({ body }) => body.code),
    [384365, 777888, 555666],
  )
})

test('a code that was taken and is not listed is neither sent again nor called removed, until it cannot come any more', async (t) => {
  const { cloud, write, erase, look } = await startBench(t, { provenMs: 300, lateMs: 3000 })
  cloud.faults.swallowsCodes = true
  assert.deepEqual(await write(1, '384365'), { answer: 'unproven' })
  const takenAt = Date.now()
  assert.deepEqual(await write(1, '384365'), { answer: 'unproven' })
  if (Date.now() - takenAt < 2000) {
    assert.deepEqual(await erase(1), { answer: 'unproven' })
    assert.deepEqual(await look(1), { seen: false })
  }
  assert.equal(cloud.changesOfCodes().length, 1)
  await wait(3100)
  assert.deepEqual(await look(1), { seen: true, slot: { slot: 1, holds: 'free' } })
  assert.deepEqual(await erase(1), { answer: 'proven' })
})

test('a code that the service shows later, or that somebody changes there, is told as changed', async (t) => {
  // On a busy machine the question what is there takes most of it.
  const { cloud, write, sink, look } = await startBench(t, { provenMs: 1000 })
  cloud.faults.delaysCodesMs = 3000
  assert.deepEqual(await write(1, '384365'), { answer: 'unproven' })
  await sink.until(() => sink.happenings.some(({ what }) => what === 'codesChanged'))
  cloud.faults.delaysCodesMs = 0
  for (;;) {
    const sight = await look(1)
    if (sight.seen && sight.slot.digits === '384365') break
    await wait(50)
  }
  sink.forget()
  const { api } = cloud.world
  const params = { smartlockId: cloud.lock.smartlockId }
  const [right] = (await api.authorizations.listOf({ params })).data
  await api.authorizations.update({ params: { ...params, id: right?.id ?? '' }, body: { enabled: false } })
  await sink.until(() => sink.happenings.some(({ what }) => what === 'codesChanged'))
  while (!(await look(1).then((sight) => sight.seen && sight.slot.holds === 'disabled'))) await wait(50)
})

test('a code of somebody else that comes or goes while one of ours is looked at is told, though no list is asked for', async (t) => {
  const calm = { pollMs: HOUR_MS, calledPollMs: HOUR_MS, codesMs: HOUR_MS }
  const startedAt = Date.now()
  const { cloud, sink, write, look } = await startBench(t, calm)
  const isTold = () => sink.happenings.some(({ what }) => what === 'codesChanged')
  assert.equal((await write(1, '384365')).answer, 'proven')
  await look(1)
  assert.ok(!isTold(), 'what we write is no news')
  const { api } = cloud.world
  const params = { smartlockId: cloud.lock.smartlockId }
  const theirs = { type: 13, name: 'Somebody', remoteAllowed: false, code: 777_888 } as const
  await api.authorizations.createOn({ params, body: theirs })
  while (!isTold()) await look(1)
  sink.forget()
  const { data } = await api.authorizations.listOf({ params, query: { types: [13] } })
  const body = data.flatMap(({ name, id }) => (name === 'Somebody' ? [id] : []))
  // Refused until the service has put it on the lock.
  await soon(async () => void (await api.authorizations.removeMany({ body })))
  while (!isTold()) await look(1)
  assert.ok(Date.now() - startedAt < HOUR_MS, 'before the next list')
})

test('a code that the service refuses is refused with its reason, and none is sent while it wants a pause', async (t) => {
  const { cloud, write, look } = await startBench(t)
  assert.equal((await write(1, '384365')).answer, 'proven')
  assert.deepEqual(await write(2, '384365'), { answer: 'refused', why: 'duplicate' })
  assert.deepEqual(await write(2, '12345'), { answer: 'refused', why: 'length' })
  assert.deepEqual(await write(2, '384360'), { answer: 'refused', why: 'digits' })
  cloud.faults.wantsPauseSeconds = 3600
  cloud.requests.length = 0
  while (cloud.requests.length === 0) await wait(5)
  // Nobody is kept waiting for the hour to pass.
  assert.deepEqual(await write(2, '777888'), { answer: 'notSent' })
  assert.deepEqual(await look(1), { seen: false })
  assert.deepEqual(cloud.changesOfCodes(), [])
})
