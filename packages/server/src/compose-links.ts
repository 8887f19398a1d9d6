import * as accountUsers from './features/account-users/service.ts'
import * as addressUnits from './features/address-units/service.ts'
import type * as addresses from './features/addresses/service.ts'
import * as authorizations from './features/authorizations/service.ts'
import * as reservations from './features/reservations/service.ts'
import * as services from './features/services/service.ts'
import type * as smartlocks from './features/smartlocks/service.ts'
import { each } from './platform/completions.ts'
import type { Platform } from './platform/context.ts'

/** What areas do when operations end that others carry out for them. */
export function followOperations({ completions }: Platform): void {
  completions.on('auth.create', each(authorizations.tellCreation))
  for (const type of ['auth.create', 'auth.update', 'auth.delete'])
    completions.on(type, authorizations.endJoined)
  completions.on('user.delete', each(accountUsers.endRemoval))
  for (const type of ['auth.create', 'auth.update', 'auth.delete'])
    completions.on(type, reservations.followCodes)
  completions.on('token.redeem', each(addressUnits.followRedemption))
  completions.on(
    'unit.delete',
    each((ctx, operation) => addressUnits.followDeletion(ctx, operation, services.unlinkUnits)),
  )
}

/** Addresses know neither reservations nor calendars; both follow what is changed about an address. */
export const addressWatch: addresses.AddressWatch = {
  async changed(ctx, addressId) {
    await reservations.lookAgain(ctx, addressId)
    await services.readAnew(ctx, addressId)
  },
  granted: async (ctx, addressId) => [
    ...(await authorizations.known(ctx, await reservations.authIdsAt(ctx, addressId))),
    ...(await addressUnits.authIdsAt(ctx, addressId)),
  ],
}

/** Whoever opens with the code of a stay has arrived. */
export const withArrivals = (reports: smartlocks.AccessReports): smartlocks.AccessReports => ({
  ...reports,
  async used(ctx, lock, use) {
    const actor = await reports.used(ctx, lock, use)
    if (actor && use.succeeded) await reservations.noteArrival(ctx, actor.authId)
    return actor
  },
})

/** Locks know nothing of the rights on them, but take them along when they go. */
export const RIGHTS_OF_LOCKS = {
  count: authorizations.countOfLock,
  removeAll: authorizations.removeAllOfLock,
}
