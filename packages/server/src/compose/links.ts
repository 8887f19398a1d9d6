import * as deviceReports from '../features/access/delivery/reports/service.ts'
import { sendAgain } from '../features/access/delivery/service.ts'
import * as access from '../features/access/service.ts'
import * as bridge from '../features/bridge/service.ts'
import * as notifications from '../features/events/notifications/service.ts'
import * as webhooks from '../features/events/webhooks/service.ts'
import * as gateways from '../features/gateways/service.ts'
import * as sessions from '../features/identity/sessions/service.ts'
import * as users from '../features/identity/users/service.ts'
import * as advancedKeys from '../features/keys/advanced-keys/service.ts'
import * as apiKeys from '../features/keys/api-keys/service.ts'
import * as oauth from '../features/keys/oauth/service.ts'
import type { CommandDesk } from '../features/locks/actions/desk.ts'
import * as lockCredentials from '../features/locks/credentials/service.ts'
import * as lockLog from '../features/locks/log/service.ts'
import type * as operations from '../features/operations/service.ts'
import * as calendars from '../features/places/calendars/service.ts'
import * as stayCodes from '../features/places/stays/codes/service.ts'
import * as stays from '../features/places/stays/service.ts'
import * as units from '../features/places/units/service.ts'
import type {} from '../features/ports.ts'
import { removeAnswers } from '../http/idempotency-store.ts'
import type { Ctx, Ports } from '../platform/context.ts'

/** Who answers what features ask of those above them (features/ports.ts). */
export const createPorts = (desk: CommandDesk): Ports => ({
  operationsEnded,
  lockAtHand: desk.lockAtHand,
  handOver: desk.handOver,
  lockConnected: deviceReports.release,
  locksTaken: sendAgain,
  rightsAnswered: deviceReports.applyAnswer,
  rightsHeld: deviceReports.applyHeldList,
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
  async accountsRemoved(ctx, accountIds) {
    await removeAnswers(ctx.db, accountIds)
  },
  async accessUsed(ctx, { kind, id, at }) {
    await TOUCH[kind](ctx, id, at)
  },
  async accessEnded(ctx, accountId, ended) {
    await webhooks.endMadeBy(ctx, accountId, ended)
    await notifications.endMadeBy(ctx, accountId, ended)
    if (ended.of === 'account') await bridge.endOf(ctx, accountId)
  },
  secondFactorShown: sessions.noteSecondFactor,
  centralWebhookSwitched: advancedKeys.setWebhookStatus,
  async addressChanged(ctx, addressId) {
    await stays.lookAgain(ctx, addressId)
    await calendars.readAnew(ctx, addressId)
  },
  rightsGivenAt: async (ctx, addressId) => [
    ...(await access.known(ctx, await stays.authIdsAt(ctx, addressId))),
    ...(await units.authIdsAt(ctx, addressId)),
  ],
  unitsRemoved: calendars.unlinkUnits,
})

const TOUCH = { api: apiKeys.touch, oauth: oauth.touchGrant, session: sessions.touch } as const

type Ended = (ctx: Ctx<never>, ended: readonly operations.OperationRow[]) => Promise<void>

/** For areas whose operations end one at a time. */
const each =
  (follow: (ctx: Ctx<never>, operation: operations.OperationRow) => Promise<void>): Ended =>
  async (ctx, ended) => {
    for (const operation of ended) await follow(ctx, operation)
  }

const RIGHTS: readonly Ended[] = [access.endJoined, stayCodes.followCodes]

const FOLLOWERS: { readonly [type in operations.OperationRow['type']]?: readonly Ended[] } = {
  'auth.create': [each(access.emitCreationCallback), ...RIGHTS],
  'auth.update': RIGHTS,
  'auth.delete': RIGHTS,
  'user.delete': [each(users.endRemoval)],
  'token.redeem': [each(units.followRedemption)],
  'unit.delete': [each(units.followDeletion)],
}

const operationsEnded: Ended = async (ctx, ended) => {
  for (const [type, ofType] of Map.groupBy(ended, (operation) => operation.type))
    for (const follow of FOLLOWERS[type] ?? []) await follow(ctx, ofType)
}
