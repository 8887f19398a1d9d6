import type { FoundLock, Gateway, GatewayHub, GatewayReport, ListedGateway } from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import { stateOf, withoutSecrets } from './rules.ts'
import type { GatewayRow } from './store.ts'

export function presentListed(row: GatewayRow, adopted: number, now: number): ListedGateway {
  const state = stateOf(row, now)
  return {
    gatewayId: row.id,
    name: row.name,
    state,
    ...(state === 'connected' &&
      row.connected_since !== null && { connectedSinceDate: toWireDate(row.connected_since) }),
    ...(row.last_report_at !== null && { lastReportDate: toWireDate(row.last_report_at) }),
    ...(row.version !== null && { version: row.version }),
    adopted,
    creationDate: toWireDate(row.created_at),
  }
}

/** A lock that a gateway found, with what became of it. */
export interface FoundView {
  found: string
  lostAt: number | null
  smartlockId: number | undefined
}

export function presentGateway(row: GatewayRow, locks: readonly FoundView[], now: number): Gateway {
  const adopted = locks.filter(({ smartlockId }) => smartlockId !== undefined).length
  const isClaimable = row.claim_until !== null && row.claim_until > now && row.claimed_with !== row.claim_hash
  return {
    ...presentListed(row, adopted, now),
    ...(row.started_at !== null && { startedDate: toWireDate(row.started_at) }),
    ...(isClaimable && { claimUntilDate: toWireDate(row.claim_until as number) }),
    // Reports of before were stored as they came.
    hubs: (JSON.parse(row.hubs) as GatewayHub[]).map(withoutSecrets),
    locks: locks.map(presentFound),
    ...(row.queue !== null && { queue: JSON.parse(row.queue) as GatewayReport['queue'] }),
  }
}

const presentFound = ({ found, lostAt, smartlockId }: FoundView): Gateway['locks'][number] => ({
  ...(JSON.parse(found) as FoundLock),
  ...(lostAt !== null && { ready: false, present: false }),
  lost: lostAt !== null,
  ...(smartlockId !== undefined && { smartlockId }),
})
