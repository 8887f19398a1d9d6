import type { SmartlockState } from '@latchwork/contract'
import type { DeviceReport, FloodLimit, LockDriver, ReportedState } from '../../devices/driver.ts'
import { toWireDate } from '../../platform/clock.ts'
import { type Ctx, inTransaction, type Platform, systemContext } from '../../platform/context.ts'
import type { Db } from '../../platform/database.ts'
import type { AccessReports } from './access-reports.ts'
import * as connections from './connections.ts'
import { applySettings } from './desired.ts'
import { createFailedEvents, type FailedEvents } from './failed-events.ts'
import { ringToOpenTimer } from './present.ts'
import * as reports from './reports.ts'
import { isOfMemory } from './rules.ts'
import * as store from './store.ts'
import { Turns } from './turns.ts'
import { warn } from './warnings.ts'

/** Reports applied in one transaction: what arrives together is made durable together. */
const BATCH = 100
/** Of one account in one transaction, while several are there: whoever comes next waits for no more than that. */
const SHARE = 20
const SEVERAL_MS = 60_000
/** Beyond this nothing is taken in: devices get no event ack, and send again. */
const MAX_WAITING = 50_000
/** The same for one account: what it has waiting must leave room for others. */
const MAX_WAITING_OF_ACCOUNT = 10_000

/** The device door: reports come in here and are applied in the order they came, accounts by turns. */
export interface DeviceDoor {
  receive(report: DeviceReport, accountId: number): void
  /** A device began to say more than it may. */
  flooded(deviceId: string, limit: FloodLimit): void
  /** The embedded broker just started: nobody can be connected, whatever the store says. */
  forgetConnections(): Promise<void>
  start(driver: Pick<LockDriver, 'acknowledgeEvents'>): void
  stop(): Promise<void>
  /** Resolves when everything received so far is applied. */
  idle(): Promise<void>
}

export function createDeviceDoor(platform: Platform, db: Db, access: AccessReports): DeviceDoor {
  const system = systemContext(platform, db, 0)
  const waiting = new Turns<DeviceReport>()
  const failures = createFailedEvents()
  let driver: Pick<LockDriver, 'acknowledgeEvents'> | undefined
  let draining: Promise<void> | undefined

  async function drain(): Promise<void> {
    while (waiting.size > 0) {
      const acks = await applyTogether(system, access, waiting.take(BATCH, share()), failures)
      await Promise.all([...acks].map(([deviceId, upTo]) => driver?.acknowledgeEvents({ deviceId }, upTo)))
    }
  }

  let lastAccount: number | undefined
  let severalUntil = 0
  const share = () => (platform.clock.now() < severalUntil ? SHARE : BATCH)
  let telling: Promise<void> = Promise.resolve()

  return {
    receive(report, accountId) {
      // Only a result says anything that is kept.
      if (report.kind === 'commandAccepted') return
      if (waiting.size >= MAX_WAITING || waiting.sizeOf(accountId) >= MAX_WAITING_OF_ACCOUNT) {
        platform.metrics.droppedMessages.inc({ reason: 'overload' })
        return
      }
      if (accountId !== (lastAccount ?? accountId)) severalUntil = platform.clock.now() + SEVERAL_MS
      lastAccount = accountId
      waiting.add(accountId, report)
      draining ??= drain()
        .catch((error: unknown) => platform.log.error({ err: error }, 'applying device reports failed'))
        .finally(() => {
          draining = undefined
        })
    },
    flooded(deviceId, limit) {
      telling = telling
        .then(() => tellFlood(system, deviceId, limit))
        .catch((error: unknown) => platform.log.error({ err: error, deviceId }, 'a flood could not be told'))
    },
    forgetConnections: () => forgetConnections(system),
    start(started) {
      driver = started
    },
    async stop() {
      await draining
      await telling
    },
    async idle() {
      while (draining !== undefined) await draining
      await telling
    },
  }
}

/** Once per flood: what is too much is neither stored nor told of one by one. */
const tellFlood = (system: Ctx<never>, deviceId: string, limit: FloodLimit): Promise<void> =>
  inTransaction(system, async (tx) => {
    const lock = await store.findByDeviceIdForUpdate(tx.db, deviceId)
    if (lock) await warn({ ...tx, accountId: lock.account_id }, lock, 'flood', { limit })
  })

type EventAcks = Map<string, number>

/** All or, when one of them cannot be applied, each by itself: a single bad report must not hold up the others. */
async function applyTogether(
  system: Ctx<never>,
  access: AccessReports,
  batch: readonly DeviceReport[],
  failures: FailedEvents,
): Promise<EventAcks> {
  try {
    return await applyAll(system, access, batch)
  } catch (error) {
    const [only] = batch
    if (only && batch.length === 1) return afterFailure(system, access, only, failures, error)
  }
  const acks: EventAcks = new Map()
  for (const report of batch)
    for (const [id, upTo] of await applyTogether(system, access, [report], failures)) acks.set(id, upTo)
  return acks
}

/** Most reports come again in a newer form. An event comes as it is until it is stored, and holds up those behind it. */
async function afterFailure(
  system: Ctx<never>,
  access: AccessReports,
  report: DeviceReport,
  failures: FailedEvents,
  error: unknown,
): Promise<EventAcks> {
  const { deviceId, kind } = report
  system.log.error({ err: error, deviceId, kind }, 'a device report could not be applied')
  if (kind !== 'event' || !failures.isHopeless(deviceId, report.seq)) return new Map()
  const { event: _event, ...number } = report
  const given = { ...number, kind: 'unreadableEvent' } as const
  return applyTogether(system, access, [given], failures)
}

function applyAll(
  system: Ctx<never>,
  access: AccessReports,
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
      const upTo = lock && (await applyOne({ ...tx, accountId: lock.account_id }, access, lock, report))
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
  access: AccessReports,
  lock: store.SmartlockRow,
  report: DeviceReport,
): Promise<number | undefined> {
  switch (report.kind) {
    case 'online':
      if (await connections.applyOnline(ctx, lock, report)) await access.online(ctx, lock)
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
      return reports.applyEvent(ctx, lock, report.seq, report.event, access.used)
    case 'unreadableEvent':
      if (!isNumberedNow(ctx, lock, report)) return undefined
      return reports.skipEvent(ctx, lock, report.seq)
    case 'commandResult':
      await reports.applyResult(ctx, lock, report.commandId, report.outcome)
      return undefined
    case 'settings':
      // What was said in another connection may be long untrue; what it answered is asked again in this one.
      if (report.sessionId !== lock.session_id) return undefined
      if (report.section === 'auths') await access.answered(ctx, lock, report)
      else await applySettings(ctx, lock, report)
      return undefined
    case 'accessPage':
      await access.held(ctx, lock, report)
      return undefined
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
