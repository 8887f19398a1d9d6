import { AUTOMATION, type Automation, type Language, type Reservation } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { ReservationView } from './service.ts'

export function presentReservation({ row, codes }: ReservationView): Reservation {
  const confirmed = codes.filter((code) => code.state === 'confirmed').length
  const wanted = codes.filter((code) => code.state !== 'removing')
  const isIssuing = row.issue_state === 'issuing'
  const isRevoking = row.issue_state === 'revoking'
  // What a lock confirmed stays issued until it has confirmed the removal, too (8.8). What failed was never there.
  const isStillThere = isRevoking && row.automation !== AUTOMATION.failed
  const isIssued = row.issue_state === 'issued' || isStillThere || confirmed > 0
  return {
    id: row.id,
    addressId: row.address_id,
    accountId: row.account_id,
    name: row.name,
    email: row.email,
    ...(row.phone !== null && { phone: row.phone }),
    ...(row.language !== null && { language: row.language as Language }),
    guests: row.guests,
    guestsIssued: isIssued ? row.guests : 0,
    keypadIssued: isIssued,
    state: row.state,
    ...(row.service_id !== null && { serviceId: row.service_id }),
    ...(row.reference !== null && { reference: row.reference }),
    automation: row.automation as Automation,
    ...(row.checked_in !== null && { checkedIn: row.checked_in === 1 }),
    startDate: toWireDate(row.starts_at),
    endDate: toWireDate(row.ends_at),
    updateDate: toWireDate(row.updated_at),
    allowedFromDate: toWireDate(row.valid_from),
    allowedUntilDate: toWireDate(row.valid_until),
    isCurrentlyIssuingAuth: isIssuing,
    isCurrentlyRevokingAuth: isRevoking,
    currentlyIssuingAuth: isIssuing,
    currentlyRevokingAuth: isRevoking,
    hasCustomAccessTimes: row.check_in_time !== null || row.check_out_time !== null,
    ...(row.check_in_time !== null && { checkInTime: row.check_in_time }),
    ...(row.check_out_time !== null && { checkOutTime: row.check_out_time }),
    ...(codes.length > 0 && { authIds: codes.map((code) => code.auth_id) }),
    ...(row.unit_id !== null && { unitId: row.unit_id }),
    ...(wanted.length > 0 && { readiness: confirmed / wanted.length }),
    ...(row.operation_id !== null && { operationId: row.operation_id }),
  }
}
