import { SCOPES, SMARTLOCK_TYPE } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import { toWireDate } from '../../../platform/clock.ts'
import { type Ctx, inTransaction, type Principal, type RequestCtx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import * as smartlocks from '../../locks/service.ts'
import * as operations from '../../operations/service.ts'
import { bridgeDate, presentDevice, presentState } from '../devices.ts'
import { deviceTypeOf, MAX_NUKI_ID, nukiIdOf, RING } from '../rules.ts'
import * as store from '../store.ts'
import type { KnownBridge } from './directory.ts'
import { type Asked, actionOf, readNumber, smartlockIdsOf } from './rules.ts'

/** What programs ask of a bridge. */

/** Who acts: the owner of the account, who made the token (D136). */
export const principalOf = (bridge: KnownBridge): Principal => ({
  accountId: bridge.accountId,
  ownerAccountId: bridge.accountId,
  name: `${bridge.name} (bridge)`,
  isMaster: true,
  isOperator: false,
  needsSecondFactor: false,
  rights: 0,
  scopes: new Set(SCOPES.filter((scope) => scope.startsWith('smartlock'))),
  kind: 'api',
  tokenId: `bridge ${bridge.bridgeId}`,
  apiKeyId: null,
  expiresAt: Number.POSITIVE_INFINITY,
  management: undefined,
  networks: undefined,
  limits: undefined,
  tokenLimits: undefined,
  reach: undefined,
})

export type BridgeRefusal =
  | 'not_found'
  | 'invalid_parameter'
  | 'not_supported_by_device'
  | 'remote_unlock_off'
  | 'smartlock_offline'
  | 'resource_locked'

type BridgeCtx = RequestCtx<BridgeRefusal>

/** Every device of the account as it was last known; asks no device. */
export async function list(ctx: BridgeCtx) {
  const rows = (await smartlocks.list(ctx, {})).map(({ row }) => row)
  const rings = await ringsOf(ctx, rows)
  const now = ctx.clock.now()
  return rows.map((row) => presentDevice(row, rings.get(row.smartlock_id), now))
}

/** So many rings are looked through for the last one of each opener. */
const RINGS = 100

/** When each opener was last rung at, in one query. */
async function ringsOf(
  ctx: RequestCtx,
  rows: readonly smartlocks.SmartlockRow[],
): Promise<Map<number, number>> {
  if (!rows.some(({ type }) => type === SMARTLOCK_TYPE.opener)) return new Map()
  const rings = await smartlocks.listLog(ctx, { action: RING, limit: RINGS })
  return new Map(rings.reverse().map((ring) => [ring.smartlock_id, ring.date]))
}

/** One device, which has to be there: a bridge would ask it. */
export async function lockState(ctx: BridgeCtx, asked: Asked) {
  const row = await deviceOf(ctx, asked)
  if (!smartlocks.isOnline(row.server_state)) ctx.fail('smartlock_offline')
  const rings = await ringsOf(ctx, [row])
  const now = ctx.clock.now()
  return {
    ...presentState(row.type, smartlocks.shownState(row, now), rings.get(row.smartlock_id), now),
    success: true,
  }
}

/** The device that is meant. Programs that know only one kind leave the kind out, or send 0. */
async function deviceOf(ctx: BridgeCtx, asked: Asked): Promise<smartlocks.SmartlockRow> {
  const nukiId =
    readNumber(asked.get('nukiid'), MAX_NUKI_ID) ??
    failParameter(ctx.fail, 'nukiId', 'must be the number of a device')
  const given = asked.get('devicetype')
  const type = given === undefined ? 0 : readNumber(given, 255)
  if (type === undefined) return failParameter(ctx.fail, 'deviceType', 'must be a number')
  const views = await smartlocks.views(ctx, smartlockIdsOf(nukiId))
  const rows = views.map(({ row }) => row).sort((a, b) => a.smartlock_id - b.smartlock_id)
  const exact = rows.find((row) => deviceTypeOf(row.type) === type)
  return exact ?? (type === 0 ? rows[0] : undefined) ?? ctx.fail('not_found')
}

/** `success` is what came of it: true only when the device has shown that it did it (D136). */
export async function lockAction(ctx: BridgeCtx, asked: Asked, isGone: AbortSignal) {
  const row = await deviceOf(ctx, asked)
  const action = actionOf(row.type, readNumber(asked.get('action'), 255) ?? 0)
  if (action === undefined) return failParameter(ctx.fail, 'action', 'must be a number from 1 to 5')
  return run(ctx, row, action, asked.get('nowait'), isGone)
}

/** The short calls: lock and unlock, and on an opener ring-to-open off and on. They never unlatch. */
export async function shortAction(
  ctx: BridgeCtx,
  asked: Asked,
  name: 'lock' | 'unlock',
  isGone: AbortSignal,
) {
  const row = await deviceOf(ctx, asked)
  return run(ctx, row, name === 'unlock' ? 1 : 2, asked.get('nowait'), isGone)
}

async function run(
  ctx: BridgeCtx,
  row: smartlocks.SmartlockRow,
  action: number,
  nowait: string | undefined,
  isGone: AbortSignal,
) {
  const operationId = await smartlocks.operate(ctx, row.smartlock_id, { action })
  const isRight = nowait === '1' || nowait === 'true' || (await isProven(ctx, operationId, isGone))
  const after = await smartlocks.get(ctx, row.smartlock_id)
  const { batteryCritical, batteryCharging, batteryChargeState } = presentState(
    after.type,
    smartlocks.shownState(after, ctx.clock.now()),
    undefined,
    ctx.clock.now(),
  )
  return {
    success: isRight,
    batteryCritical,
    ...(batteryCharging !== undefined && { batteryCharging }),
    ...(batteryChargeState !== undefined && { batteryChargeState }),
  }
}

/** Nobody may tell us that an operation came to its end without proof: it is looked at as often. */
const LOOK_MS = 1000
/** An operation ends by itself; we wait a little longer for that. */
const PATIENCE_MS = 2000

/** Waits until the operation has ended, its time is over, or nobody waits for the answer any more. */
async function isProven(ctx: BridgeCtx, operationId: string, isGone: AbortSignal): Promise<boolean> {
  const { actionTtlMs, actionProofMs } = ctx.limits
  const until = ctx.clock.now() + actionTtlMs + actionProofMs + PATIENCE_MS
  let isNews = false
  let wakeUp = () => {}
  const news = () => {
    isNews = true
    wakeUp()
  }
  const unlisten = ctx.wake.listen('event', (about) => {
    if (about === 'all' || about.has(ctx.accountId)) news()
  })
  isGone.addEventListener('abort', news)
  try {
    for (;;) {
      isNews = false
      const { row } = await operations.get(ctx, operationId)
      if (row.status !== 'queued' && row.status !== 'sent') return row.status === 'confirmed'
      if (isGone.aborted || ctx.clock.now() >= until) return false
      if (isNews) continue
      await new Promise<void>((resolve) => {
        const cancel = ctx.clock.after(LOOK_MS, resolve)
        wakeUp = () => {
          cancel()
          resolve()
        }
      })
    }
  } finally {
    unlisten()
    isGone.removeEventListener('abort', news)
  }
}

/** The first firmware of a bridge that took encrypted tokens: what programs may do depends on it. */
const FIRMWARE = '2.14.0'

/** Programs show tokens as hashes or encrypted only to a bridge of hardware. */
const HARDWARE = 1

export async function info(ctx: BridgeCtx, { bridgeId }: KnownBridge, startedAt: number) {
  const rows = (await smartlocks.list(ctx, {})).map(({ row }) => row)
  const now = ctx.clock.now()
  return {
    bridgeType: HARDWARE,
    ids: { hardwareId: bridgeId, serverId: bridgeId },
    versions: { firmwareVersion: FIRMWARE, wifiFirmwareVersion: FIRMWARE },
    uptime: Math.max(Math.floor((now - startedAt) / 1000), 0),
    currentTime: bridgeDate(now),
    wlanConnected: true,
    serverConnected: true,
    scanResults: rows.map((row) => ({
      deviceType: deviceTypeOf(row.type),
      nukiId: nukiIdOf(row.smartlock_id),
      name: row.name,
      rssi: 0,
      paired: true,
    })),
  }
}

const MAX_LOG = 1000

/** What happened at the devices, newest first. */
export async function log(ctx: BridgeCtx, asked: Asked) {
  const offset = readNumber(asked.get('offset') ?? '0', MAX_LOG)
  const count = readNumber(asked.get('count') ?? '100', MAX_LOG)
  if (offset === undefined || count === undefined || offset + count > MAX_LOG)
    return failParameter(ctx.fail, 'offset', `and count must be numbers, and ${MAX_LOG} together at most`)
  const since = (await store.find(ctx.db, ctx.accountId))?.log_cleared_at
  const from = since == null ? {} : { fromDate: toWireDate(since) }
  const rows = offset + count === 0 ? [] : await smartlocks.listLog(ctx, { limit: offset + count, ...from })
  return rows.slice(offset).map((row) => ({
    timestamp: bridgeDate(row.date),
    type: 'lockAction',
    nukiId: nukiIdOf(row.smartlock_id),
    deviceType: deviceTypeOf(row.device_type),
    name: row.name,
    action: row.action,
    trigger: row.trigger,
    state: row.state,
  }))
}

/** Programs see what comes from now on; the log of the locks is the account's, and stays. */
export const clearLog = (ctx: BridgeCtx) =>
  store.update(ctx.db, ctx.accountId, { log_cleared_at: ctx.clock.now() })

/** Gives the token out, once, to whoever asks first after the button was pressed; undefined when nobody may have it. */
export async function pair(
  ctx: Ctx<never>,
  bridges: readonly KnownBridge[],
): Promise<KnownBridge | undefined> {
  const waiting = bridges.filter(({ pairingUntil }) => isOpen(pairingUntil, ctx.clock.now()))
  const [bridge] = waiting
  // With two buttons pressed at once nobody knows which of them is meant.
  if (!bridge || waiting.length > 1) return undefined
  const { accountId, bridgeId, pairingUntil } = bridge
  return inTransaction({ ...ctx, accountId }, async (tx) => {
    const ended = await store.endPairing(tx.db, accountId, pairingUntil as number)
    if (!ended || ended.token_sealed !== bridge.sealed) return undefined
    await audit.record(
      { ...tx, actor: { accountId: null, name: 'bridge program' } },
      {
        action: 'bridge.paired',
        subject: bridgeId,
      },
    )
    tx.afterCommit(() => tx.wake.notify('credential', accountId))
    return bridge
  })
}

const isOpen = (until: number | null, now: number): boolean => until !== null && until > now

/** Strangers learn of the one bridge there is, and otherwise of those that wait to be asked for their token. */
export const discoverable = (bridges: readonly KnownBridge[], now: number): readonly KnownBridge[] =>
  bridges.length === 1 ? bridges : bridges.filter(({ pairingUntil }) => isOpen(pairingUntil, now))
