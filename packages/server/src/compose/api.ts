import { api, type Route, type ServiceId } from '@latchwork/contract'
import type { Config } from '../config.ts'
import { pairingHandlers } from '../features/access/pairings/routes.ts'
import * as pairings from '../features/access/pairings/service.ts'
import { authorizationHandlers } from '../features/access/routes.ts'
import * as authorizations from '../features/access/service.ts'
import { auditHandlers } from '../features/audit/routes.ts'
import { DISCOVERY_PATH } from '../features/bridge/face/discovery.ts'
import { bridgeHandlers } from '../features/bridge/routes.ts'
import { bulkHandlers } from '../features/bulk/routes.ts'
import { eventHandlers } from '../features/events/log/routes.ts'
import type { EventStreams } from '../features/events/log/stream.ts'
import { alertHandlers } from '../features/events/notifications/alerts/routes.ts'
import * as alerts from '../features/events/notifications/alerts/service.ts'
import type { PushGateways } from '../features/events/notifications/push/gateway.ts'
import { notificationHandlers } from '../features/events/notifications/routes.ts'
import * as notifications from '../features/events/notifications/service.ts'
import { webhookHandlers } from '../features/events/webhooks/routes.ts'
import * as webhooks from '../features/events/webhooks/service.ts'
import type { AdoptionWaits } from '../features/gateways/adoption-waits.ts'
import { gatewayHandlers } from '../features/gateways/routes.ts'
import * as gateways from '../features/gateways/service.ts'
import { houseHandlers } from '../features/guests/house/routes.ts'
import { guestLinkHandlers } from '../features/guests/links/routes.ts'
import { guestMessageHandlers } from '../features/guests/messages/routes.ts'
import { guestHandlers } from '../features/guests/page/routes.ts'
import { companyHandlers } from '../features/identity/companies/routes.ts'
import { emailAddressHandlers } from '../features/identity/email/routes.ts'
import { otpHandlers } from '../features/identity/otp/routes.ts'
import { passkeyHandlers } from '../features/identity/passkeys/routes.ts'
import * as passkeys from '../features/identity/passkeys/service.ts'
import { passwordResetHandlers } from '../features/identity/passwords/routes.ts'
import { accountHandlers, subAccountHandlers } from '../features/identity/profile/routes.ts'
import { recoveryCodeHandlers } from '../features/identity/recovery-codes/routes.ts'
import { retentionHandlers } from '../features/identity/retention/routes.ts'
import { sessionHandlers } from '../features/identity/sessions/routes.ts'
import { accountSettingHandlers } from '../features/identity/settings/routes.ts'
import * as subAccounts from '../features/identity/sub-accounts/service.ts'
import { subscriptionHandlers } from '../features/identity/subscriptions/routes.ts'
import { accountUserHandlers } from '../features/identity/users/routes.ts'
import * as accountUsers from '../features/identity/users/service.ts'
import { importHandlers } from '../features/imports/routes.ts'
import * as imports from '../features/imports/service.ts'
import { advancedKeyHandlers } from '../features/keys/advanced-keys/routes.ts'
import { apiKeyHandlers } from '../features/keys/api-keys/routes.ts'
import * as apiKeys from '../features/keys/api-keys/service.ts'
import { integrationHandlers } from '../features/keys/integrations/routes.ts'
import { OAUTH_PATHS } from '../features/keys/oauth/routes.ts'
import { createSmartlockTexts } from '../features/locks/answers/service.ts'
import { smartlockHandlers } from '../features/locks/routes.ts'
import * as smartlocks from '../features/locks/service.ts'
import { openerHandlers } from '../features/openers/routes.ts'
import { operationHandlers } from '../features/operations/routes.ts'
import { operatorHandlers } from '../features/operator/routes.ts'
import { addressHandlers } from '../features/places/addresses/routes.ts'
import * as addresses from '../features/places/addresses/service.ts'
import type { CalendarReader } from '../features/places/calendars/ics/service.ts'
import { serviceHandlers } from '../features/places/calendars/routes.ts'
import { overviewHandlers } from '../features/places/overview/routes.ts'
import { searchHandlers } from '../features/places/search/routes.ts'
import { reservationHandlers } from '../features/places/stays/routes.ts'
import * as reservations from '../features/places/stays/service.ts'
import { addressUnitHandlers } from '../features/places/units/routes.ts'
import * as addressUnits from '../features/places/units/service.ts'
import { groupHandlers } from '../features/plans/groups/routes.ts'
import * as groups from '../features/plans/groups/service.ts'
import { planHandlers } from '../features/plans/routes.ts'
import * as plans from '../features/plans/service.ts'
import { privacyHandlers } from '../features/privacy/routes.ts'
import { sandboxHandlers } from '../features/sandbox/routes.ts'
import type { SandboxControl } from '../features/sandbox/service.ts'
import { sheetHandlers } from '../features/sheets/routes.ts'
import * as sheets from '../features/sheets/service.ts'
import { CONSOLE_PATHS } from '../http/console-page.ts'
import { GUEST_PAGE_PATHS } from '../http/guest-page.ts'
import { type Mount, mountArea } from '../http/mount.ts'
import { answerUnknownPaths } from '../http/unknown-paths.ts'
import type { BridgePart } from './bridge.ts'

