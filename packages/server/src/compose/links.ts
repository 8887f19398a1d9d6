import { lookAgain } from '../features/access/delivery/edges.ts'
import * as deviceReports from '../features/access/delivery/reports/service.ts'
import { sendAgain } from '../features/access/delivery/service.ts'
import * as foreignCodes from '../features/access/foreign/service.ts'
import * as pairings from '../features/access/pairings/service.ts'
import * as access from '../features/access/service.ts'
import * as bridge from '../features/bridge/service.ts'
import * as bulk from '../features/bulk/service.ts'
import * as alerts from '../features/events/notifications/alerts/service.ts'
import * as notifications from '../features/events/notifications/service.ts'
import * as webhooks from '../features/events/webhooks/service.ts'
import * as gateways from '../features/gateways/service.ts'
import * as guestMessages from '../features/guests/messages/service.ts'
import * as sessions from '../features/identity/sessions/service.ts'
import * as advancedKeys from '../features/keys/advanced-keys/service.ts'
import * as apiKeys from '../features/keys/api-keys/service.ts'
import * as oauth from '../features/keys/oauth/service.ts'
import type { CommandDesk } from '../features/locks/actions/desk.ts'
import * as lockCredentials from '../features/locks/credentials/service.ts'
import * as lockLog from '../features/locks/log/service.ts'
import * as calendars from '../features/places/calendars/service.ts'
import * as stayCodes from '../features/places/stays/codes/service.ts'
import * as stays from '../features/places/stays/service.ts'
import * as units from '../features/places/units/service.ts'
import type {} from '../features/ports.ts'
import * as sheets from '../features/sheets/service.ts'
import { removeAnswers } from '../http/idempotency-store.ts'
import type { Ports } from '../platform/context.ts'
import { operationsEnded } from './followers.ts'

/** Who answers what features ask of those above them (features/ports.ts). */
export const createPorts = (desk: CommandDesk): Ports => ({
  operationsEnded,
  ...desk.ports,
  locksLackingRights: deviceReports.listLacking,
  sendRights: deviceReports.release,
  locksTaken: sendAgain,
  rightsAnswered: deviceReports.applyAnswer,
  rightsHeld: deviceReports.applyHeldList,
  windowsMoved: lookAgain,
  foreignHeld: foreignCodes.applyPage,
  pairingsHeld: pairings.applyPage,
  async rightUsed(ctx, lock, use) {
    const actor = await deviceReports.noteUse(ctx, lock, use)
    // Whoever opens with the code of a stay has arrived.
    if (actor && use.succeeded) await stayCodes.noteArrival(ctx, actor.authId)
    return actor
  },
  countRights: access.countOfLock,
  removeRights: access.removeAllOfLock,
  lockRemoved: gateways.giveUp,
  disconnectLocks: lockCredentials.revokeAllLogins,
  removeSomeOfLockLog: lockLog.removeSomeOfLog,
  accountsRemoved,
  ...ADDRESS_TOKENS,
  async accessUsed(ctx, { kind, id, at }) {
    await TOUCH[kind](ctx, id, at)
  },
  async accessEnded(ctx, accountId, ended) {
    await webhooks.endMadeBy(ctx, accountId, ended)
    await notifications.endMadeBy(ctx, accountId, ended)
    await bulk.endMadeBy(ctx, accountId, ended)
    await sheets.endMadeBy(ctx, accountId, ended)
    if (ended.of === 'account') await bridge.endOf(ctx, accountId)
  },
  alertRaised: alerts.raise,
  secondFactorShown: sessions.noteSecondFactor,
  centralWebhookSwitched: advancedKeys.setWebhookStatus,
  async addressChanged(ctx, addressId) {
    await calendars.readAnew(ctx, addressId)
    await stays.lookAgain(ctx, addressId)
  },
  stayLookedAt: guestMessages.plan,
  guestContactChanged: guestMessages.forgetContact,
  stayDoorsChanged: stays.lookAgain,
  rightsGivenAt: async (ctx, addressId) => [
    ...(await units.authIdsAt(ctx, addressId)),
    ...(await access.known(ctx, await stays.authIdsAt(ctx, addressId))),
  ],
  async unitsRemoved(ctx, unitIds) {
    await calendars.unlinkUnits(ctx, unitIds)
    await stays.leaveUnits(ctx, unitIds)
  },
})

const accountsRemoved: Ports['accountsRemoved'] = async (ctx, accountIds) => {
  await removeAnswers(ctx.db, accountIds)
  await sheets.endOfAccounts(ctx, accountIds)
}

const ADDRESS_TOKENS = { addressWidened: units.noteAddressDoors, creatorsRemoved: units.checkSoon } as const

const TOUCH = { api: apiKeys.touch, oauth: oauth.touchGrant, session: sessions.touch } as const
