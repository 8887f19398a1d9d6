import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isLoopback } from '../platform/net/networks.ts'
import { readTrustedProxies } from '../platform/net/trusted-proxies.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { LISTENERS, PLAIN_LISTENERS } from './settings/network.ts'
import type { Config } from './settings.ts'

export type Listener = (typeof LISTENERS)[number]

/** Does this process end TLS itself there? */
export const speaksTls = ({ tls }: Pick<Config, 'tls'>, listener: Listener): boolean =>
  tls.certFile !== undefined && tls.keyFile !== undefined && tls.listeners.includes(listener)

/** Settings that are right each for itself and wrong together. */
export function transportProblems(config: Config): string[] {
  const { tls, mqtt, sandbox } = config
  const problems: string[] = []
  if ((tls.certFile === undefined) !== (tls.keyFile === undefined)) {
    problems.push('LATCHWORK_TLS_CERT_FILE and LATCHWORK_TLS_KEY_FILE belong together; one is missing')
  }
  // An external broker has its own.
  if (mqtt.url !== undefined) return problems
  const asksLocks = mqtt.clientCaFile !== undefined
  if (mqtt.clientCertificates === 'required' && !asksLocks) {
    problems.push('LATCHWORK_MQTT_CLIENT_CERTIFICATES=required needs LATCHWORK_MQTT_CLIENT_CA_FILE')
  }
  if (asksLocks && !speaksTls(config, 'mqtt')) {
    problems.push(
      'LATCHWORK_MQTT_CLIENT_CA_FILE needs the embedded broker with TLS (LATCHWORK_TLS_CERT_FILE)',
    )
  }
  if (mqtt.clientCertificates === 'required' && sandbox) {
    problems.push('LATCHWORK_MQTT_CLIENT_CERTIFICATES=required keeps the simulated locks of the sandbox out')
  }
  return problems
}

/**
 * Tokens, passwords and door codes travel on these connections. Who opens them to other machines in clear text has to
 * say so in so many words; a proxy that ends TLS counts for HTTP, because it does not carry MQTT.
 */
export async function refusePlainListeners(config: Config): Promise<void> {
  const { http, mqtt } = config
  const refusals: string[] = []
  if (!isBehindProxy(config) && (await isOpenInClear(config, 'http', http.host))) {
    refusals.push(
      `The API would listen on ${http.host} (LATCHWORK_HTTP_HOST) in clear text, where other machines reach it. Set LATCHWORK_TLS_CERT_FILE and LATCHWORK_TLS_KEY_FILE (\`latchwork tls init\` makes a pair), or put a proxy that ends TLS before it and say so with LATCHWORK_TRUST_PROXY, or listen on 127.0.0.1, or accept it with LATCHWORK_ALLOW_PLAIN=http.`,
    )
  }
  if (mqtt.url === undefined && (await isOpenInClear(config, 'mqtt', mqtt.host))) {
    refusals.push(
      `The broker would listen on ${mqtt.host} (LATCHWORK_MQTT_HOST) in clear text, where other machines reach it. Set LATCHWORK_TLS_CERT_FILE and LATCHWORK_TLS_KEY_FILE (\`latchwork tls init\` makes a pair), or listen on 127.0.0.1, or accept it with LATCHWORK_ALLOW_PLAIN=mqtt.`,
    )
  }
  if (config.bridge.enabled && (await isOpenInClear(config, 'bridge', config.bridge.host))) {
    refusals.push(
      `The bridge would listen on ${config.bridge.host} (LATCHWORK_BRIDGE_HOST), where other machines reach it, and its programs know no TLS. Keep it to a network you trust and to encrypted tokens, and say so with LATCHWORK_ALLOW_PLAIN=bridge, or listen on 127.0.0.1.`,
    )
  }
  if (refusals.length > 0) throw new StartupError(refusals.join('\n'))
}

const isBehindProxy = ({ trustProxy }: Config): boolean => readTrustedProxies(trustProxy) !== undefined

async function isOpenInClear(
  config: Config,
  listener: (typeof PLAIN_LISTENERS)[number],
  host: string,
): Promise<boolean> {
  if (config.allowPlain.includes(listener)) return false
  if (listener !== 'bridge' && speaksTls(config, listener)) return false
  return !(await isOnlyThisMachine(host))
}

/** A name that leads nowhere is left to the listener, which says so better. */
async function isOnlyThisMachine(host: string): Promise<boolean> {
  if (isIP(host) !== 0) return isLoopback(host)
  const addresses = await lookup(host, { all: true }).catch(() => [])
  return addresses.every(({ address }) => isLoopback(address))
}

/**
 * Whether browsers are told to come back over HTTPS only. Not for names of this machine: the promise holds for all ports
 * of a name, and `localhost` is shared with whatever else runs here.
 */
export function promisesHttps(config: Config): boolean {
  if (config.publicUrl !== undefined) {
    const { protocol, hostname } = new URL(config.publicUrl)
    return protocol === 'https:' && hostname !== 'localhost'
  }
  return speaksTls(config, 'http') && !isLoopback(config.http.host) && config.http.host !== 'localhost'
}
