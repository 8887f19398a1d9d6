import type { Address } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import { settingsOf } from './rules.ts'
import type { AddressView } from './service.ts'

export const presentAddress = ({ row, smartlockIds, unitCount }: AddressView): Address => ({
  addressId: row.address_id,
  accountId: row.account_id,
  name: row.name,
  smartlockIds,
  ...(row.settings !== null && { settings: settingsOf(row.settings) }),
  ...(row.time_zone !== null && { timeZone: row.time_zone }),
  ...(row.check_in_time !== null && { checkInTime: row.check_in_time }),
  ...(row.check_out_time !== null && { checkOutTime: row.check_out_time }),
  unitCount,
  ...(row.service_id !== null && { serviceId: row.service_id }),
  creationDate: toWireDate(row.created_at),
  updateDate: toWireDate(row.updated_at),
})