const { sandbox: _sandbox, ...withoutSandbox } = api

/** What there is to call: `/sim` only with the sandbox. */
export const areasOf = (sandbox: SandboxControl | undefined) => (sandbox ? api : withoutSandbox)

/** What areas use that is neither store nor platform. */
export interface Helpers {
  streams: EventStreams
  gateways: PushGateways
  calendars: CalendarReader
  sandbox: SandboxControl | undefined
  /** The listener for bridge programs, where it is on. */
  bridge: Pick<BridgePart, 'directory' | 'listener'> | undefined
  adoptionWaits: AdoptionWaits
  /** Where locks reach the broker, for whoever reaches the API at this host. */
  brokerUrl: (host: string) => string
}

/** Every area, by the wing it lives in. */
export function mountApi(mount: Mount, config: Config, helpers: Helpers): void {
  const { sandbox } = helpers
  mountIdentity(mount, config)
  mountKeys(mount, config)
  mountLocks(mount, helpers)
  mountArea(mount, api.bridge, bridgeHandlers(bridgeFacts(config, helpers)))
  mountPlaces(mount, config, helpers)
  mountGuests(mount)
  mountEvents(mount, helpers)
  mountArea(mount, api.audit, auditHandlers)
  mountArea(mount, api.operator, operatorHandlers)
  if (sandbox) {
    mountArea(mount, api.sandbox, sandboxHandlers(sandbox), {
      locate: (ctx, { smartlockId }: { smartlockId: number }) => smartlocks.get(ctx, smartlockId),
    })
  }
  const routes = Object.values(areasOf(sandbox)).flatMap((area) => Object.values<Route>(area))
  answerUnknownPaths(mount.app, [
    ...routes,
    ...(helpers.bridge ? [{ method: 'GET', path: DISCOVERY_PATH } as Route] : []),
    ...SYSTEM_PATHS.map((path) => ({ method: 'GET', path }) as Route),
    ...OAUTH_PATHS.map((known) => known as unknown as Route),
  ])
}

const bridgeFacts = ({ bridge: { enabled, port } }: Config, { bridge }: Helpers) => ({
  isOn: enabled,
  port: () => bridge?.listener().port ?? port,
})

function mountIdentity(mount: Mount, config: Config): void {
  mountArea(mount, api.account, accountHandlers(config.signUp))
  mountArea(mount, api.accountSettings, accountSettingHandlers)
  mountArea(mount, api.retention, retentionHandlers)
  mountArea(mount, api.privacy, privacyHandlers, {
    locate: (ctx, { accountUserId }: { accountUserId: number }) => accountUsers.get(ctx, accountUserId),
  })
  mountArea(mount, api.accountUsers, accountUserHandlers(authorizations.revokeAllOfUser), {
    locate: (ctx, { accountUserId }: { accountUserId: number }) => accountUsers.get(ctx, accountUserId),
  })
  mountArea(mount, api.subAccounts, subAccountHandlers, {
    locate: (ctx, { accountId }: { accountId: number }) => subAccounts.get(ctx, accountId),
  })
  mountArea(mount, api.companies, companyHandlers)
  mountArea(mount, api.emailAddress, emailAddressHandlers)
  mountArea(mount, api.passwordReset, passwordResetHandlers)
  mountArea(mount, api.otp, otpHandlers)
  mountArea(mount, api.overview, overviewHandlers)
  mountArea(mount, api.search, searchHandlers)
  mountArea(mount, api.bulk, bulkHandlers)
  mountArea(mount, api.sheets, sheetHandlers, {
    locate: (ctx, { sheetId }: { sheetId: string }) => sheets.find(ctx, sheetId),
  })
  mountArea(mount, api.passkeys, passkeyHandlers, {
    locate: (ctx, { passkeyId }: { passkeyId: string }) => passkeys.get(ctx, passkeyId),
  })
  mountArea(mount, api.recoveryCodes, recoveryCodeHandlers)
  mountArea(mount, api.sessions, sessionHandlers)
  mountArea(mount, api.subscriptions, subscriptionHandlers)
}

function mountKeys(mount: Mount, config: Config): void {
  mountArea(mount, api.apiKeys, apiKeyHandlers, {
    locate: (ctx, { apiKeyId, id }: { apiKeyId: number; id?: string }) =>
      id === undefined ? apiKeys.get(ctx, apiKeyId) : apiKeys.getToken(ctx, apiKeyId, id),
  })
  mountArea(mount, api.advancedKeys, advancedKeyHandlers(config.advancedKey), {
    locate: (ctx, { apiKeyId }: { apiKeyId: number }) => apiKeys.get(ctx, apiKeyId),
  })
  mountArea(mount, api.integrations, integrationHandlers)
}

