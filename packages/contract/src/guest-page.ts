import Type, { type Static } from 'typebox'
import { EXPLANATION_RULES } from './explanation.ts'
import { DateTime, HexId, SmartlockId, StringEnum } from './fields.ts'
import { ListedPicture, Picture, Wifi } from './guests.ts'
import { LANGUAGES } from './languages.ts'
import { OPERATION_STATUSES } from './operations.ts'
import { route } from './route.ts'

/** `ready`: proven on a door. `planned`: it comes by itself. `underway`: it is on its way to the doors. */
export const GUEST_CODE_STATES = ['ready', 'planned', 'underway', 'none'] as const
/** Whether the code opens this very door. */
export const DOOR_CODE_STATES = ['ready', 'waiting', 'none'] as const

const GuestDoor = Type.Object({
  smartlockId: SmartlockId,
  name: Type.String(),
  code: StringEnum(DOOR_CODE_STATES, 'ready: the lock has confirmed the code; none: the door has no keypad'),
  canOpen: Type.Boolean({ description: 'it can be opened from the page, now' }),
  online: Type.Boolean(),
})
export type GuestDoor = Static<typeof GuestDoor>

/** Everything a guest's page shows; nothing of anybody else. */
export const GuestPage = Type.Object({
  firstName: Type.String(),
  addressName: Type.Optional(Type.String()),
  language: StringEnum(LANGUAGES),
  timeZone: Type.String(),
  now: DateTime,
  fromDate: Type.Optional(DateTime),
  untilDate: Type.Optional(DateTime),
  codeState: StringEnum(GUEST_CODE_STATES),
  code: Type.Optional(Type.String()),
  codeFromDate: Type.Optional({
    ...DateTime,
    description: 'when the code is planned to be put on the doors',
  }),
  doors: Type.Array(GuestDoor),
  note: Type.Optional(Type.String()),
  rules: Type.Optional(Type.String()),
  wifi: Type.Optional(Wifi),
  pictures: Type.Array(ListedPicture),
})
export type GuestPage = Static<typeof GuestPage>

/** Why the code does not open a door: what decides, or that there is no code for it. */
export const GUEST_REASONS = [...EXPLANATION_RULES, 'no_code'] as const
export type GuestReason = (typeof GUEST_REASONS)[number]

const GuestHelp = Type.Object({
  doors: Type.Array(
    Type.Object({
      smartlockId: SmartlockId,
      name: Type.String(),
      reason: StringEnum(GUEST_REASONS),
      fromDate: Type.Optional({ ...DateTime, description: 'when it opens next' }),
    }),
  ),
})
export type GuestHelp = Static<typeof GuestHelp>

/** What the page of a guest calls: with the token of its link, which opens nothing else (D175). */
export const guest = {
  page: route({
    method: 'GET',
    path: '/guest',
    summary: 'Read the page of the guest whose link this is',
    access: 'guest',
    returns: GuestPage,
  }),
  picture: route({
    method: 'GET',
    path: '/guest/picture/{pictureId}',
    summary: 'Read a picture of the page',
    access: 'guest',
    params: Type.Object({ pictureId: HexId }),
    returns: Picture,
  }),
  open: route({
    method: 'POST',
    path: '/guest/door/{smartlockId}/open',
    summary: 'Open a door of the stay, while it lasts',
    access: 'guest',
    params: Type.Object({ smartlockId: SmartlockId }),
    async: true,
    errors: [
      'not_supported_by_device',
      'remote_unlock_off',
      'smartlock_offline',
      'resource_locked',
      'reservation_not_active',
    ],
  }),
  opening: route({
    method: 'GET',
    path: '/guest/opening/{operationId}',
    summary: 'Read what became of an opening that this page asked for',
    access: 'guest',
    params: Type.Object({ operationId: HexId }),
    returns: Type.Object({ status: StringEnum(OPERATION_STATUSES) }),
  }),
  help: route({
    method: 'POST',
    path: '/guest/help',
    summary: 'Say that the code does not work: answers with the likely reason, and tells the host',
    access: 'guest',
    returns: GuestHelp,
  }),
}
