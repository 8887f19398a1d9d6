import type { DeviceReport, FloodLimit, LockDriver } from '../../../devices/driver.ts'
import {
  type Ctx,
  inAccounts,
  inTransaction,
  type Platform,
  systemContext,
} from '../../../platform/context.ts'
import type { Db } from '../../../platform/store/database.ts'
import { canWaitForStore } from '../../../platform/store/store-trouble.ts'
import { untilReached } from '../../../platform/store/until-reached.ts'
import { Lines } from '../../../platform/work/lines.ts'
import { whenQuiet } from '../../../platform/work/when-quiet.ts'
import * as connections from '../connection/service.ts'
import { addressOf, type DeviceAccess } from '../credentials/service.ts'
import { type Ownership, soleOwnership } from '../ownership/service.ts'
import { isOnline } from '../rules.ts'
import * as store from '../store.ts'
import { warn } from '../warnings.ts'
import { applyBatch, type DigestFor, type EventAcks, type Means, type TakenReport } from './batch.ts'
import { createDrain } from './drain.ts'
import { createFailedEvents, type FailedEvents } from './failed-events.ts'
import { createGathering, type Gathering } from './gathering.ts'

/** Reports applied in one transaction: what arrives together is made durable together. */
const BATCH = 250
/** Of one account in one transaction, while several are there: whoever comes next waits for no more than that. */
const SHARE = 50
const SEVERAL_MS = 60_000
/** Connections that are given up in one transaction, at the start. */
const FORGOTTEN_AT_ONCE = 100
/** Beyond this nothing is taken in: devices get no event ack, and send again. */
const MAX_WAITING = 50_000
/** The same for one account: what it has waiting must leave room for others. */
const MAX_WAITING_OF_ACCOUNT = 10_000

type DoorDriver = Pick<LockDriver, 'acknowledgeEvents' | 'accessDigest'>
type KeysOfDevices = Pick<DeviceAccess, 'keysWithin'>

/** The device door: reports come in here and are applied in the order they came, accounts by turns. */
export interface DeviceDoor {
  /** A command left: its answer is to come. */
  asked(commandId: string, accountId: number): void
  /** Of what is said of a command only its result is kept. */
  receive(report: DeviceReport, accountId: number): void
  /** A device began to say more than it may. */
  flooded(deviceId: string, limit: FloodLimit): void
  /** The embedded broker just started: nobody can be connected, whatever the store says. */
  forgetConnections(): Promise<void>
  start(driver: DoorDriver): void
  stop(): Promise<void>
  /** Resolves when everything received so far is applied. */
  idle(): Promise<void>
}

export function createDeviceDoor(
  platform: Platform,
  db: Db,
  access: KeysOfDevices,
  ownership: Pick<Ownership, 'isOurs'> = soleOwnership(),
  reports: Db = db,
): DeviceDoor {
  const system = systemContext(platform, db, 0)
  const waiting = new Lines<number, TakenReport>()
  const failures = createFailedEvents()
  const floods = createFloodWarnings(system)
  const shares = createShares(platform)
  const gathering = createGathering(platform.clock)
  let driver: DoorDriver | undefined
  let isStopping = false
  const means = createMeans(access, ownership, () => driver)
  const drain = createDrain({
    waiting,
    // SQLite has one writer. On PostgreSQL an account has one, and waits for the transactions of no other account.
    isByAccount: platform.engine === 'postgres',
    take: (mayBegin) => takeBatch(waiting, gathering, shares, mayBegin),
    async apply(batch) {
      const stored = gathering.storing(batch.map(({ report }) => report))
      const work = () => applyTogether({ ...system, db: reports }, means, batch, failures)
      const acks = await untilReached(work, () => isStopping)
      stored()
      await Promise.all([...acks].map(([deviceId, upTo]) => driver?.acknowledgeEvents({ deviceId }, upTo)))
    },
    failed: (err) => platform.log.error({ err }, 'applying device reports failed'),
  })
  const idle = async () => {
    await drain.idle()
    await floods.idle()
  }

  return {
    asked: gathering.asked,
    receive(report, accountId) {
      if (report.kind === 'commandAccepted') return
      if (isFull(waiting, accountId)) return platform.metrics.droppedMessages.inc({ reason: 'overload' })
      shares.note(accountId)
      waiting.add(accountId, { accountId, report })
      gathering.note(report, accountId, waiting.size)
      drain.goOn()
    },
    flooded: floods.warn,
    forgetConnections: () => forgetConnections(system),
    start(started) {
      driver = started
    },
    async stop() {
      isStopping = true
      await idle()
    },
    idle,
  }
}

/** What is applied next: what is there, or, while many are about to come, a moment's worth of it. */
async function takeBatch(
  waiting: Lines<number, TakenReport>,
  gathering: Gathering,
  shares: ReturnType<typeof createShares>,
  mayBegin: (accountId: number) => boolean,
): Promise<TakenReport[]> {
  if (waiting.size < BATCH) await arrived(waiting)
  if (waiting.size < BATCH) await gathering.more(waiting.size)
  const batch = waiting.take(BATCH, shares.now(), mayBegin)
  gathering.taken(waiting.size === 0)
  return batch
}

