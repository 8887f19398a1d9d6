import type { SmartlockState } from '@latchwork/contract'
import type {
  AccessEntry,
  DeviceReport,
  FloodLimit,
  LockDriver,
  ReportedState,
} from '../../../devices/driver.ts'
import { toWireDate } from '../../../platform/clock.ts'
import { type Ctx, inTransaction, type Platform, systemContext } from '../../../platform/context.ts'
import type { Db } from '../../../platform/store/database.ts'
import { isDatabaseAway } from '../../../platform/store/database-away.ts'
import { untilReached } from '../../../platform/store/until-reached.ts'
import { Lines } from '../../../platform/work/lines.ts'
import * as connections from '../connection/service.ts'
import { addressOf, type DeviceAccess } from '../credentials/service.ts'
import { ringToOpenTimer } from '../present.ts'
import { isOfMemory } from '../rules.ts'
import { applySettings } from '../settings/service.ts'
import * as store from '../store.ts'
import { warn } from '../warnings.ts'
import { createFailedEvents, type FailedEvents } from './failed-events.ts'
import * as reports from './service.ts'

/** Reports applied in one transaction: what arrives together is made durable together. */
const BATCH = 100
/** Of one account in one transaction, while several are there: whoever comes next waits for no more than that. */
const SHARE = 20
const SEVERAL_MS = 60_000
/** Beyond this nothing is taken in: devices get no event ack, and send again. */
const MAX_WAITING = 50_000
/** The same for one account: what it has waiting must leave room for others. */
const MAX_WAITING_OF_ACCOUNT = 10_000

type DoorDriver = Pick<LockDriver, 'acknowledgeEvents' | 'accessDigest'>
type KeysOfDevices = Pick<DeviceAccess, 'keysWithin'>

/** How to tell what a lock holds; undefined when the connection it told that on may not be believed any more. */
type DigestFor = (
  ctx: Ctx<never>,
  lock: store.SmartlockRow,
  sessionId: string,
) => Promise<((entry: AccessEntry) => string) | undefined>

