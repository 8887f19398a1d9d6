import { account } from './account.ts'
import { accountSettings } from './account-settings.ts'
import { accountUsers } from './account-users.ts'
import { addressUnits } from './address-units.ts'
import { addresses } from './addresses.ts'
import { advancedKeys } from './advanced-keys.ts'
import { alerts } from './alerts.ts'
import { apiKeys } from './api-keys.ts'
import { audit } from './audit.ts'
import { authorizations } from './authorizations.ts'
import { bridge } from './bridge.ts'
import { bulk } from './bulk.ts'
import { companies } from './companies.ts'
import { emailAddress } from './email-address.ts'
import { events } from './events.ts'
import { gateways } from './gateways.ts'
import { groups } from './groups.ts'
import { guestMessages } from './guest-messages.ts'
import { guest } from './guest-page.ts'
import { guestLinks, house } from './guests.ts'
import { imports } from './imports.ts'
import { integrations } from './integrations.ts'
import { notifications } from './notifications.ts'
import { openers } from './openers.ts'
import { operations } from './operations.ts'
import { operator } from './operator.ts'
import { otp } from './otp.ts'
import { overview } from './overview.ts'
import { pairings } from './pairings.ts'
import { passkeys } from './passkeys.ts'
import { passwordReset } from './password-reset.ts'
import { plans } from './plans.ts'
import { privacy } from './privacy.ts'
import { recoveryCodes } from './recovery-codes.ts'
import { reservations } from './reservations.ts'
import { retention } from './retention.ts'
import type { Route } from './route.ts'
import { sandbox } from './sandbox.ts'
import { search } from './search.ts'
import { services } from './services.ts'
import { sessions } from './sessions.ts'
import { sheets } from './sheets.ts'
import { smartlocks } from './smartlocks.ts'
import { subAccounts } from './sub-accounts.ts'
import { subscriptions } from './subscriptions.ts'
import { webhooks } from './webhooks.ts'

export * from './access.ts'
export * from './account.ts'
export * from './account-settings.ts'
export * from './account-users.ts'
export * from './address-units.ts'
export * from './addresses.ts'
export * from './advanced-keys.ts'
export * from './alerts.ts'
export * from './api-keys.ts'
export * from './audit.ts'
export * from './authorization.ts'
export * from './bridge.ts'
export * from './bulk.ts'
export * from './creators.ts'
export * from './csv.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './explanation.ts'
export * from './fields.ts'
export { FoundLock, type FoundLockNote, type SetupCheck, type SetupResult } from './found-lock.ts'
export * from './gateways.ts'
export * from './groups.ts'
export * from './guest-messages.ts'
export * from './guest-page.ts'
export * from './guests.ts'
export * from './imports.ts'
export * from './integrations.ts'
export * from './languages.ts'
export * from './lock-capability.ts'
export * from './log-kinds.ts'
export * from './mail.ts'
export * from './notifications.ts'
export * from './openers.ts'
export * from './operations.ts'
export * from './operator.ts'
export { LOW_CHARGE, MOST_COUNTED, MOST_NAMED, Overview } from './overview.ts'
export * from './pairing.ts'
export * from './passkeys.ts'
export * from './plans.ts'
export { ErasureProof } from './privacy.ts'
export * from './recovery-codes.ts'
export * from './reservations.ts'
export { RETENTION_FIELDS, Retention, type RetentionField } from './retention.ts'
export * from './roles.ts'
export * from './route.ts'
export * from './route-facts.ts'
export * from './sandbox.ts'
export * from './sandbox-switches.ts'
export { Found, MOST_FOUND } from './search.ts'
export * from './services.ts'
export * from './sessions.ts'
export * from './sheets.ts'
export * from './smartlock.ts'
export * from './smartlock-config.ts'
export * from './step-up.ts'
export * from './time-zones.ts'
export * from './webhooks.ts'

/** The whole API: one line per area. */
export const api = {
  account,
  accountSettings,
  accountUsers,
  addresses,
  addressUnits,
  advancedKeys,
  alerts,
  apiKeys,
  audit,
  authorizations,
  pairings,
  bridge,
  bulk,
  companies,
  emailAddress,
  events,
  gateways,
  groups,
  guest,
  guestLinks,
  guestMessages,
  house,
  imports,
  integrations,
  notifications,
  openers,
  operations,
  operator,
  otp,
  overview,
  passkeys,
  passwordReset,
  privacy,
  plans,
  recoveryCodes,
  reservations,
  retention,
  sandbox,
  search,
  services,
  sessions,
  sheets,
  smartlocks,
  subAccounts,
  subscriptions,
  webhooks,
} satisfies Record<string, Record<string, Route>>
export type Api = typeof api
