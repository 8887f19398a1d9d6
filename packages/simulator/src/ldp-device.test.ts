import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LDP_REFUSAL } from '@latchwork/contract/device'
import { connectAsync } from 'mqtt'
import { startRig } from '../test/rig.ts'
import { openerSpec } from '../test/specs.ts'
import { until } from '../test/until.ts'

const { expired, duplicate, badSignature, wrongSession, notCapable } = LDP_REFUSAL

test('a lock that connects says presence, info, state and its access list, in this order, the first three retained', async (t) => {
  const { service, broker, lock } = await startRig(t)
  await until('the list', () => service.all('auths').length === 1)
  assert.deepEqual(
    service.heard.map((one) => one.leaf),
    ['presence', 'info', 'state', 'auths'],
  )
  const [presence] = service.all('presence')
  assert.deepEqual(
    [presence?.online, presence?.key, presence?.oldest, presence?.fw],
    [true, 'lock-1', 1, '4.4.12'],
  )
  const [state] = service.all('state')
  assert.deepEqual([state?.lock, state?.door, state?.mode, state?.seq], [1, 2, 2, 1])
  const retained: string[] = []
  const latecomer = await connectAsync(broker.url)
  t.after(() => latecomer.endAsync(true))
  latecomer.on('message', (topic, _payload, packet) => packet.retain && retained.push(topic.slice(15)))
  await latecomer.subscribeAsync('ldp/1/#')
  await until('the retained messages', () => retained.length === 3)
  assert.deepEqual(retained.sort(), ['up/info', 'up/presence', 'up/state'])
  assert.equal(lock.snapshot().connected, true)
})

test('a signed command starts the motor once and is acked when accepted and when the motor stops', async (t) => {
  const { service, lock, clock } = await startRig(t, { movementMs: 1000 })
  await service.send(service.command({ id: 'unlock' }))
  await service.hearsAck('unlock', 'accepted')
  assert.deepEqual([lock.snapshot().state, lock.snapshot().motorStarts], [2, 1])
  clock.advance(1200)
  await service.hearsAck('unlock', 'done 0')
  assert.deepEqual(service.acks('unlock'), ['accepted', 'done 0'])
  assert.deepEqual([lock.snapshot().state, lock.snapshot().motorStarts], [3, 1])
  assert.deepEqual(
    service.all('state').map((state) => [state.seq, state.lock]),
    [
      [1, 1],
      [2, 2],
      [3, 3],
    ],
  )
  // Who hears that it is done has already heard the state and the event.
  assert.deepEqual(
    service.heard.slice(-3).map((one) => one.leaf),
    ['state', 'event', 'ack'],
  )
  const [event] = service.all('event')
  assert.deepEqual(
    [event?.seq, event?.action, event?.trigger, event?.result, event?.cmd],
    [1, 1, 4, 0, 'unlock'],
  )
})

test('a command delivered twice starts the motor once and gets the same answers again', async (t) => {
  const { service, lock, clock } = await startRig(t, { movementMs: 1000 })
  const command = service.command({ id: 'twice' })
  await service.send(command)
  await service.send(command)
  await until('two accepted', () => service.acks('twice').length === 2)
  clock.advance(1200)
  await service.hearsAck('twice', 'done 0')
  await service.send(command)
  await until('all answers', () => service.acks('twice').length === 5)
  assert.deepEqual(service.acks('twice'), ['accepted', 'accepted', 'done 0', 'accepted', 'done 0'])
  assert.equal(lock.snapshot().motorStarts, 1)
})

test('a command that ran and is delivered again after a reconnect is answered as done, not as wrong session', async (t) => {
  const { service, lock } = await startRig(t)
  const command = service.command({ id: 'before' })
  await service.send(command)
  await service.hearsAck('before', 'done 0')
  lock.loseConnection()
  await lock.reconnect()
  await service.send(command)
  await until('repeated answer', () => service.acks('before').length === 4)
  assert.equal(service.acks('before').at(-1), 'done 0')
  assert.equal(lock.snapshot().motorStarts, 1)
})

test('a retained command is ignored without an answer', async (t) => {
  const { service, lock, lockHandles } = await startRig(t)
  const command = service.command({ id: 'retained' })
  lock.loseConnection()
  await service.send(command, { retain: true })
  await lockHandles(() => lock.reconnect())
  await service.hearsPresence(3)
  await service.send(service.command({ id: 'fence' }))
  await service.hearsAck('fence', 'done 0')
  assert.deepEqual([service.acks('retained'), lock.snapshot().motorStarts], [[], 1])
})

