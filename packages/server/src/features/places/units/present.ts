import type { AddressToken, AddressUnit } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { UnitView } from './doors.ts'
import type { UnitRow } from './store.ts'

const redemptionOf = (row: UnitRow) => ({
  ...(row.redeemed_at !== null && { redeemDate: toWireDate(row.redeemed_at) }),
  ...(row.redeem_result !== null && { redeemResult: row.redeem_result }),
})

export const presentUnit = ({ row, smartlockIds }: UnitView, tokenId: string): AddressUnit => ({
  id: row.id,
  name: row.name,
  addressId: row.address_id,
  addressTokenId: tokenId,
  smartlockIds,
  ...(row.operation_id !== null && { operationId: row.operation_id }),
  creationDate: toWireDate(row.created_at),
  ...redemptionOf(row),
})

/** `inviteKeys` are given only for those who may see them (D80). */
export const presentToken = (row: UnitRow, tokenId: string, inviteKeys?: string[]): AddressToken => ({
  id: tokenId,
  addressId: row.address_id,
  creationDate: toWireDate(row.created_at),
  ...redemptionOf(row),
  ...(row.redeem_account_id !== null && { redeemAccountId: row.redeem_account_id }),
  ...(inviteKeys && { inviteKeys }),
})
