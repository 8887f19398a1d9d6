import { speaksTls } from '../config/transport.ts'
import type { Config } from '../config.ts'
import { brokerPasswordHash } from '../devices/broker-password.ts'
import { createEmbeddedBus } from '../devices/bus/embedded-bus.ts'
import { createMosquittoFiles } from '../devices/bus/mosquitto-files.ts'
import type { DeviceBus, FollowingBus } from '../devices/bus.ts'
import { deviceWatch } from '../devices/device-watch.ts'
import { createNativeDriver } from '../devices/ldp/native-driver.ts'
import {
  NATIVE_SERVICE_TOPICS,
  nativeRights,
  nativeTopics,
  nativeUplink,
} from '../devices/ldp/native-rights.ts'
import { createAccessReconciler } from '../features/access/delivery/dispatcher.ts'
import type { CommandDesk } from '../features/locks/actions/desk.ts'
import { createCommandDispatcher } from '../features/locks/actions/dispatcher.ts'
import { type BrokerAccounts, createBrokerAccounts } from '../features/locks/credentials/broker-accounts.ts'
import { createDeviceAccess } from '../features/locks/credentials/directory.ts'
import type { Ownership } from '../features/locks/ownership/service.ts'
import { createDeviceDoor } from '../features/locks/reports/device.ts'
import { createReconciler } from '../features/locks/settings/dispatcher.ts'
import { type Platform, systemContext } from '../platform/context.ts'
import { connectionWatch } from '../platform/net/connection-watch.ts'
import { networkList } from '../platform/net/networks.ts'
import type { TlsFiles } from '../platform/net/tls-files.ts'
import type { Database } from '../platform/store/database.ts'
import { findMark, NOT_STARTED, RESTORED, setMark } from '../platform/store/marks.ts'
import { type ServedLocks, serveAll, serveShares } from './ownership.ts'
import { holdRepairs } from './repair-hold.ts'

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
  /** Leaves the locks to other processes, if there are any that could have them. */
  leaveLocks(): Promise<void>
  /** No more commands go out; what locks report is still taken. */
  stopCommands(): Promise<void>
  stop(): Promise<void>
}

export async function createDevicePlane(
  config: Config,
  platform: Platform,
  database: Database,
  desk: CommandDesk,
  tls: TlsFiles | undefined,
): Promise<DevicePlane> {
  const link: Link = { isUp: false, wasUp: false }
  const parts = await makeParts(config, platform, database, desk, tls, () => link.isUp)
  const { bus, served, access, driver, door, files, senders, repairers } = parts
  return {
    bus,
    ownership: served.ownership,
    isLinked: () => link.isUp,
    start: () => startParts(config, platform, database, parts, link),
    async settle() {
      await door.idle()
      for (const sender of [...senders, ...repairers.active()]) await sender.run()
      await door.idle()
    },
    async idle() {
      await driver.idle()
      await door.idle()
      for (const sender of [...senders, ...repairers.active()]) await sender.idle()
    },
    leaveLocks: served.leave,
    async stopCommands() {
      for (const sender of senders) await sender.stop()
      await repairers.stop()
    },
    async stop() {
      await served.leave()
      await bus.stop()
      await driver.stop()
      await door.stop()
      access.stop()
      await files?.stop()
      await served.stop()
    },
  }
}

/** The link to the broker: whether it is up, and whether it has ever been. */
interface Link {
  isUp: boolean
  wasUp: boolean
}

async function startParts(
  config: Config,
  platform: Platform,
  { db }: Database,
  { bus, following, served, access, driver, door, files, senders, dispatcher, repairers }: Parts,
  link: Link,
): Promise<void> {
  // With the embedded broker every connection ended with the process before; an external one reports who is connected.
  // After a restore those that the store knows are of the time of the backup, whatever the broker kept.
  const restored = await findMark(db, RESTORED)
  if (config.mqtt.url === undefined || restored?.startsWith(NOT_STARTED)) await door.forgetConnections()
  if (restored?.startsWith(NOT_STARTED)) await setMark(db, RESTORED, restored.slice(NOT_STARTED.length))
  const watch = deviceWatch(platform)
  await driver.start({ report: door.receive, flooded: door.flooded, dropped: watch.dropped })
  door.start(driver)
  await access.start(bus)
  await files?.start()
  await bus.start({
    authenticate: access.authenticate,
    refused: watch.refused,
    link(up) {
      link.isUp = up
      watch.link(up)
      served.linkChanged()
      if (up && link.wasUp) void dispatcher.lineBack()
      link.wasUp ||= up
    },
    rights: nativeRights,
    message: (message) => void driver.receive(message),
    pauseAfter: driver.pauseAfter,
  })
  if (following) {
    const idle = () => driver.idle().then(door.idle)
    await served.start({ bus: following, driver, access, idle })
  }
  for (const sender of senders) sender.start()
  repairers.start(restored !== undefined)
}

type Parts = Awaited<ReturnType<typeof makeParts>>

async function makeParts(
  config: Config,
  platform: Platform,
  database: Database,
  desk: CommandDesk,
  tls: TlsFiles | undefined,
  isLinked: () => boolean,
) {
  const { db } = database
  const following = await createOutsideBus(config, platform)
  const bus: DeviceBus = following ?? createInsideBus(config, platform, tls)
  const served: ServedLocks = following ? await serveShares(platform, database, isLinked) : serveAll()
  const { ownership } = served
  const access = createDeviceAccess(platform, db)
  const limits = intakeLimits(config)
  const driver = createNativeDriver({
    bus,
    directory: access,
    clock: platform.clock,
    limits,
    isHeard: (deviceId) => ownership.isHeard(deviceId),
    isOurs: (deviceId) => ownership.isOurs(deviceId),
    maySend: () => ownership.maySend(),
  })
  const dispatcher = createCommandDispatcher(platform, db, driver, access, ownership)
  const door = createDeviceDoor(platform, db, access, ownership, database.reports)
  const line = { driver, access, ownership, asked: door.asked }
  return {
    bus,
    following,
    dispatcher,
    served,
    access,
    driver,
    door,
    files: createBrokerFiles(config, platform, database),
    senders: [desk.on(systemContext(platform, db, 0), line), dispatcher],
    repairers: holdRepairs(
      [
        createReconciler(platform, db, driver, access, ownership),
        createAccessReconciler(platform, db, driver, access, ownership),
      ],
      db,
      platform.log,
    ),
  }
}

const intakeLimits = ({ rate }: Config) => ({
  devicePerSecond: rate.devicePerSecond,
  deviceBurst: rate.deviceBurst,
  accountPerSecond: rate.deviceAccountPerSecond,
  accountBurst: rate.deviceAccountBurst,
})

function createInsideBus(config: Config, platform: Platform, files: TlsFiles | undefined): DeviceBus {
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

/** Parts that only some installations need are loaded only there: they cost time and memory at every start. */
async function createOutsideBus({ mqtt }: Config, { log }: Platform): Promise<FollowingBus | undefined> {
  if (mqtt.url === undefined) return undefined
  const { createExternalBus } = await import('../devices/bus/external-bus.ts')
  return createExternalBus({
    url: mqtt.url,
    caFile: mqtt.caFile,
    clientIdPrefix: 'latchwork',
    uplinkFilter: nativeUplink,
    log,
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
