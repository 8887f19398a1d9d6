import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { LDP_MINOR, upTopic } from '@latchwork/contract/device'
import { connectAsync } from 'mqtt'
import { startRig } from '../test/rig.ts'
import { until } from '../test/until.ts'

type Rig = Awaited<ReturnType<typeof startRig>>

const READS_CARRIED = { minor: LDP_MINOR }

/** Everything that was heard since, each message as a few words. */
function listen({ service }: Pick<Rig, 'service'>) {
  const from = service.heard.length
  return () => service.heard.slice(from).map(inWords)
}

function inWords({ leaf, message }: Rig['service']['heard'][number]): string {
  if (leaf === 'state') return `state ${message.lock}`
  if (leaf === 'event') return `event ${message.seq}`
  if (leaf !== 'ack') return leaf
  const { phase, code, state, event } = message
  const words = [code === undefined ? phase : `${phase} ${code}`]
  if (state) words.push(`state ${state.lock}`)
  if (event) words.push(`event ${event.seq}`)
  return words.join(' + ')
}

test('a movement takes two messages: accepted with the state in between, done with state and event', async (t) => {
  const { service, clock, heard } = await startMoving(t)
  await service.hearsAck('move', 'accepted')
  clock.advance(1200)
  await service.hearsAck('move', 'done 0')
  const [, done] = service.all('ack')
  const [presence] = service.all('presence')
  assert.deepEqual([done?.state?.epoch, done?.event?.epoch], [presence?.epoch, presence?.epoch])
  assert.deepEqual([done?.event?.cmd, done?.state?.seq], ['move', 3])
  await service.acknowledgeEvents(1)
  await until('nothing left to say again', () => clock.waiting === 0)
  assert.deepEqual(heard(), ['accepted + state 2', 'done 0 + state 3 + event 1'])
})

test('a movement that takes no time, and a refusal, take one message', async (t) => {
  const rig = await startRig(t)
  const { service } = rig
  await until('the list', () => service.all('auths').length === 1)
  const heard = listen(rig)
  await service.send(service.command({ id: 'unlock', ...READS_CARRIED }))
  await service.hearsAck('unlock', 'done 0')
  await service.send(service.command({ id: 'late', exp: 1, ...READS_CARRIED }))
  await service.hearsAck('late', 'done 240')
  assert.deepEqual(heard(), ['done 0 + state 3 + event 1', 'done 240'])
})

test('a service that says nothing of what it reads, or says less, hears every word by itself', async (t) => {
  const rig = await startRig(t)
  const { service } = rig
  await until('the list', () => service.all('auths').length === 1)
  const heard = listen(rig)
  await service.send(service.command({ id: 'old' }))
  await service.hearsAck('old', 'done 0')
  await service.send(service.command({ id: 'older', action: 2, minor: LDP_MINOR - 1 }))
  await service.hearsAck('older', 'done 0')
  assert.deepEqual(heard(), [
    ...['accepted', 'state 3', 'event 1', 'done 0'],
    ...['accepted', 'state 1', 'event 2', 'done 0'],
  ])
})

/** A lock whose motor turns for a service that reads what acks carry, and what is heard from then on. */
async function startMoving(
  t: TestContext,
  { movementMs = 1000, ...faults }: Partial<Rig['lock']['faults']> & { movementMs?: number } = {},
) {
  const rig = await startRig(t, { movementMs })
  const { service, lock } = rig
  await until('the list', () => service.all('auths').length === 1)
  Object.assign(lock.faults, faults)
  const heard = listen(rig)
  await service.send(service.command({ id: 'move', ...READS_CARRIED }))
  await until('the motor', () => lock.snapshot().state === 2)
  return { ...rig, heard }
}

/** The motor stops and nobody hears of it. */
async function stopUnheard({ clock, lock }: Rig): Promise<void> {
  lock.faults.lossPercent = 100
  clock.advance(1200)
  await turnOfTheLoop()
  lock.faults.lossPercent = 0
}

test('a carried message that got lost is followed by state and event by themselves, and the broker keeps the state', async (t) => {
  const rig = await startMoving(t)
  const { service, clock, broker, heard } = rig
  await stopUnheard(rig)
  clock.advance(5000)
  await service.hearsEvents(1)
  assert.deepEqual(heard(), ['accepted + state 2', 'state 3', 'event 1'])
  const latecomer = await connectAsync(broker.url)
  t.after(() => latecomer.endAsync(true))
  let kept = 0
  latecomer.on('message', (_topic, payload) => {
    kept = JSON.parse(payload.toString()).lock
  })
  await latecomer.subscribeAsync(upTopic(rig.lock.deviceId, 'state'))
  await until('the kept state', () => kept === 3)
})

test('an event that is sent again with earlier ones does not prove that the state came which was lost with it', async (t) => {
  const rig = await startMoving(t)
  const { service, lock, clock, heard } = rig
  for (const open of [true, false]) lock.setDoor(open)
  await service.hearsEvents(2)
  // The earlier events are due before the state is.
  await stopUnheard(rig)
  clock.advance(3800)
  await service.hearsEvents(5)
  assert.deepEqual(heard(), [
    ...['accepted + state 2', 'state 2', 'event 1', 'state 2', 'event 2'],
    ...['event 1', 'event 2', 'state 3', 'event 3'],
  ])
  await service.acknowledgeEvents(3)
  await until('nothing left to say again', () => clock.waiting === 0)
})

test('a service that says nothing to a carried message gets it again, in a form that also older ones read', async (t) => {
  const { service, clock, heard } = await startMoving(t)
  clock.advance(1200)
  await service.hearsAck('move', 'done 0')
  clock.advance(5000)
  await service.hearsEvents(1)
  assert.deepEqual(heard(), ['accepted + state 2', 'done 0 + state 3 + event 1', 'state 3', 'event 1'])
})

test('a state that was carried with accepted is shown by itself when nothing follows for long', async (t) => {
  const { service, clock, heard } = await startMoving(t, { movementMs: 60_000 })
  await service.hearsAck('move', 'accepted')
  clock.advance(5000)
  await until('the state', () => heard().length === 2)
  assert.deepEqual(heard(), ['accepted + state 2', 'state 2'])
  assert.equal(clock.waiting, 1, 'only the motor')
})

test('a lock whose answers get lost shows its state all the same', async (t) => {
  const silent = await startMoving(t, { dropAcks: true })
  silent.clock.advance(1200)
  await until('the states', () => silent.heard().length === 2)
  assert.deepEqual(silent.heard(), ['state 2', 'state 3'])
  silent.lock.faults.dropAcks = false
  silent.clock.advance(5000)
  await silent.service.hearsEvents(1)
})

test('a lock whose answers come late shows its state at once, and the rest then', async (t) => {
  const late = await startMoving(t, { ackDelayMs: 700 })
  late.clock.advance(700)
  await late.service.hearsAck('move', 'accepted')
  late.clock.advance(500)
  await until('the state', () => late.heard().at(-1) === 'state 3')
  late.clock.advance(700)
  await late.service.hearsAck('move', 'done 0')
  assert.deepEqual(late.heard(), ['state 2', 'accepted', 'state 3', 'done 0 + event 1'])
})

test('a lock that is asked to report everything shows its state by itself, also after a carried one', async (t) => {
  const { service, clock, heard } = await startMoving(t)
  clock.advance(1200)
  await service.hearsAck('move', 'done 0')
  await service.request('sync', { id: 'all' })
  await service.hearsAck('all', 'done 0')
  assert.deepEqual(heard().slice(2), ['info', 'state 3', 'auths', 'event 1', 'done 0'])
})
