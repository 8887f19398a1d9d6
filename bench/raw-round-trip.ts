import { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { firstMatch, startNode, stopChild } from './processes.ts'

const CHILD = fileURLToPath(new URL('raw-broker.ts', import.meta.url))
/** As long as a signed command. */
const PAYLOAD = 'x'.repeat(250)

export interface RawRoundTrip {
  /** Milliseconds from a publish to the arrival of the answer. */
  measure(): Promise<number>
  stop(): Promise<void>
}

/** Two MQTT clients and a broker: one asks, the other answers, both with QoS 1. */
export async function startRawRoundTrip(): Promise<RawRoundTrip> {
  const child = startNode([CHILD], { side: 'measured' })
  const [, url = ''] = await firstMatch(child, /listening on (\S+)/)
  const asking = await connectPromptly(url)
  const answering = await connectPromptly(url)
  await answering.subscribeAsync('down', { qos: 1 })
  await asking.subscribeAsync('up', { qos: 1 })
  answering.on('message', (_topic, payload) => answering.publish('up', payload, { qos: 1 }))
  let arrived = () => {}
  asking.on('message', () => arrived())
  return {
    async measure() {
      const answer = new Promise<void>((resolve) => {
        arrived = resolve
      })
      const startedAt = performance.now()
      asking.publish('down', PAYLOAD, { qos: 1 })
      await answer
      return performance.now() - startedAt
    },
    async stop() {
      await Promise.all([asking.endAsync(true), answering.endAsync(true)])
      await stopChild(child)
    },
  }
}

/** MQTT.js leaves small packets waiting for each other (Nagle), which costs 40 ms a round trip: not what is compared. */
export async function connectPromptly(url: string, options: IClientOptions = {}): Promise<MqttClient> {
  const client = await connectAsync(url, options)
  if (client.stream instanceof Socket) client.stream.setNoDelay(true)
  return client
}
