import type { MqttClient } from 'mqtt'

const LOOK_MS = 500
/**
 * Looks without a word from the broker. Looks are counted and not time: after a moment in which this process stood still
 * there is one, and what came meanwhile is read before the next.
 */
const ASK_AFTER = 2
const GIVE_UP_AFTER = 5

/**
 * Finds a link on which nothing passes any more: a machine that vanished, a firewall that forgot. TCP would need minutes,
 * and no door moves until then. A broker that has said nothing for a second is pinged; one and a half more without a word,
 * and the link is lost. The keep-alive of MQTT.js would need longer, and the broker needs its own slower one.
 */
export function watchSilence(client: MqttClient, onSilent: () => void): void {
  let looks = 0
  let timer: NodeJS.Timeout | undefined
  const hear = () => {
    looks = 0
  }
  const end = () => {
    clearInterval(timer)
    timer = undefined
  }

  function look(): void {
    looks += 1
    if (looks === ASK_AFTER) client.sendPing()
    if (looks < GIVE_UP_AFTER) return
    end()
    onSilent()
  }

  client.on('packetreceive', hear)
  client.on('connect', () => {
    hear()
    end()
    timer = setInterval(look, LOOK_MS).unref()
  })
  client.on('close', end)
}