function mountLocks(mount: Mount, { adoptionWaits: waits, brokerUrl }: Helpers): void {
  mountArea(mount, api.smartlocks, smartlockHandlers(createSmartlockTexts(mount.platform.changes)), {
    locate: (ctx, { smartlockId }: { smartlockId: number }) => smartlocks.get(ctx, smartlockId),
  })
  mountArea(mount, api.authorizations, authorizationHandlers, {
    locate: (ctx, { smartlockId, id }: { smartlockId: number; id?: string }) =>
      id === undefined ? smartlocks.get(ctx, smartlockId) : authorizations.get(ctx, smartlockId, id),
  })
  mountArea(mount, api.pairings, pairingHandlers, {
    locate: (ctx, { smartlockId, pairingId }: { smartlockId: number; pairingId?: number }) =>
      pairingId === undefined ? smartlocks.get(ctx, smartlockId) : pairings.get(ctx, smartlockId, pairingId),
  })
  mountArea(mount, api.gateways, gatewayHandlers({ waits, brokerUrl }), {
    locate: async (ctx, { gatewayId }: { gatewayId?: string }) =>
      gatewayId === undefined ? undefined : gateways.find(ctx, gatewayId),
  })
  mountArea(mount, api.imports, importHandlers, {
    locate: async (ctx, { importId }: { importId?: string }) =>
      importId === undefined ? undefined : imports.get(ctx, importId),
  })
  mountArea(mount, api.groups, groupHandlers, {
    locate: async (ctx, { groupId }: { groupId?: string }) =>
      groupId === undefined ? undefined : groups.find(ctx, groupId),
  })
  mountArea(mount, api.plans, planHandlers, {
    locate: async (ctx, { planId }: { planId?: string }) =>
      planId === undefined ? undefined : plans.find(ctx, planId),
  })
  mountArea(mount, api.openers, openerHandlers)
  mountArea(mount, api.operations, operationHandlers)
}

function mountPlaces(mount: Mount, config: Config, { calendars }: Helpers): void {
  mountArea(mount, api.addresses, addressHandlers, {
    locate: (ctx, { addressId }: { addressId: number }) => addresses.get(ctx, addressId),
  })
  mountArea(mount, api.addressUnits, addressUnitHandlers, {
    locate: (ctx, { addressId, tokenId }: { addressId: number; tokenId?: string }) =>
      tokenId === undefined ? addresses.get(ctx, addressId) : addressUnits.byToken(ctx, tokenId),
  })
  mountArea(mount, api.reservations, reservationHandlers, {
    locate: (ctx, { addressId, id }: { addressId: number; id?: string }) =>
      id === undefined ? addresses.get(ctx, addressId) : reservations.get(ctx, addressId, id),
  })
  mountArea(mount, api.services, serviceHandlers(config.service.enabled as ServiceId[], calendars))
}

function mountGuests(mount: Mount): void {
  mountArea(mount, api.guestLinks, guestLinkHandlers, {
    locate: (
      ctx,
      { addressId, smartlockId, id }: { addressId?: number; smartlockId?: number; id: string },
    ) =>
      addressId === undefined
        ? authorizations.get(ctx, smartlockId as number, id)
        : reservations.get(ctx, addressId, id),
  })
  mountArea(mount, api.house, houseHandlers, {
    locate: (ctx, { addressId }: { addressId: number }) => addresses.get(ctx, addressId),
  })
  mountArea(mount, api.guestMessages, guestMessageHandlers, {
    locate: (ctx, { addressId, id }: { addressId: number; id?: string }) =>
      id === undefined ? addresses.get(ctx, addressId) : reservations.get(ctx, addressId, id),
  })
  mountArea(mount, api.guest, guestHandlers)
}

function mountEvents(mount: Mount, { streams, gateways }: Helpers): void {
  mountArea(mount, api.events, eventHandlers(streams))
  mountArea(mount, api.alerts, alertHandlers, {
    locate: (ctx, { channelId }: { channelId: string }) => alerts.getChannel(ctx, channelId),
  })
  mountArea(mount, api.notifications, notificationHandlers(gateways), {
    locate: (ctx, { notificationId }: { notificationId: string }) => notifications.get(ctx, notificationId),
  })
  mountArea(mount, api.webhooks, webhookHandlers, {
    locate: (
      ctx,
      { apiKeyId, id, webhookId = id }: { apiKeyId?: number; id?: number; webhookId?: number },
    ) => (apiKeyId === undefined ? webhooks.get(ctx, webhookId as number) : apiKeys.get(ctx, apiKeyId)),
  })
}

const SYSTEM_PATHS = [
  '/health',
  '/ready',
  '/metrics',
  '/openapi.json',
  '/docs',
  ...CONSOLE_PATHS,
  ...GUEST_PAGE_PATHS,
]
