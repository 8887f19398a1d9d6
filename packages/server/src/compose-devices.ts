import type { Config } from './config.ts'
import type { DeviceBus } from './devices/bus.ts'
import { createEmbeddedBus } from './devices/embedded-bus.ts'
import { createMosquittoFiles } from './devices/mosquitto-files.ts'
import { NATIVE_SERVICE_TOPICS, NATIVE_UPLINK_FILTER, nativeTopics } from './devices/native/native-rights.ts'
import { type BrokerAccounts, createBrokerAccounts } from './features/smartlocks/broker-accounts.ts'
import type { Platform } from './platform/context.ts'
import type { Database } from './platform/database.ts'

/** Parts that only some installations need are loaded only there: they cost time and memory at every start. */
export async function createBus(config: Config, platform: Platform): Promise<DeviceBus> {
  if (config.mqtt.url === undefined) {
    return createEmbeddedBus({ host: config.mqtt.host, port: config.mqtt.port, log: platform.log })
  }
  const { createExternalBus } = await import('./devices/external-bus.ts')
  return createExternalBus({
    url: config.mqtt.url,
    clientIdPrefix: 'latchwork',
    shareGroup: 'latchwork',
    uplinkFilter: NATIVE_UPLINK_FILTER,
  })
}

/** The files in which an external broker looks up who may do what, where the operator wants us to keep them. */
export function createBrokerFiles(
  { mqtt }: Config,
  platform: Platform,
  { db }: Database,
): BrokerAccounts | undefined {
  if (mqtt.url === undefined || mqtt.accountsDir === undefined) return undefined
  const files = createMosquittoFiles(mqtt.accountsDir)
  const { username, password } = new URL(mqtt.url)
  const own = {
    username: decodeURIComponent(username),
    secret: decodeURIComponent(password),
    ...NATIVE_SERVICE_TOPICS,
  }
  return createBrokerAccounts(platform, db, (logins) =>
    files.write([
      ...(username === '' ? [] : [own]),
      ...logins.map((login) => ({ ...login, ...nativeTopics(login.deviceId) })),
    ]),
  )
}
