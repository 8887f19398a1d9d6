import { MAX_PAIRINGS, type Pairing, type PairingOrder } from '@latchwork/contract'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import * as smartlocks from '../../locks/service.ts'
import { columnsOf, isSame, isWindowLost, orderOf, present } from './rules.ts'
import * as store from './store.ts'

/** Apps, fobs and the like that locks know by themselves. They change when a person asks for it, and never else. */

const SECTION = 'pairings'
/** As many as fit into one message of a device. */
const MOST_WAITING = 24

/** A page of what a lock says: it speaks for all after `after` up to and with `upTo`. */
export async function applyPage(
  ctx: Ctx<never>,
  { account_id, smartlock_id }: smartlocks.SmartlockRow,
  page: smartlocks.PairingPage,
): Promise<void> {
  const rows = await store.list(ctx.db, account_id, smartlock_id, page)
  const known = new Map(rows.map((row) => [row.pairing_id, row]))
  const told = new Map(page.pairings.map((held) => [held.pairingId, held]))
  const gone = [...known.keys()].filter((id) => !told.has(id))
  if (gone.length > 0) await store.remove(ctx.db, account_id, smartlock_id, gone)
  const room = MAX_PAIRINGS - (await store.count(ctx.db, account_id, smartlock_id))
  const [changed, fresh] = [
    [...told.values()].filter(({ pairingId }) => known.has(pairingId)),
    newOnes(told, known),
  ]
  const seen = { account_id, smartlock_id, first_seen_at: ctx.clock.now() }
  const wanted = [...changed, ...fresh.slice(0, Math.max(room, 0))]
    .map((held) => ({ ...seen, ...columnsOf(held, known.get(held.pairingId)) }))
    .filter((row) => !isSame(toldColumns(row), known.get(row.pairing_id)))
  if (wanted.length > 0) await store.put(ctx.db, wanted)
}

const newOnes = <K, V>(told: Map<K, V>, known: Map<K, unknown>): V[] =>
  [...told].filter(([id]) => !known.has(id)).map(([, held]) => held)

const toldColumns = ({ account_id: _a, smartlock_id: _s, first_seen_at: _f, ...columns }: store.PairingRow) =>
  columns

export async function list(ctx: Ctx<'not_found'>, smartlockId: number): Promise<Pairing[]> {
  await smartlocks.get(ctx, smartlockId)
  const rows = await store.list(ctx.db, ctx.accountId, smartlockId)
  const waiting =
    rows.length > 0 && (await smartlocks.findPending(ctx.db, ctx.accountId, smartlockId, SECTION))
  const changes = waiting && waiting.operation_id !== null ? (JSON.parse(waiting.changes) as object) : {}
  const operationOf = (id: number) =>
    waiting && Object.hasOwn(changes, String(id)) ? (waiting.operation_id ?? undefined) : undefined
  return rows.map((row) => present(row, operationOf(row.pairing_id)))
}

export async function get(
  ctx: Ctx<'not_found'>,
  smartlockId: number,
  pairingId: number,
): Promise<store.PairingRow> {
  return (await store.find(ctx.db, ctx.accountId, smartlockId, pairingId)) ?? ctx.fail('not_found')
}

type ChangeCtx = RequestCtx<'not_found' | 'not_supported_by_device' | 'resource_locked'>

/** Switches one off or on. The lock has done it when its list shows it so. */
export const change = (ctx: ChangeCtx, smartlockId: number, pairingId: number, enabled: boolean) =>
  order(ctx, smartlockId, pairingId, (tx, row) => {
    if (enabled && isWindowLost(row))
      tx.fail('not_supported_by_device', {
        message: 'The lock has forgotten its window. Set it with the app of the lock and switch it on there.',
      })
    return orderOf(row, enabled)
  })

/** Removes one for good: it has to be paired anew with the app of the lock. */
export const remove = (ctx: ChangeCtx, smartlockId: number, pairingId: number) =>
  order(ctx, smartlockId, pairingId, () => null)

function order(
  ctx: ChangeCtx,
  smartlockId: number,
  pairingId: number,
  decide: (tx: ChangeCtx, row: store.PairingRow) => PairingOrder | null,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const [lock = tx.fail('not_found')] = await smartlocks.listByIds(tx, [smartlockId])
    const row = await get(tx, smartlockId, pairingId)
    assertChangeable(tx, lock, row)
    const wanted = decide(tx, row)
    await assertRoom(tx, smartlockId, pairingId)
    const operationId = await smartlocks.desire(tx, lock, {
      section: SECTION,
      type: 'pairing',
      changes: { [pairingId]: wanted },
    })
    await audit.record(tx, {
      action: wanted === null ? 'pairing.removed' : 'pairing.switched',
      subject: smartlockId,
      detail: {
        pairing: row.name ?? String(pairingId),
        ...(wanted && { to: wanted.enabled ? 'on' : 'off' }),
      },
    })
    return operationId
  })
}

function assertChangeable(ctx: ChangeCtx, lock: smartlocks.SmartlockRow, row: store.PairingRow): void {
  if (row.is_own === 1)
    ctx.fail('not_supported_by_device', {
      message: 'This is the way on which the hub reaches the lock: without it nobody would.',
    })
  const { told } = smartlocks.capabilityOf({ row: lock, pending: [] })
  if (told?.pairings?.change !== true)
    ctx.fail('not_supported_by_device', {
      message: 'What this lock knows by itself is changed with the app of its maker only.',
    })
}

/** Several wait as one while the lock is offline, and go in one message. */
async function assertRoom(ctx: ChangeCtx, smartlockId: number, pairingId: number): Promise<void> {
  const waiting = await smartlocks.findPending(ctx.db, ctx.accountId, smartlockId, SECTION)
  if (!waiting || waiting.operation_id === null) return
  const keys = Object.keys(JSON.parse(waiting.changes) as object)
  if (keys.length >= MOST_WAITING && !keys.includes(String(pairingId)))
    ctx.fail('resource_locked', { operationId: waiting.operation_id })
}
