import type { Account, Pins, Profile, RoleAssignment } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { AccountView } from '../account/service.ts'

const EMPTY_PROFILE = { firstName: '', lastName: '', address: '', zip: '', city: '', country: '' }

/** The account as the wire shows it (4.18); `pins` are opened by the caller. */
export const present = (row: AccountView, pins: Pins): Account => ({
  accountId: row.account_id,
  type: row.type as Account['type'],
  email: row.email,
  emailVerified: row.email_verified === 1,
  name: row.name,
  ...(row.master_account_id !== null && { masterAccountId: row.master_account_id }),
  rights: row.rights,
  ...(row.roles !== null && { roles: (JSON.parse(row.roles) as RoleAssignment[]).map(asAsked) }),
  ...(row.operator_since !== null && { operator: true as const }),
  ...(row.language !== null && { language: row.language }),
  ...configOf(row, pins),
  ...(row.profile !== null && { profile: { ...EMPTY_PROFILE, ...(JSON.parse(row.profile) as Profile) } }),
  creationDate: toWireDate(row.created_at),
  updateDate: toWireDate(row.updated_at),
})

function configOf(row: AccountView, pins: Pins): Pick<Account, 'config'> {
  const config = {
    ...pins,
    ...(row.otp_enabled_at !== null && { otpEnabledDate: toWireDate(row.otp_enabled_at) }),
  }
  return Object.keys(config).length === 0 ? {} : { config }
}

/** An empty list of locks is there for versions that know no groups of doors (`safeForOlder`). */
function asAsked({ smartlockIds, ...role }: RoleAssignment): RoleAssignment {
  return { ...role, ...(smartlockIds && smartlockIds.length > 0 && { smartlockIds }) }
}
