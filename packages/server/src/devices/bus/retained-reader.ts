import { connect, type IClientOptions } from 'mqtt'
import type { UplinkMessage } from '../bus.ts'

export interface RetainedReaderOptions {
  readonly connection: IClientOptions
  readonly filter: string
  readonly onMessage: (message: UplinkMessage) => void
  readonly onError: (error: Error) => void
}

/** MQTT does not mark the end of the retained messages, so they are over when none has come for this long. */
const QUIET_MS = 2000
const LONGEST_MS = 60_000

/**
 * Reads once what the broker has retained, such as who is online. Shared subscriptions get no retained messages
 * (MQTT 5, 4.8.2), so this takes a plain one, and a connection of its own for as long as it lasts: on the main
 * connection every live message would come twice meanwhile, and nothing would tell the copies apart. Here all live
 * messages are dropped: without "retain as published" only messages from before the subscription carry the flag.
 * Returns a function that ends it early.
 */
export function readRetained({ connection, filter, onMessage, onError }: RetainedReaderOptions): () => void {
  const client = connect({ ...connection, clean: true, reconnectPeriod: 0 })
  let isOver = false
  let idle: NodeJS.Timeout | undefined
  const longest = setTimeout(stop, LONGEST_MS)
  function stop(): void {
    isOver = true
    clearTimeout(idle)
    clearTimeout(longest)
    client.end(true)
  }
  const fail = (error: Error): void => {
    if (isOver) return
    stop()
    onError(error)
  }
  client.on('error', fail)
  client.on('close', () => fail(new Error('connection closed')))
  client.on('message', (topic, payload, packet) => {
    if (isOver || !packet.retain) return
    idle?.refresh()
    onMessage({ topic, payload, retained: true })
  })
  client.on('connect', () => {
    // Quality of service 0: at 1 Mosquitto drops all but the first thousand, which wait for their confirmation.
    client.subscribe(filter, { qos: 0, rap: false, rh: 0 }, (error) => {
      if (error) fail(error)
      else if (!isOver) idle = setTimeout(stop, QUIET_MS)
    })
  })
  return stop
}
