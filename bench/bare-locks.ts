import { createHmac } from 'node:crypto'
import { appendSignature, downTopic, uplinkText, upTopic } from '@latchwork/contract/device'
import { connectPromptly } from './raw-round-trip.ts'

/** A child process: locks that answer an order with what a lock whose motor takes no time says, and know nothing else. */
export interface BareLocksOrder {
  readonly brokerUrl: string
  readonly deviceIds: readonly string[]
  readonly deviceKey: string
}

const CONNECTING_AT_ONCE = 25
const EPOCH = '00112233445566aa'
const UNLOCK = 1
const STATE = {
  ...{ mode: 2, trigger: 4, door: 2, nightMode: false },
  battery: { pct: 80, critical: false, charging: false },
}

async function connectOne({ brokerUrl, deviceKey }: BareLocksOrder, deviceId: string): Promise<void> {
  const client = await connectPromptly(brokerUrl, { clientId: deviceId, protocolVersion: 4 })
  let seq = 0
  const answer = (message: object) => {
    const unsigned = JSON.stringify(message)
    const sig = createHmac('sha256', deviceKey)
      .update(uplinkText(deviceId, 'ack', unsigned))
      .digest('hex')
    client.publish(upTopic(deviceId, 'ack'), appendSignature(unsigned, sig), { qos: 1 })
  }
  const orders = downTopic(deviceId, 'cmd')
  client.on('message', (topic, payload) => {
    if (topic !== orders) return
    const { id, sess, action } = JSON.parse(payload.toString())
    const numbered = { seq: ++seq, epoch: EPOCH, at: Date.now() }
    const event = { ...numbered, kind: 'action', action, trigger: 4, result: 0, cmd: id }
    const state = { ...numbered, ...STATE, lock: action === UNLOCK ? 3 : 1, lastAction: action }
    answer({ id, sess, phase: 'done', code: 0, state, event })
  })
  await client.subscribeAsync(downTopic(deviceId, '#'), { qos: 1 })
}

process.once('message', async (order: BareLocksOrder) => {
  const waiting = [...order.deviceIds]
  const connectNext = async () => {
    for (let id = waiting.shift(); id; id = waiting.shift()) await connectOne(order, id)
  }
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, connectNext))
  process.send?.('connected')
})
process.once('disconnect', () => process.exit(0))
