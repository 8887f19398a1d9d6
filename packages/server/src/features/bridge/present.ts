import type { Bridge } from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import type { BridgeView } from './service.ts'

/** Whether programs are answered, and where. */
export interface BridgeFacts {
  isOn: boolean
  port(): number
}

export function present(
  { row, callbacks }: BridgeView,
  { isOn, port }: BridgeFacts,
  now: number,
  token?: string,
): Bridge {
  return {
    available: isOn,
    ...(isOn && { port: port() }),
    ...(row && {
      bridgeId: row.bridge_id,
      creationDate: toWireDate(row.created_at),
      tokenDate: toWireDate(row.token_made_at),
    }),
    ...(row?.pairing_until != null &&
      row.pairing_until > now && { pairingUntil: toWireDate(row.pairing_until) }),
    ...(token !== undefined && { token }),
    callbacks: callbacks.map(({ slot, url }) => ({ id: slot, url })),
  }
}
