import { foundation } from '../../migrations/0001-foundation.ts'
import { credentials } from '../../migrations/0002-credentials.ts'
import { webhooks } from '../../migrations/0003-webhooks.ts'
import { deviceSettings } from '../../migrations/0004-device-settings.ts'
import { authorizations } from '../../migrations/0005-authorizations.ts'
import { people } from '../../migrations/0006-people.ts'
import { mail } from '../../migrations/0007-mail.ts'
import { notifications } from '../../migrations/0008-notifications.ts'
import { stays } from '../../migrations/0009-stays.ts'
import { intercoms } from '../../migrations/0010-intercoms.ts'
import { centralWebhooks } from '../../migrations/0011-central-webhooks.ts'
import { operator } from '../../migrations/0012-operator.ts'
import { arrivals } from '../../migrations/0013-arrivals.ts'
import { linkHistory } from '../../migrations/0014-link-history.ts'
import { deviceLogins } from '../../migrations/0017-device-logins.ts'
import { stepUp } from '../../migrations/0018-step-up.ts'
import { secondFactors } from '../../migrations/0019-second-factors.ts'
import { tokenLimits } from '../../migrations/0020-token-limits.ts'
import { secrets } from '../../migrations/0021-secrets.ts'
import { auditAnchor } from '../../migrations/0022-audit-anchor.ts'
import { notificationMakers } from '../../migrations/0023-notification-makers.ts'
import { deviceSessions } from '../../migrations/0024-device-sessions.ts'
import { confirmedResets } from '../../migrations/0025-confirmed-resets.ts'
import { lockShares } from '../../migrations/0026-lock-shares.ts'
import { lockChanges } from '../../migrations/0027-lock-changes.ts'
import { searchedLists } from '../../migrations/0028-searched-lists.ts'
import { bridges } from '../../migrations/0029-bridges.ts'
import { gateways } from '../../migrations/0030-gateways.ts'
import { keptWindows } from '../../migrations/0035-kept-windows.ts'
import { unitDoors } from '../../migrations/0037-unit-doors.ts'
import { guests } from '../../migrations/0040-guests.ts'
import { alerts } from '../../migrations/0043-alerts.ts'
import { rememberedDevices } from '../../migrations/0044-remembered-devices.ts'
import { linkReach } from '../../migrations/0046-link-reach.ts'
import { guestMessages } from '../../migrations/0047-guest-messages.ts'
import { shutDoors } from '../../migrations/0050-shut-doors.ts'
import { operationOrigin } from '../../migrations/0055-operation-origin.ts'
import { imports } from '../../migrations/0057-imports.ts'
import { activity } from '../../migrations/0059-activity.ts'
import { rightsHistory } from '../../migrations/0060-rights-history.ts'
import { overview } from '../../migrations/0061-overview.ts'
import { roles } from '../../migrations/0063-roles.ts'
import { retention } from '../../migrations/0067-retention.ts'
import { groups } from '../../migrations/0070-groups.ts'
import { plans } from '../../migrations/0071-plans.ts'
import { names } from '../../migrations/0073-names.ts'
import { bulk } from '../../migrations/0074-bulk.ts'
import { pairings } from '../../migrations/0075-pairings.ts'
import { sheets } from '../../migrations/0078-sheets.ts'
import { webhookAnswers } from '../../migrations/0079-webhook-answers.ts'
import { doorGroupsOfTokens } from '../../migrations/0085-door-groups-of-tokens.ts'
import { connectedLocks } from '../../migrations/0087-connected-locks.ts'
import { makersOfGroups } from '../../migrations/0088-makers-of-groups.ts'
import { orderOfDoors } from '../../migrations/0089-order-of-doors.ts'
import { troubles } from '../../migrations/0090-troubles.ts'
import { nameParts } from '../../migrations/0091-name-parts.ts'
import { writtenTroubles } from '../../migrations/0092-written-troubles.ts'
import { managementTokens } from '../../migrations/0093-management-tokens.ts'
import { oneHourGrants } from '../../migrations/0094-one-hour-grants.ts'
import { creators } from '../../migrations/0097-creators.ts'
import type { Migrations } from '../platform/store/engine.ts'

/** Every migration there is, by name. Names ascend; a released one is never changed. */
export const MIGRATIONS: Migrations = {
  '0001-foundation': foundation,
  '0002-credentials': credentials,
  '0003-webhooks': webhooks,
  '0004-device-settings': deviceSettings,
  '0005-authorizations': authorizations,
  '0006-people': people,
  '0007-mail': mail,
  '0008-notifications': notifications,
  '0009-stays': stays,
  '0010-intercoms': intercoms,
  '0011-central-webhooks': centralWebhooks,
  '0012-operator': operator,
  '0013-arrivals': arrivals,
  '0014-link-history': linkHistory,
  '0017-device-logins': deviceLogins,
  '0018-step-up': stepUp,
  '0019-second-factors': secondFactors,
  '0020-token-limits': tokenLimits,
  '0021-secrets': secrets,
  '0022-audit-anchor': auditAnchor,
  '0023-notification-makers': notificationMakers,
  '0024-device-sessions': deviceSessions,
  '0025-confirmed-resets': confirmedResets,
  '0026-lock-shares': lockShares,
  '0027-lock-changes': lockChanges,
  '0028-searched-lists': searchedLists,
  '0029-bridges': bridges,
  '0030-gateways': gateways,
  '0035-kept-windows': keptWindows,
  '0037-unit-doors': unitDoors,
  '0040-guests': guests,
  '0043-alerts': alerts,
  '0044-remembered-devices': rememberedDevices,
  '0046-link-reach': linkReach,
  '0047-guest-messages': guestMessages,
  '0050-shut-doors': shutDoors,
  '0055-operation-origin': operationOrigin,
  '0057-imports': imports,
  '0059-activity': activity,
  '0060-rights-history': rightsHistory,
  '0061-overview': overview,
  '0063-roles': roles,
  '0067-retention': retention,
  '0070-groups': groups,
  '0071-plans': plans,
  '0073-names': names,
  '0074-bulk': bulk,
  '0075-pairings': pairings,
  '0078-sheets': sheets,
  '0079-webhook-answers': webhookAnswers,
  '0085-door-groups-of-tokens': doorGroupsOfTokens,
  '0087-connected-locks': connectedLocks,
  '0088-makers-of-groups': makersOfGroups,
  '0089-order-of-doors': orderOfDoors,
  '0090-troubles': troubles,
  '0091-name-parts': nameParts,
  '0092-written-troubles': writtenTroubles,
  '0093-management-tokens': managementTokens,
  '0094-one-hour-grants': oneHourGrants,
  '0097-creators': creators,
}
