import { randomBytes } from 'node:crypto'
import { downTopic, type UpLeaf, upTopic } from '@latchwork/contract/device'
import { loginOf, signUplink } from '../packages/server/test/ldp-device.ts'
import type { FleetLock } from './device-fleet.ts'
import { connectPromptly } from './raw-round-trip.ts'

const LOCKED = 1
const UNLOCKED = 3

/** A lock that notes when it hears what; it answers as a simulated lock whose motor takes no time does. */
export interface TimedLock {
  /** When the next command arrives, and when the service next says that it has stored the lock's answer. */
  next(): { readonly commanded: Promise<number>; readonly stored: Promise<number> }
  stop(): Promise<void>
}

export async function connectTimedLock(brokerUrl: string, lock: FleetLock): Promise<TimedLock> {
  const { spec, username, secret } = lock
  const { deviceId } = spec
  const sess = randomBytes(16).toString('hex')
  const client = await connectPromptly(brokerUrl, {
    username,
    password: loginOf(secret),
    clientId: username,
    keepalive: 30,
  })
  const publish = (leaf: UpLeaf, body: object) =>
    client.publish(upTopic(deviceId, leaf), signUplink(deviceId, leaf, body, secret), { qos: 1 })
  let seq = 0
  let commanded = (_at: number) => {}
  let stored = (_at: number) => {}

  /** One message, as of the simulator: done, with the new state and the log entry. */
  function obey(id: string): void {
    seq += 1
    const at = Date.now()
    const state = { seq: seq + 1, at, ...stateOf(seq % 2 === 1 ? UNLOCKED : LOCKED) }
    const event = { seq, at, kind: 'action', action: 1, trigger: 0, result: 0, cmd: id }
    publish('ack', { id, sess, phase: 'done', code: 0, state, event })
  }

  client.on('message', (topic, payload) => {
    const now = performance.now()
    if (topic === downTopic(deviceId, 'eack')) return stored(now)
    commanded(now)
    obey((JSON.parse(payload.toString()) as { id: string }).id)
  })
  await client.subscribeAsync(downTopic(deviceId, '#'), { qos: 1 })
  publish('presence', presenceOf(sess, username))
  publish('info', { at: Date.now(), ...infoOf(lock) })
  publish('state', { seq: 1, at: Date.now(), ...stateOf(LOCKED) })
  return {
    next() {
      const command = Promise.withResolvers<number>()
      const answer = Promise.withResolvers<number>()
      commanded = command.resolve
      stored = answer.resolve
      return { commanded: command.promise, stored: answer.promise }
    },
    stop: () => client.endAsync(true),
  }
}

const presenceOf = (sess: string, key: string) => ({
  online: true,
  sess,
  at: Date.now(),
  proto: 1,
  fw: '1.0.0',
  epoch: randomBytes(8).toString('hex'),
  key,
  oldest: 1,
})

const infoOf = ({ spec: { type, firmware, hardware, config } }: FleetLock) => ({
  type,
  firmware,
  hardware,
  config,
})

const stateOf = (lock: number) => ({
  mode: 2,
  lock,
  trigger: 0,
  lastAction: 1,
  door: 2,
  battery: { pct: 80, critical: false, charging: false },
  nightMode: false,
})