/** The device door: reports come in here and are applied in the order they came, accounts by turns. */
export interface DeviceDoor {
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

export function createDeviceDoor(platform: Platform, db: Db, access: KeysOfDevices): DeviceDoor {
  const system = systemContext(platform, db, 0)
  const waiting = new Lines<number, DeviceReport>()
  const failures = createFailedEvents()
  const shares = createShares(platform)
  let driver: DoorDriver | undefined
  let draining: Promise<void> | undefined
  let isStopping = false

  const digestFor: DigestFor = async (ctx, lock, sessionId) => {
    const device = await addressOf(ctx, access, lock)
    if (!driver || device?.sessionId !== sessionId) return undefined
    const { accessDigest } = driver
    return (entry) => accessDigest(device, entry)
  }

  async function drain(): Promise<void> {
    while (waiting.size > 0) {
      const batch = waiting.take(BATCH, shares.now())
      const acks = await untilReached(
        () => applyTogether(system, digestFor, batch, failures),
        () => isStopping,
      )
      await Promise.all([...acks].map(([deviceId, upTo]) => driver?.acknowledgeEvents({ deviceId }, upTo)))
    }
  }

  let warning: Promise<void> = Promise.resolve()

  return {
    receive(report, accountId) {
      // Only a result says anything that is kept.
      if (report.kind === 'commandAccepted') return
      if (waiting.size >= MAX_WAITING || waiting.sizeOf(accountId) >= MAX_WAITING_OF_ACCOUNT) {
        platform.metrics.droppedMessages.inc({ reason: 'overload' })
        return
      }
      shares.note(accountId)
      waiting.add(accountId, report)
      draining ??= drain()
        .catch((error: unknown) => platform.log.error({ err: error }, 'applying device reports failed'))
        .finally(() => {
          draining = undefined
        })
    },
    flooded(deviceId, limit) {
      warning = warning
        .then(() => warnOfFlood(system, deviceId, limit))
        .catch((error: unknown) => platform.log.error({ err: error, deviceId }, 'a flood could not be told'))
    },
    forgetConnections: () => forgetConnections(system),
    start(started) {
      driver = started
    },
    async stop() {
      isStopping = true
      await draining
      await warning
    },
    async idle() {
      while (draining !== undefined) await draining
      await warning
    },
  }
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

/** Once per flood: what is too much is neither stored nor warned of one by one. */
const warnOfFlood = (system: Ctx<never>, deviceId: string, limit: FloodLimit): Promise<void> =>
  inTransaction(system, async (tx) => {
    const lock = await store.findByDeviceIdForUpdate(tx.db, deviceId)
    if (lock) await warn({ ...tx, accountId: lock.account_id }, lock, 'flood', { limit })
  })

type EventAcks = Map<string, number>

/** All or, when one of them cannot be applied, each by itself: a single bad report must not hold up the others. */
async function applyTogether(
  system: Ctx<never>,
  digestFor: DigestFor,
  batch: readonly DeviceReport[],
  failures: FailedEvents,
): Promise<EventAcks> {
  try {
    return await applyAll(system, digestFor, batch)
  } catch (error) {
    // Nothing is wrong with any of them.
    if (isDatabaseAway(error)) throw error
    const [only] = batch
    if (only && batch.length === 1) return afterFailure(system, digestFor, only, failures, error)
  }
  const acks: EventAcks = new Map()
  for (const report of batch)
    for (const [id, upTo] of await applyTogether(system, digestFor, [report], failures)) acks.set(id, upTo)
  return acks
}

/** Most reports come again in a newer form. An event comes as it is until it is stored, and holds up those behind it. */
async function afterFailure(
  system: Ctx<never>,
  digestFor: DigestFor,
  report: DeviceReport,
  failures: FailedEvents,
  error: unknown,
): Promise<EventAcks> {
  const { deviceId, kind } = report
  system.log.error({ err: error, deviceId, kind }, 'a device report could not be applied')
  if (kind !== 'event' || !failures.isHopeless(deviceId, report.seq)) return new Map()
  const { event: _event, ...number } = report
  const given = { ...number, kind: 'unreadableEvent' } as const
  return applyTogether(system, digestFor, [given], failures)
}

function applyAll(
  system: Ctx<never>,
  digestFor: DigestFor,
  batch: readonly DeviceReport[],
): Promise<EventAcks> {
  return inTransaction(system, async (tx) => {
    const acks: EventAcks = new Map()
    // Reports of one lock come in bunches; its row is read once and kept true by what is applied.
    const locks = new Map<string, store.SmartlockRow | undefined>()
    for (const report of batch) {
      if (!locks.has(report.deviceId))
        locks.set(report.deviceId, await store.findByDeviceIdForUpdate(tx.db, report.deviceId))
      const lock = locks.get(report.deviceId)
      const upTo = lock && (await applyOne({ ...tx, accountId: lock.account_id }, digestFor, lock, report))
      if (upTo !== undefined) acks.set(report.deviceId, upTo)
    }
    return acks
  })
}

/** Of another memory it is what somebody kept, or it came before the lock announced itself, and comes again. */
function isNumberedNow(ctx: Ctx<never>, lock: store.SmartlockRow, { epoch }: { epoch?: string }): boolean {
  if (isOfMemory(lock, epoch)) return true
  ctx.metrics.droppedMessages.inc({ reason: 'replayed' })
  return false
}

async function applyOne(
  ctx: Ctx<never>,
  digestFor: DigestFor,
  lock: store.SmartlockRow,
  report: DeviceReport,
): Promise<number | undefined> {
  switch (report.kind) {
    case 'online':
      if (await connections.applyOnline(ctx, lock, report)) await ctx.ports.lockConnected(ctx, lock)
      return undefined
    case 'offline':
      await connections.applyOffline(ctx, lock, report.sessionId)
      return undefined
    case 'info':
      await reports.applyInfo(ctx, lock, report)
      return undefined
    case 'state':
      if (!isNumberedNow(ctx, lock, report)) return undefined
      await reports.applyState(ctx, lock, report.seq, toWireState(ctx, report.state))
      return undefined
    case 'event':
      if (!isNumberedNow(ctx, lock, report)) return undefined
      return reports.applyEvent(ctx, lock, report.seq, report.event)
    case 'unreadableEvent':
      if (!isNumberedNow(ctx, lock, report)) return undefined
      return reports.skipEvent(ctx, lock, report.seq)
    case 'commandResult':
      await reports.applyResult(ctx, lock, report.commandId, report.outcome)
      return undefined
    case 'settings':
      // What was said in another connection may be long untrue; what it answered is asked again in this one.
      if (report.sessionId !== lock.session_id) return undefined
      if (report.section === 'auths') await ctx.ports.rightsAnswered(ctx, lock, report)
      else await applySettings(ctx, lock, report)
      return undefined
    case 'accessPage': {
      const digestOf = await digestFor(ctx, lock, report.sessionId)
      if (digestOf) await ctx.ports.rightsHeld(ctx, lock, report, digestOf)
      return undefined
    }
    case 'commandAccepted':
      return undefined
  }
}

/** The state as the API shows it (4.13). */
function toWireState(ctx: Ctx<never>, { at: _at, ringToOpenEnd, ...state }: ReportedState): SmartlockState {
  return {
    ...state,
    ringToOpenTimer: ringToOpenTimer(ringToOpenEnd, ctx.clock.now()),
    ...(ringToOpenEnd !== undefined && { ringToOpenEnd: toWireDate(ringToOpenEnd) }),
  }
}

async function forgetConnections(system: Ctx<never>): Promise<void> {
  for (;;) {
    const locks = await store.listOnline(system.db, BATCH)
    if (locks.length === 0) return
    await inTransaction(system, async (tx) => {
      for (const lock of locks) await connections.loseConnection({ ...tx, accountId: lock.account_id }, lock)
    })
  }
}