test('a command of an earlier connection is refused with f3 and never runs', async (t) => {
  const { service, lock } = await startRig(t)
  const early = service.command({ id: 'early' })
  lock.loseConnection()
  await lock.reconnect()
  await service.hearsPresence(3)
  await service.send(early)
  await service.hearsAck('early', `done ${wrongSession}`)
  assert.equal(lock.snapshot().motorStarts, 0)
})

test('a command sent while the lock is offline is not waiting for it', async (t) => {
  const { service, lock } = await startRig(t)
  lock.loseConnection()
  await service.send(service.command({ id: 'away' }))
  await lock.reconnect()
  await service.hearsPresence(3)
  await service.send(service.command({ id: 'fresh', action: 3 }))
  await service.hearsAck('fresh', 'done 0')
  assert.deepEqual([service.acks('away'), lock.snapshot().motorStarts], [[], 1])
})

test('a command whose counter is not greater than the last is refused with f1 and never runs', async (t) => {
  const { service, lock } = await startRig(t)
  await service.send(service.command({ id: 'first', ctr: 7 }))
  await service.hearsAck('first', 'done 0')
  for (const ctr of [6, 7]) {
    await service.send(service.command({ id: `counter-${ctr}`, ctr, action: 2 }))
    await service.hearsAck(`counter-${ctr}`, `done ${duplicate}`)
  }
  assert.deepEqual([lock.snapshot().motorStarts, lock.snapshot().state], [1, 3])
})

test('an expired command is refused with f0 and never runs, also when it comes again', async (t) => {
  const { service, lock, clock } = await startRig(t)
  const command = service.command({ id: 'late', exp: clock.now() })
  await service.send(command)
  await service.hearsAck('late', `done ${expired}`)
  await service.send(command)
  await until('second refusal', () => service.acks('late').length === 2)
  assert.deepEqual(service.acks('late'), [`done ${expired}`, `done ${expired}`])
  assert.equal(lock.snapshot().motorStarts, 0)
})

test('a command that was changed after it was signed is refused with f2 and never runs', async (t) => {
  const { service, lock } = await startRig(t)
  const changes = { action: 3, exp: service.command().exp + 1, ctr: 99, opt: 2, iat: 0, sig: '0'.repeat(64) }
  for (const [field, value] of Object.entries(changes)) {
    await service.send({ ...service.command({ id: field }), [field]: value })
    await service.hearsAck(field, `done ${badSignature}`)
  }
  await service.send({ ...service.command({ id: 'signed for this' }), id: 'renamed' })
  await service.hearsAck('renamed', `done ${badSignature}`)
  assert.equal(lock.snapshot().motorStarts, 0)
  // A forgery does not use up the counter or the id of the real command.
  await service.send(service.command({ id: 'action' }))
  await service.hearsAck('action', 'done 0')
})

test('a forgery with the id of a command that ran gets no answer', async (t) => {
  const { service } = await startRig(t)
  const command = service.command({ id: 'real' })
  await service.send(command)
  await service.hearsAck('real', 'done 0')
  await service.send({ ...command, action: 3 })
  await service.send(service.command({ id: 'fence' }))
  await service.hearsAck('fence', 'done 0')
  assert.deepEqual(service.acks('real'), ['accepted', 'done 0'])
})

test('an action the device does not know is refused with f4', async (t) => {
  const { service, lock } = await startRig(t, { spec: openerSpec() })
  await service.send(service.command({ id: 'full-lock', action: 6 }))
  await service.hearsAck('full-lock', `done ${notCapable}`)
  assert.deepEqual([service.acks('full-lock').length, lock.snapshot().motorStarts], [1, 0])
})

test('what is not a command is ignored', async (t) => {
  const { service, lock } = await startRig(t)
  const huge = JSON.stringify({ ...service.command({ id: 'huge' }), padding: 'x'.repeat(9000) })
  for (const text of ['', 'unlock', '[]', '{"id":"x"}', 'null', huge]) await service.sendText(text)
  for (const text of ['', '-1', '{"upTo":-1}', '{"upTo":9}']) await service.sendText(text, 'eack')
  await service.send(service.command({ id: 'fence' }))
  await service.hearsAck('fence', 'done 0')
  assert.deepEqual([service.all('ack').length, lock.snapshot().motorStarts], [2, 1])
})

