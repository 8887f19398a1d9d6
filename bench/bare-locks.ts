import { createHmac } from 'node:crypto'
import { appendSignature, downTopic, type UpLeaf, uplinkText, upTopic } from '@latchwork/contract/device'
import { connectPromptly } from './raw-round-trip.ts'

/** A child process: locks that answer an order with what a lock whose motor takes no time says, and know nothing else. */
export interface BareLocksOrder {
  readonly brokerUrl: string
  readonly deviceIds: readonly string[]
  readonly deviceKey: string
}

const CONNECTING_AT_ONCE = 25
const STATE = {
  ...{ mode: 2, state: 3, trigger: 0, lastAction: 1, doorState: 2, nightMode: false },
  ...{ batteryCharge: 80, batteryCritical: false, batteryCharging: false },
}

async function connectOne({ brokerUrl, deviceKey }: BareLocksOrder, deviceId: string): Promise<void> {
  const client = await connectPromptly(brokerUrl, { clientId: deviceId, protocolVersion: 4 })
  let seq = 0
  const say = (leaf: UpLeaf, message: object) => {
    const unsigned = JSON.stringify({ ...message, seq: ++seq, at: Date.now() })
    const sig = createHmac('sha256', deviceKey)
      .update(uplinkText(deviceId, leaf, unsigned))
      .digest('hex')
    client.publish(upTopic(deviceId, leaf), appendSignature(unsigned, sig), { qos: 1 })
  }
  const orders = downTopic(deviceId, 'cmd')
  client.on('message', (topic, payload) => {
    if (topic !== orders) return
    const { id: commandId, action } = JSON.parse(payload.toString())
    say('state', STATE)
    say('event', { action, trigger: 4, result: 0, commandId })
    say('ack', { id: commandId, status: 'succeeded', proof: 'report' })
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
