import type { HeldPairing, Pairing, PairingKind, PairingOrder, PairingWindow } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { PairingRow } from './store.ts'

type Told = Omit<PairingRow, 'account_id' | 'smartlock_id' | 'first_seen_at'>

/** As stored. A lock forgets the window of one that is switched off: what it last told of it is kept. */
export function columnsOf(held: HeldPairing, known: PairingRow | undefined): Told {
  const { pairingId, kind, name, enabled, remoteAllowed, isOwn, timeLimited, window } = held
  const kept = !enabled && timeLimited && known?.time_limited === 1 ? known.times : null
  return {
    pairing_id: pairingId,
    kind,
    name: name ?? null,
    enabled: Number(enabled),
    remote_allowed: Number(remoteAllowed),
    is_own: Number(isOwn),
    time_limited: Number(timeLimited),
    times: timeLimited && window ? JSON.stringify(window) : kept,
  }
}

export const isSame = (told: Told, known: PairingRow | undefined): boolean =>
  known !== undefined && Object.entries(told).every(([name, value]) => known[name as keyof Told] === value)

const windowOf = ({ times }: PairingRow): PairingWindow | undefined =>
  times === null ? undefined : (JSON.parse(times) as PairingWindow)

/** Nobody knows any more when it may open: switched on, it might open always. */
export const isWindowLost = (row: PairingRow): boolean => row.time_limited === 1 && row.times === null

/** What the lock is told; the window is always said whole, because what is left out may be dropped. */
export function orderOf(row: PairingRow, enabled: boolean): PairingOrder {
  const window = windowOf(row)
  return { enabled, ...(window && { window }) }
}

export function present(row: PairingRow, operationId: string | undefined): Pairing {
  const window = windowOf(row)
  return {
    pairingId: row.pairing_id,
    kind: row.kind as PairingKind,
    ...(row.name !== null && { name: row.name }),
    enabled: row.enabled === 1,
    remoteAllowed: row.remote_allowed === 1,
    isOwn: row.is_own === 1,
    timeLimited: row.time_limited === 1,
    ...(window && { window }),
    firstSeenDate: toWireDate(row.first_seen_at),
    ...(operationId !== undefined && { operationId }),
  }
}
