import { api, type Route, type ServiceId } from '@latchwork/contract'
import { addressWatch, RIGHTS_OF_LOCKS } from './compose-links.ts'
import type { Config } from './config.ts'
import { accountHandlers, subAccountHandlers } from './features/account-profile/routes.ts'
import * as subAccounts from './features/account-profile/sub-accounts.ts'
import { accountSettingHandlers } from './features/account-settings/routes.ts'
import { accountUserHandlers } from './features/account-users/routes.ts'
import * as accountUsers from './features/account-users/service.ts'
import { addressUnitHandlers } from './features/address-units/routes.ts'
import * as addressUnits from './features/address-units/service.ts'
import { addressHandlers } from './features/addresses/routes.ts'
import * as addresses from './features/addresses/service.ts'
import { advancedKeyHandlers } from './features/advanced-keys/routes.ts'
import { apiKeyHandlers } from './features/api-keys/routes.ts'
import * as apiKeys from './features/api-keys/service.ts'
import { auditHandlers } from './features/audit/routes.ts'
import { authorizationHandlers } from './features/authorizations/routes.ts'
import * as authorizations from './features/authorizations/service.ts'
import { companyHandlers } from './features/companies/routes.ts'
import { emailAddressHandlers } from './features/email-address/routes.ts'
import { eventHandlers } from './features/events/routes.ts'
import type { EventStreams } from './features/events/stream.ts'
import { integrationHandlers } from './features/integrations/routes.ts'
import type { PushGateways } from './features/notifications/gateway.ts'
import { notificationHandlers } from './features/notifications/routes.ts'
import * as notifications from './features/notifications/service.ts'
import { OAUTH_PATHS } from './features/oauth/routes.ts'
import { openerHandlers } from './features/openers/routes.ts'
import { operationHandlers } from './features/operations/routes.ts'
import { operatorHandlers } from './features/operator/routes.ts'
import { otpHandlers } from './features/otp/routes.ts'
import { passkeyHandlers } from './features/passkeys/routes.ts'
import * as passkeys from './features/passkeys/service.ts'
import { passwordResetHandlers } from './features/passwords/routes.ts'
import { recoveryCodeHandlers } from './features/recovery-codes/routes.ts'
import { reservationHandlers } from './features/reservations/routes.ts'
import * as reservations from './features/reservations/service.ts'
import { sandboxHandlers } from './features/sandbox/routes.ts'
import type { SandboxControl } from './features/sandbox/service.ts'
import type { CalendarReader } from './features/services/calendar-reader.ts'
import { serviceHandlers } from './features/services/routes.ts'
import { sessionHandlers } from './features/sessions/routes.ts'
import { smartlockHandlers } from './features/smartlocks/routes.ts'
import * as smartlocks from './features/smartlocks/service.ts'
import { createSmartlockTexts } from './features/smartlocks/texts.ts'
import { webhookHandlers } from './features/webhooks/routes.ts'
import * as webhooks from './features/webhooks/service.ts'
import { answerUnknownPaths } from './http/app.ts'
import { CONSOLE_PATHS } from './http/console-page.ts'
import { type Mount, mountArea } from './http/mount.ts'

const { sandbox: _sandbox, ...withoutSandbox } = api

/** What there is to call: `/sim` only with the sandbox. */
export const areasOf = (sandbox: SandboxControl | undefined) => (sandbox ? api : withoutSandbox)

/** What areas use that is neither store nor platform. */
export interface Helpers {
  streams: EventStreams
  gateways: PushGateways
  calendars: CalendarReader
  sandbox: SandboxControl | undefined
}

