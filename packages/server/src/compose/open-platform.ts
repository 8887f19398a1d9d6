import { existsSync } from 'node:fs'
import { type Config, consoleUrlOf } from '../config.ts'
import * as audit from '../features/audit/service.ts'
import { type CommandDesk, createCommandDesk } from '../features/locks/actions/desk.ts'
import type { Clock } from '../platform/clock.ts'
import type { Limits, Platform } from '../platform/context.ts'
import { createIds } from '../platform/ids.ts'
import { createOutbound } from '../platform/net/outbound.ts'
import { createLog, type Log } from '../platform/observe/log.ts'
import { createMetrics } from '../platform/observe/metrics.ts'
import { hasKeys, type KeySource, keyFileOf, loadOrCreateKeys } from '../platform/security/key-file.ts'
import { keysInUse, missingKeys, openKeyRing } from '../platform/security/key-ring.ts'
import { type KeyRing, keyRing } from '../platform/security/sealer.ts'
import { type Inspection, inspectDatabase } from '../platform/store/commit-mark.ts'
import type { Database } from '../platform/store/database.ts'
import { storeTroubleOf } from '../platform/store/store-trouble.ts'
import { LocalWake, type Wake } from '../platform/work/wake.ts'
import { newestId } from '../schema/newest-id.ts'
import { openDatabase } from '../schema/open-database.ts'
import { createPorts } from './links.ts'

export interface PlatformOptions {
  config: Config
  clock: Clock
  log?: Log
  processMetrics?: boolean
  /** Told what a start waits for; without it the start does not wait. */
  onWaiting?: ((sentence: string) => void) | undefined
}

/** What the service and the command line both stand on: settings, key, database, wake-ups. The caller closes it. */
export async function openPlatform({
  config,
  clock,
  log = createLog({
    level: config.log.level,
    isToldElsewhere: (error) => storeTroubleOf(error) !== undefined,
  }),
  processMetrics = false,
  onWaiting,
}: PlatformOptions): Promise<{ platform: Platform; database: Database; desk: CommandDesk }> {
  const outbound = createOutbound({
    allowLoopback: config.outbound.allowLoopback || config.sandbox,
    networks: config.outbound.networks,
    caFile: config.outbound.caFile,
    timeoutMs: config.outbound.timeoutSeconds * 1000,
    onFailure: (failure) => log.debug(failure, 'no answer from a target'),
  })
  const source = keySourceOf(config)
  // Made after the database on a first start: one that is interrupted leaves no key without a database.
  const known = hasKeys(source) ? loadOrCreateKeys(source) : undefined
  const database = await openStoreOf(config, known, { clock, log, onWaiting })
  try {
    const sealer = await openSealer(database, known ?? (await firstKeys(database, source)), clock)
    const newest = await newestId(database.db)
    const desk = createCommandDesk()
    const platform: Platform = {
      engine: database.engine,
      changes: database.changes,
      storeHealth: database.health,
      clock,
      ids: createIds(clock, undefined, newest),
      log,
      sealer,
      limits: limitsOf(config),
      outbound,
      ports: createPorts(desk),
      consoleUrl: consoleUrlOf(config),
      secondFactor: config.secondFactor,
      defaultTimeZone: config.defaultTimeZone,
      wake: await startWake(database, log),
      metrics: createMetrics({ processMetrics }),
      traces: undefined,
    }
    return { platform, database, desk }
  } catch (error) {
    // Whoever tries again must find nothing of this attempt.
    await database.close()
    throw error
  }
}

type StoreNeeds = Required<Pick<PlatformOptions, 'clock' | 'log'>> & Pick<PlatformOptions, 'onWaiting'>

const openStoreOf = (
  config: Config,
  known: readonly Buffer[] | undefined,
  { clock, log, onWaiting }: StoreNeeds,
): Promise<Database> =>
  openDatabase({
    dataDir: config.dataDir,
    poolSize: config.database.poolSize,
    clock,
    ...(config.database.url !== undefined && { url: config.database.url }),
    ...(onWaiting && { onWaiting }),
    inspect: () => inspectDatabase(inspectionOf(config, known, log)),
    onReach(isReachable, err) {
      if (isReachable) log.info('the database can be reached again')
      else log.error({ err }, 'the database cannot be reached')
    },
  })

/** A store that has keys gets no other: a backup would take the new file for the one that is missing. */
async function firstKeys(database: Database, source: KeySource): Promise<Buffer[]> {
  const inUse = await keysInUse(database.db)
  // Looked for again: another process on the same directory may have been first.
  if (inUse.length > 0 && !hasKeys(source)) throw missingKeys(inUse)
  return loadOrCreateKeys(source)
}

/** Opens the keys of the store, and has what is stored from now on marked with them. */
async function openSealer(database: Database, keys: Buffer[], clock: Clock): Promise<KeyRing> {
  const ring = await openKeyRing(database.db, keys, clock.now(), audit.sealBlank)
  await database.keepMark?.((text) => ring.seal(text, MARK_CONTEXT))
  return ring
}

const MARK_CONTEXT = 'latchwork.mark'

function inspectionOf({ dataDir }: Config, known: readonly Buffer[] | undefined, log: Log): Inspection {
  const ring = known && keyRing(known)
  return {
    dataDir,
    hadKey: existsSync(keyFileOf(dataDir)),
    open: (sealed) => ring?.open(sealed, MARK_CONTEXT),
    onUnreadableMark: () =>
      log.warn('the mark beside the database cannot be read: whether changes are missing is not known'),
  }
}

/** Where the secret keys come from. */
export const keySourceOf = ({ dataDir, secretKey, secretKeysOld }: Config): KeySource => ({
  dataDir,
  fromConfig: secretKey,
  oldFromConfig: secretKeysOld,
})

const limitsOf = ({ quota, action, retention, stay, bridge }: Config): Limits => ({
  accountUsers: quota.accountUsers,
  subAccounts: quota.subAccounts,
  apiKeys: quota.apiKeys,
  tokensPerKey: quota.tokensPerKey,
  smartlocks: quota.smartlocks,
  gateways: quota.gateways,
  notifications: quota.notifications,
  settingsPerNotification: quota.settingsPerNotification,
  actionTtlMs: action.ttlSeconds * 1000,
  actionProofMs: action.proofSeconds * 1000,
  webhooksPerKey: quota.webhooksPerKey,
  bridges: bridge.enabled ? bridge.maxAccounts : 0,
  streamsPerToken: quota.streamsPerToken,
  streamsPerAccount: quota.streamsPerAccount,
  mailsPerHour: quota.mailsPerHour,
  eventRetentionMs: retention.eventDays * 86_400_000,
  retention: {
    leastDays: retention.leastDays,
    operationDays: retention.operationDays,
    most: {
      logDays: retention.logDays,
      reservationDays: retention.reservationDays,
      mailDays: retention.mailDays,
    },
  },
  addresses: quota.addresses,
  unitsPerAddress: quota.unitsPerAddress,
  reservationsPerAddress: quota.reservationsPerAddress,
  stays: { checkInTime: stay.checkInTime, checkOutTime: stay.checkOutTime },
})

async function startWake(database: Database, log: Log): Promise<Wake> {
  if (database.url === undefined) return new LocalWake()
  // Loaded only where it is used: it costs time and memory at every start.
  const { PostgresWake } = await import('../platform/work/postgres-wake.ts')
  const wake = new PostgresWake(database.url, log, database.processName)
  await wake.start().catch(async (error: unknown) => {
    await wake.stop()
    throw error
  })
  return wake
}
