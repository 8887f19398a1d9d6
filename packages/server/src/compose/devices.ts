import { speaksTls } from '../config/transport.ts'
import type { Config } from '../config.ts'
import { brokerPasswordHash } from '../devices/broker-password.ts'
import { createEmbeddedBus } from '../devices/bus/embedded-bus.ts'
import { createMosquittoFiles } from '../devices/bus/mosquitto-files.ts'
import type { DeviceBus } from '../devices/bus.ts'
import { deviceWatch } from '../devices/device-watch.ts'
import { createNativeDriver } from '../devices/ldp/native-driver.ts'
import {
  NATIVE_SERVICE_TOPICS,
  NATIVE_UPLINK_FILTER,
  nativeRights,
  nativeTopics,
} from '../devices/ldp/native-rights.ts'
import { createAccessReconciler } from '../features/access/delivery/dispatcher.ts'
import { createCommandDispatcher } from '../features/locks/actions/dispatcher.ts'
import { type BrokerAccounts, createBrokerAccounts } from '../features/locks/credentials/broker-accounts.ts'
import { createDeviceAccess } from '../features/locks/credentials/directory.ts'
import { type Ownership, soleOwnership } from '../features/locks/ownership/service.ts'
import { createDeviceDoor } from '../features/locks/reports/device.ts'
import { createReconciler } from '../features/locks/settings/dispatcher.ts'
import type { Platform } from '../platform/context.ts'
import { connectionWatch } from '../platform/net/connection-watch.ts'
import { networkList } from '../platform/net/networks.ts'
import type { TlsFiles } from '../platform/net/tls-files.ts'
import type { Database } from '../platform/store/database.ts'

/** Everything between the store and the locks. */
export interface DevicePlane {
  readonly bus: DeviceBus
  /** Which locks this process serves. */
  readonly ownership: Ownership
  /** Whether the broker can be reached. */
  isLinked(): boolean
  start(): Promise<void>
  /** Resolves when all work at hand is done: reports applied, commands handed over. */
  settle(): Promise<void>
  /** Resolves when nothing is under way; looks for nothing new. */
  idle(): Promise<void>
  /** No more commands go out; what locks report is still taken. */
  stopCommands(): Promise<void>
  stop(): Promise<void>
}

export async function createDevicePlane(
  config: Config,
  platform: Platform,
  database: Database,
  tls: TlsFiles | undefined,
): Promise<DevicePlane> {
  const parts = await makeParts(config, platform, database, tls)
  const { bus, ownership, access, driver, door, files, senders } = parts
  let isLinked = false
  return {
    bus,
    ownership,
    isLinked: () => isLinked,
    async start() {
      // With the embedded broker every connection ended with the process before; an external one reports who is connected.
      if (config.mqtt.url === undefined) await door.forgetConnections()
      const watch = deviceWatch(platform)
      await driver.start({ report: door.receive, flooded: door.flooded, dropped: watch.dropped })
      door.start(driver)
      await access.start(bus)
      await files?.start()
      await bus.start({
        authenticate: access.authenticate,
        refused: watch.refused,
        link(up) {
          isLinked = up
          watch.link(up)
        },
        rights: nativeRights,
        message: (message) => void driver.receive(message),
        pauseAfter: driver.pauseAfter,
      })
      for (const sender of senders) sender.start()
    },
    async settle() {
      await door.idle()
      for (const sender of senders) await sender.run()
      await door.idle()
    },
    async idle() {
      await driver.idle()
      await door.idle()
      for (const sender of senders) await sender.idle()
    },
    async stopCommands() {
      for (const sender of senders) await sender.stop()
    },
    async stop() {
      await bus.stop()
      await driver.stop()
      await door.stop()
      access.stop()
      await files?.stop()
    },
  }
}

async function makeParts(config: Config, platform: Platform, database: Database, tls: TlsFiles | undefined) {
  const { db } = database
  const bus = await createBus(config, platform, tls)
  const access = createDeviceAccess(platform, db)
  const limits = intakeLimits(config)
  const driver = createNativeDriver({ bus, directory: access, clock: platform.clock, limits })
  return {
    bus,
    ownership: soleOwnership(),
    access,
    driver,
    door: createDeviceDoor(platform, db, access),
    files: createBrokerFiles(config, platform, database),
    senders: [
      createCommandDispatcher(platform, db, driver, access),
      createReconciler(platform, db, driver, access),
      createAccessReconciler(platform, db, driver, access),
    ],
  }
}

const intakeLimits = ({ rate }: Config) => ({
  devicePerSecond: rate.devicePerSecond,
  deviceBurst: rate.deviceBurst,
  accountPerSecond: rate.deviceAccountPerSecond,
  accountBurst: rate.deviceAccountBurst,
})

/** Parts that only some installations need are loaded only there: they cost time and memory at every start. */
async function createBus(
  config: Config,
  platform: Platform,
  files: TlsFiles | undefined,
): Promise<DeviceBus> {
  if (config.mqtt.url === undefined) {
    const { host, port, maxConnections, maxConnectionsPerAddress, gateways } = config.mqtt
    const { clientCaFile, clientCertificates } = config.mqtt
    const certificates = clientCaFile === undefined ? undefined : clientCertificates
    return createEmbeddedBus({
      host,
      port,
      tls: files && speaksTls(config, 'mqtt') ? { files, certificates } : undefined,
      log: platform.log,
      connections: {
        total: maxConnections,
        perAddress: maxConnectionsPerAddress,
        isGateway: networkList(gateways),
      },
      onRefused: connectionWatch(platform, 'mqtt'),
    })
  }
  const { createExternalBus } = await import('../devices/bus/external-bus.ts')
  return createExternalBus({
    url: config.mqtt.url,
    caFile: config.mqtt.caFile,
    clientIdPrefix: 'latchwork',
    shareGroup: 'latchwork',
    uplinkFilter: NATIVE_UPLINK_FILTER,
    log: platform.log,
  })
}

/** The files in which an external broker looks up who may do what, where the operator wants us to keep them. */
function createBrokerFiles(
  { mqtt }: Config,
  platform: Platform,
  { db }: Database,
): BrokerAccounts | undefined {
  if (mqtt.url === undefined || mqtt.accountsDir === undefined) return undefined
  const files = createMosquittoFiles(mqtt.accountsDir)
  const address = new URL(mqtt.url)
  const username = decodeURIComponent(address.username)
  const passwordHash = brokerPasswordHash(username, decodeURIComponent(address.password))
  const own = { username, passwordHash, ...NATIVE_SERVICE_TOPICS }
  return createBrokerAccounts(platform, db, (logins) =>
    files.write([
      ...(username === '' ? [] : [own]),
      ...logins.map((login) => ({ ...login, ...nativeTopics(login.deviceId) })),
    ]),
  )
}
