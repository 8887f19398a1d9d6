import Type, { type Static } from 'typebox'
import { Confirmation, SmartlockId, StringEnum } from './fields.ts'
import { route } from './route.ts'

const StaleDevices = Type.Array(
  Type.Object({
    smartlockId: Type.Optional(SmartlockId),
    name: Type.Optional(Type.String()),
    read: Type.Optional(Type.Boolean()),
  }),
)

/** What the screens of an account remember; the service keeps it and does not use it itself (4.20). */
export const WebSettings = Type.Object({
  deviceViewType: Type.Optional(StringEnum(['LIST', 'TILE'])),
  deviceSortType: Type.Optional(StringEnum(['FAVOURITES_FIRST', 'NAME_ASC', 'NAME_DESC', 'LAST_ADDED_DESC'])),
  nukiClubDismissed: Type.Optional(Type.Boolean()),
  annotations: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'keys are `dns-prefix/name`; null removes one',
    }),
  ),
  removedStaledDevices: Type.Optional(StaleDevices),
  markedStaledDevices: Type.Optional(StaleDevices),
})
export type WebSettings = Static<typeof WebSettings>

export const AccountSetting = Type.Object({ web: WebSettings })
export type AccountSetting = Static<typeof AccountSetting>

const access = { scopes: ['account'] } as const
const path = '/account/setting'

export const accountSettings = {
  get: route({
    number: 68,
    method: 'GET',
    path,
    summary: 'Read the settings of the account',
    access,
    roles: 'own',
    returns: AccountSetting,
  }),
  update: route({
    number: 69,
    method: 'PUT',
    path,
    summary: 'Merge into the settings of the account; at most 64 kB',
    access,
    roles: 'own',
    update: true,
    body: AccountSetting,
    returns: AccountSetting,
  }),
  remove: route({
    number: 70,
    method: 'DELETE',
    path,
    summary: 'Forget the settings of the account',
    access,
    roles: 'own',
    returns: Confirmation,
  }),
}
