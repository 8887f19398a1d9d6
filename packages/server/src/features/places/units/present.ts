import type { AddressToken, AddressUnit } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { UnitView } from './doors.ts'
import type { UnitRow } from './store.ts'
import type { TokenView } from './tokens.ts'

const redemptionOf = (row: UnitRow) => ({
  ...(row.redeemed_at !== null && { redeemDate: toWireDate(row.redeemed_at) }),
  ...(row.redeem_result !== null && { redeemResult: row.redeem_result }),
})

/** `tokenId` is given only for those who may read it (D256). */
export const presentUnit = ({ row, smartlockIds }: UnitView, tokenId: string | undefined): AddressUnit => ({
  id: row.id,
  name: row.name,
  addressId: row.address_id,
  ...(tokenId !== undefined && { addressTokenId: tokenId }),
  smartlockIds,
  ...(row.operation_id !== null && { operationId: row.operation_id }),
  creationDate: toWireDate(row.created_at),
  ...redemptionOf(row),
})

export const presentToken = ({ row, inviteKeys, origin }: TokenView, tokenId: string): AddressToken => ({
  id: tokenId,
  addressId: row.address_id,
  creationDate: toWireDate(row.created_at),
  ...redemptionOf(row),
  ...(row.redeem_account_id !== null && { redeemAccountId: row.redeem_account_id }),
  ...(inviteKeys && { inviteKeys }),
  ...(origin && { creator: origin.creator }),
  ...(origin?.hasEnded && { hasEnded: true }),
})
