import type { ErrorWithReasonCode, MqttClient } from 'mqtt'
import type { PublishResult } from '../bus.ts'
import { resetSocket } from './reset-socket.ts'
import { SendWindow } from './send-window.ts'

/** Publishes messages that must arrive soon or never. MQTT.js by itself sends them again whenever a link is back. */
export interface LivePublisher {
  /** The link is up; the broker takes this many messages unconfirmed. */
  open(receiveMaximum: number | undefined): void
  /** The link is down: nothing that was waiting or unconfirmed will be sent on the next one. */
  close(): void
  publish(topic: string, payload: string, expiresInMs: number): Promise<PublishResult>
}

/** MQTT 5, 2.4: the broker took the message, but nobody had subscribed to its topic. */
const NO_MATCHING_SUBSCRIBERS = 0x10
const MAX_UNCONFIRMED = 1000

export function createLivePublisher(link: MqttClient, minConfirmWaitMs: number): LivePublisher {
  const window = new SendWindow()
  const unconfirmed = new Set<number>()
  const unheard = new Set<number>()
  // The callback of `publish` is not told the reason code.
  link.on('packetreceive', (packet) => {
    if (packet.cmd === 'puback' && packet.reasonCode === NO_MATCHING_SUBSCRIBERS && packet.messageId) {
      unheard.add(packet.messageId)
    }
  })

  function send(topic: string, payload: string, expiresInMs: number): Promise<PublishResult> {
    return new Promise((resolve) => {
      const giveUp = (): void => {
        link.removeOutgoingMessage(messageId)
        // On a link that broke silently the message may still be on its way to the wire.
        resetSocket(link.stream)
      }
      const timer = setTimeout(giveUp, Math.max(expiresInMs, minConfirmWaitMs))
      timer.unref()
      // The broker drops what it could not hand on in time. It counts in seconds.
      const properties = { messageExpiryInterval: Math.max(1, Math.ceil(expiresInMs / 1000)) }
      link.publish(topic, payload, { qos: 1, retain: false, properties }, (error) => {
        clearTimeout(timer)
        unconfirmed.delete(messageId)
        window.leave()
        resolve(unheard.delete(messageId) ? 'offline' : resultOf(error))
      })
      const messageId = link.getLastMessageId()
      unconfirmed.add(messageId)
    })
  }

  return {
    open(receiveMaximum = MAX_UNCONFIRMED) {
      window.open(Math.min(receiveMaximum, MAX_UNCONFIRMED))
    },

    close() {
      window.close()
      for (const messageId of [...unconfirmed]) link.removeOutgoingMessage(messageId)
      unheard.clear()
    },

    async publish(topic, payload, expiresInMs) {
      const expiresAt = performance.now() + expiresInMs
      const mayGo = await window.enter(expiresInMs)
      return mayGo && link.connected ? send(topic, payload, expiresAt - performance.now()) : 'busLost'
    },
  }
}

/** Only a refusal by the broker proves that nothing was delivered; a message that got no answer may have been. */
function resultOf(error: Error | ErrorWithReasonCode | null | undefined): PublishResult {
  return error && 'code' in error ? 'busLost' : 'sent'
}