/** One line per area. */
export function mountApi(
  mount: Mount,
  config: Config,
  { streams, gateways, calendars, sandbox }: Helpers,
): void {
  mountArea(mount, api.account, accountHandlers(config.signUp))
  mountArea(mount, api.accountSettings, accountSettingHandlers)
  mountArea(mount, api.accountUsers, accountUserHandlers(authorizations.revokeAllOfUser), {
    locate: (ctx, { accountUserId }: { accountUserId: number }) => accountUsers.get(ctx, accountUserId),
  })
  mountArea(mount, api.addresses, addressHandlers(addressWatch), {
    locate: (ctx, { addressId }: { addressId: number }) => addresses.get(ctx, addressId),
  })
  mountArea(mount, api.addressUnits, addressUnitHandlers, {
    locate: (ctx, { addressId, tokenId }: { addressId: number; tokenId?: string }) =>
      tokenId === undefined ? addresses.get(ctx, addressId) : addressUnits.byToken(ctx, tokenId),
  })
  mountArea(mount, api.advancedKeys, advancedKeyHandlers(config.advancedKey), {
    locate: (ctx, { apiKeyId }: { apiKeyId: number }) => apiKeys.get(ctx, apiKeyId),
  })
  mountArea(mount, api.apiKeys, apiKeyHandlers, {
    locate: (ctx, { apiKeyId, id }: { apiKeyId: number; id?: string }) =>
      id === undefined ? apiKeys.get(ctx, apiKeyId) : apiKeys.getToken(ctx, apiKeyId, id),
  })
  mountArea(mount, api.audit, auditHandlers)
  mountArea(mount, api.authorizations, authorizationHandlers, {
    locate: (ctx, { smartlockId, id }: { smartlockId: number; id?: string }) =>
      id === undefined ? smartlocks.get(ctx, smartlockId) : authorizations.get(ctx, smartlockId, id),
  })
  mountArea(mount, api.companies, companyHandlers)
  mountArea(mount, api.emailAddress, emailAddressHandlers)
  mountArea(mount, api.events, eventHandlers(streams))
  mountArea(mount, api.integrations, integrationHandlers)
  mountArea(mount, api.notifications, notificationHandlers(gateways), {
    locate: (ctx, { notificationId }: { notificationId: string }) => notifications.get(ctx, notificationId),
  })
  mountArea(mount, api.openers, openerHandlers)
  mountArea(mount, api.operations, operationHandlers)
  mountArea(mount, api.operator, operatorHandlers)
  mountArea(mount, api.otp, otpHandlers)
  mountArea(mount, api.passkeys, passkeyHandlers, {
    locate: (ctx, { passkeyId }: { passkeyId: string }) => passkeys.get(ctx, passkeyId),
  })
  mountArea(mount, api.recoveryCodes, recoveryCodeHandlers)
  mountArea(mount, api.passwordReset, passwordResetHandlers)
  mountArea(mount, api.reservations, reservationHandlers, {
    locate: (ctx, { addressId, id }: { addressId: number; id?: string }) =>
      id === undefined ? addresses.get(ctx, addressId) : reservations.get(ctx, addressId, id),
  })
  mountArea(mount, api.services, serviceHandlers(config.service.enabled as ServiceId[], calendars))
  mountArea(mount, api.sessions, sessionHandlers)
  mountArea(mount, api.smartlocks, smartlockHandlers(createSmartlockTexts(), RIGHTS_OF_LOCKS), {
    locate: (ctx, { smartlockId }: { smartlockId: number }) => smartlocks.get(ctx, smartlockId),
  })
  mountArea(mount, api.subAccounts, subAccountHandlers, {
    locate: (ctx, { accountId }: { accountId: number }) => subAccounts.get(ctx, accountId),
  })
  mountArea(mount, api.webhooks, webhookHandlers, {
    locate: (ctx, { apiKeyId, id }: { apiKeyId?: number; id?: number }) =>
      apiKeyId === undefined ? webhooks.get(ctx, id as number) : apiKeys.get(ctx, apiKeyId),
  })
  if (sandbox) {
    mountArea(mount, api.sandbox, sandboxHandlers(sandbox), {
      locate: (ctx, { smartlockId }: { smartlockId: number }) => smartlocks.get(ctx, smartlockId),
    })
  }
  const routes = Object.values(areasOf(sandbox)).flatMap((area) => Object.values<Route>(area))
  answerUnknownPaths(mount.app, [
    ...routes,
    ...SYSTEM_PATHS.map((path) => ({ method: 'GET', path }) as Route),
    ...OAUTH_PATHS.map((known) => known as unknown as Route),
  ])
}

const SYSTEM_PATHS = ['/health', '/ready', '/metrics', '/openapi.json', '/docs', ...CONSOLE_PATHS]