/** A lock says several things at once, and many locks answer at once. */
const arrived = (waiting: Lines<number, TakenReport>): Promise<void> =>
  new Promise((resolve) => whenQuiet(() => Math.min(waiting.size, BATCH), resolve))

const createMeans = (
  access: KeysOfDevices,
  ownership: Pick<Ownership, 'isOurs'>,
  driverNow: () => DoorDriver | undefined,
): Means => ({
  digestFor: createDigests(access, driverNow),
  isOurs: (deviceId) => ownership.isOurs(deviceId),
})

const createDigests =
  (access: KeysOfDevices, driverNow: () => DoorDriver | undefined): DigestFor =>
  async (ctx, lock, sessionId) => {
    const device = await addressOf(ctx, access, lock)
    const driver = driverNow()
    if (!driver || device?.sessionId !== sessionId) return undefined
    return (entry) => driver.accessDigest(device, entry)
  }

/** How much of one account may be applied at once: less while others are there too. */
function createShares({ clock }: Pick<Platform, 'clock'>) {
  let lastAccount: number | undefined
  let severalUntil = 0
  return {
    note(accountId: number): void {
      if (accountId !== (lastAccount ?? accountId)) severalUntil = clock.now() + SEVERAL_MS
      lastAccount = accountId
    },
    now: () => (clock.now() < severalUntil ? SHARE : BATCH),
  }
}

const isFull = (waiting: Lines<number, TakenReport>, accountId: number): boolean =>
  waiting.size >= MAX_WAITING || waiting.sizeOf(accountId) >= MAX_WAITING_OF_ACCOUNT

/** One after the other, beside the reports. */
function createFloodWarnings(system: Ctx<never>) {
  let warning: Promise<void> = Promise.resolve()
  return {
    warn(deviceId: string, limit: FloodLimit): void {
      warning = warning
        .then(() => warnOfFlood(system, deviceId, limit))
        .catch((err: unknown) => system.log.error({ err, deviceId }, 'a flood could not be told'))
    },
    idle: () => warning,
  }
}

/** Once per flood: what is too much is neither stored nor warned of one by one. */
async function warnOfFlood(system: Ctx<never>, deviceId: string, limit: FloodLimit): Promise<void> {
  const [known] = await store.listByDeviceIds(system.db, [deviceId])
  if (!known) return
  await inTransaction({ ...system, accountId: known.account_id }, async (tx) => {
    const lock = await store.find(tx.db, known.account_id, known.smartlock_id)
    if (lock) await warn(tx, lock, 'flood', { limit })
  })
}

/** All or, when one of them cannot be applied, each half by itself: a single bad report must not hold up the others. */
async function applyTogether(
  system: Ctx<never>,
  means: Means,
  batch: readonly TakenReport[],
  failures: FailedEvents,
): Promise<EventAcks> {
  try {
    return await applyBatch(system, means, batch)
  } catch (error) {
    // Nothing is wrong with any of them.
    if (canWaitForStore(error)) throw error
    const [only] = batch
    if (only && batch.length === 1) return afterFailure(system, means, only, failures, error)
  }
  const acks: EventAcks = new Map()
  const half = Math.ceil(batch.length / 2)
  for (const part of [batch.slice(0, half), batch.slice(half)])
    for (const [id, upTo] of await applyTogether(system, means, part, failures)) acks.set(id, upTo)
  return acks
}

/** Most reports come again in a newer form. An event comes as it is until it is stored, and holds up those behind it. */
async function afterFailure(
  system: Ctx<never>,
  means: Means,
  { accountId, report }: TakenReport,
  failures: FailedEvents,
  error: unknown,
): Promise<EventAcks> {
  const { deviceId, kind } = report
  system.log.error({ err: error, deviceId, kind }, 'a device report could not be applied')
  if (kind !== 'event' || !failures.isHopeless(deviceId, report.seq)) return new Map()
  const { event: _event, ...number } = report
  const given = { ...number, kind: 'unreadableEvent' } as const
  return applyTogether(system, means, [{ accountId, report: given }], failures)
}

async function forgetConnections(system: Ctx<never>): Promise<void> {
  for (;;) {
    const known = await store.listOnline(system.db, FORGOTTEN_AT_ONCE)
    const accountIds = new Set(known.map(({ account_id }) => account_id))
    await inAccounts(system, accountIds, async (tx) => {
      const locks = await store.findAny(tx.db, new Set(known.map(({ smartlock_id }) => smartlock_id)))
      for (const lock of locks)
        if (isOnline(lock.server_state))
          await connections.loseConnection({ ...tx, accountId: lock.account_id }, lock)
    })
    if (known.length < FORGOTTEN_AT_ONCE) return
  }
}