test('a second command while the motor turns is refused with 45 and the first is finished', async (t) => {
  const { service, lock, clock } = await startRig(t, { movementMs: 1000 })
  await service.send(service.command({ id: 'first' }))
  await service.send(service.command({ id: 'second', action: 2 }))
  await service.hearsAck('second', `done ${0x45}`)
  clock.advance(1200)
  await service.hearsAck('first', 'done 0')
  assert.equal(lock.snapshot().motorStarts, 1)
})

test('events are numbered without gaps and sent again in order until they are acknowledged', async (t) => {
  const { service, lock, clock } = await startRig(t)
  for (const open of [true, false, true]) lock.setDoor(open)
  await service.hearsEvents(3)
  await service.acknowledgeEvents(1)
  await service.send(service.command({ id: 'fence', action: 2 }))
  await service.hearsAck('fence', 'done 0')
  clock.advance(5000)
  await service.hearsEvents(7)
  assert.deepEqual(
    service.all('event').map((event) => event.seq),
    [1, 2, 3, 4, 2, 3, 4],
  )
  await service.acknowledgeEvents(4)
  await service.send(service.command({ id: 'fence-2', action: 2 }))
  await service.hearsAck('fence-2', 'done 0')
  // An open door is told of again by the clock.
  lock.setDoor(false)
  await service.hearsEvents(9)
  await service.acknowledgeEvents(6)
  await until('nothing left to send again', () => clock.waiting === 0)
})

test('events that nobody acknowledges are sent again less and less often', async (t) => {
  const { service, lock, clock } = await startRig(t)
  lock.setDoor(true)
  clock.advance(10 * 60_000)
  // Sent at 0, 5, 15, 35, 75 s and then every minute.
  await service.hearsEvents(13)
  await service.send(service.command({ id: 'fence', action: 2 }))
  await service.hearsAck('fence', 'done 0')
  assert.equal(service.all('event').filter((event) => event.seq === 1).length, 13)
})

test('a retained or impossible acknowledgement does not make the lock forget events', async (t) => {
  const { service, lock, clock, lockHandles } = await startRig(t)
  lock.setDoor(true)
  await service.hearsEvents(1)
  await lockHandles(() => service.acknowledgeEvents(2))
  lock.loseConnection()
  await service.acknowledgeEvents(1, { retain: true })
  await lockHandles(() => lock.reconnect())
  await service.hearsEvents(2)
  clock.advance(5000)
  await service.hearsEvents(3)
  assert.deepEqual(
    service.all('event').map((event) => event.seq),
    [1, 1, 1],
  )
})

test('events that happen while the lock is offline are sent in order when it is back', async (t) => {
  const { service, lock } = await startRig(t)
  lock.setDoor(true)
  await service.hearsEvents(1)
  lock.loseConnection()
  lock.turnByHand('unlock')
  lock.setDoor(false)
  await lock.reconnect()
  await service.hearsEvents(4)
  assert.deepEqual(
    service.all('event').map((event) => event.seq),
    [1, 1, 2, 3],
  )
  const presences = service.all('presence')
  assert.deepEqual(
    presences.map(({ online, oldest }) => [online, oldest]),
    [
      [true, 1],
      [false, 1],
      [true, 1],
    ],
  )
  assert.equal(new Set(presences.map((presence) => presence.epoch)).size, 1)
  const states = service.all('state').map((state) => state.seq)
  assert.deepEqual(
    states,
    [...states].sort((a, b) => a - b),
  )
})

test('a lock whose buffer is full forgets the oldest events and says so', async (t) => {
  const { service, lock, clock } = await startRig(t)
  lock.faults.dropAcks = true
  for (let i = 0; i < 510; i++) lock.setDoor(i % 2 === 0)
  lock.faults.dropAcks = false
  clock.advance(5000)
  // Fifty at a time: it says no more than the service takes.
  for (let heard = 50; heard <= 500; heard += 50) {
    await service.hearsEvents(heard)
    assert.equal(service.all('event').length, heard)
    await service.acknowledgeEvents(heard + 10)
  }
  assert.deepEqual(
    service.all('presence').map((presence) => presence.oldest),
    [1, 11],
  )
  assert.deepEqual(
    service.all('event').map((event) => event.seq),
    Array.from({ length: 500 }, (_, i) => i + 11),
  )
  assert.equal(new Set(service.all('presence').map((presence) => presence.sess)).size, 1)
})
