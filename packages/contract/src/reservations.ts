import Type, { type Static } from 'typebox'
import { MinuteOfDay } from './addresses.ts'
import { Confirmation, clearable, DateTime, HexId, IntEnum, IntId, Limit, StringEnum } from './fields.ts'
import { PhoneNumber } from './guest-messages.ts'
import { LANGUAGES } from './languages.ts'
import { route } from './route.ts'

export const RESERVATION_STATES = ['accepted', 'canceled'] as const
export type ReservationState = (typeof RESERVATION_STATES)[number]

/** Where a stay is by the clock: before check-in, between check-in and check-out, after it. */
export const STAY_PHASES = ['coming', 'current', 'over'] as const
export type StayPhase = (typeof STAY_PHASES)[number]

/** What the service did by itself (4.22). */
export const AUTOMATION = { none: 0, planned: 1, issued: 2, revoked: 3, failed: 4 } as const
export type Automation = (typeof AUTOMATION)[keyof typeof AUTOMATION]

const Guest = Type.String({ minLength: 1, maxLength: 255 })
const Email = Type.String({
  maxLength: 255,
  pattern: '^(|[^\\s@]+@[^\\s@]+)$',
  examples: ['somebody@example.com'],
  description: 'a mail address, or empty',
})
const Guests = Type.Integer({ minimum: 1, maximum: 1000 })
const Reference = Type.String({ maxLength: 255 })

/** A stay (4.22). */
export const Reservation = Type.Object({
  id: HexId,
  addressId: IntId,
  accountId: IntId,
  name: Type.String(),
  email: Type.String(),
  phone: Type.Optional(Type.String()),
  language: Type.Optional(StringEnum(LANGUAGES, 'in which the guest is written to')),
  guests: Type.Integer(),
  guestsIssued: Type.Integer({ description: '0; `guests` once a lock confirmed the code' }),
  keypadIssued: Type.Boolean({ description: 'a lock confirmed the code' }),
  state: StringEnum(RESERVATION_STATES),
  serviceId: Type.Optional(Type.String()),
  reference: Type.Optional(Type.String()),
  automation: IntEnum(
    Object.values(AUTOMATION),
    '0 none, 1 planned, 2 issued by itself, 3 revoked by itself, 4 failed',
  ),
  checkedIn: Type.Optional(Type.Boolean({ description: 'follows the first use of the code' })),
  startDate: DateTime,
  endDate: DateTime,
  updateDate: DateTime,
  allowedFromDate: Type.String({
    format: 'date-time',
    description: 'check-in: from here on its code opens (D82)',
  }),
  allowedUntilDate: Type.String({
    format: 'date-time',
    description: 'check-out: until here its code opens (D82)',
  }),
  isCurrentlyIssuingAuth: Type.Boolean(),
  isCurrentlyRevokingAuth: Type.Boolean(),
  currentlyIssuingAuth: Type.Boolean(),
  currentlyRevokingAuth: Type.Boolean(),
  hasCustomAccessTimes: Type.Boolean(),
  checkInTime: Type.Optional(MinuteOfDay),
  checkOutTime: Type.Optional(MinuteOfDay),
  authIds: Type.Optional(Type.Array(HexId)),
  unitId: Type.Optional(HexId),
  readiness: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'share of the keypad locks that confirmed the code; absent while none was issued',
    }),
  ),
  operationId: Type.Optional(HexId),
})
export type Reservation = Static<typeof Reservation>

const access = { scopes: ['account'], right: 'manageAuthorizations' } as const
const AddressParams = Type.Object({ addressId: IntId })
const ReservationParams = Type.Object({ addressId: IntId, id: HexId })
/** What putting a code on locks, or changing one there, may be refused with. */
const codeRefusals = [
  'auth_limit_reached',
  'code_conflict',
  'code_invalid',
  'code_not_allowed',
  'keypad_missing',
  'resource_locked',
  'window_invalid',
] as const

export const reservations = {
  search: route({
    method: 'GET',
    path: '/reservation',
    summary:
      'List the reservations of all addresses by check-in, the earliest first; the latest where only those that are over are asked for',
    access,
    doors: 'handler',
    query: Type.Object({
      addressId: Type.Optional(IntId),
      addressIds: Type.Optional(
        Type.Array(IntId, { maxItems: 100, description: 'comma list: only at these' }),
      ),
      name: Type.Optional(
        Type.String({ maxLength: 255, description: "part of the guest's name or of the reference" }),
      ),
      state: Type.Optional(StringEnum(RESERVATION_STATES)),
      phases: Type.Optional(Type.Array(StringEnum(STAY_PHASES), { description: 'comma list' })),
      ready: Type.Optional(
        Type.Boolean({
          description: 'of the accepted ones that are not over: does every keypad lock have the code?',
        }),
      ),
      fromDate: Type.Optional(DateTime),
      toDate: Type.Optional(DateTime),
      id: Type.Optional(HexId),
      limit: Limit(100, 1000),
    }),
    returns: Type.Array(Reservation),
  }),
  list: route({
    number: 88,
    method: 'GET',
    path: '/address/{addressId}/reservation',
    summary: 'List the reservations of an address',
    access,
    doors: 'path',
    params: AddressParams,
    returns: Type.Array(Reservation),
  }),
  create: route({
    method: 'PUT',
    path: '/address/{addressId}/reservation',
    summary: 'Create a reservation by hand',
    access,
    doors: 'path',
    params: AddressParams,
    body: Type.Object({
      name: Guest,
      email: Email,
      phone: Type.Optional(PhoneNumber),
      language: Type.Optional(StringEnum(LANGUAGES)),
      guests: Guests,
      startDate: DateTime,
      endDate: DateTime,
      reference: Type.Optional(Reference),
      unitId: Type.Optional(HexId),
    }),
    returns: Reservation,
    errors: ['quota_exceeded'],
  }),
  get: route({
    method: 'GET',
    path: '/address/{addressId}/reservation/{id}',
    summary: 'Read a reservation',
    access,
    doors: 'path',
    params: ReservationParams,
    returns: Reservation,
  }),
  update: route({
    method: 'POST',
    path: '/address/{addressId}/reservation/{id}',
    summary:
      'Change a reservation; of one that came from a service only name, email, phone, language and guests',
    access,
    doors: 'path',
    params: ReservationParams,
    update: true,
    body: Type.Object({
      name: Type.Optional(Guest),
      email: Type.Optional(Email),
      phone: Type.Optional(clearable(PhoneNumber)),
      language: Type.Optional(clearable(StringEnum(LANGUAGES))),
      guests: Type.Optional(Guests),
      startDate: Type.Optional(DateTime),
      endDate: Type.Optional(DateTime),
      reference: Type.Optional(clearable(Reference)),
      unitId: Type.Optional(clearable(HexId)),
    }),
    returns: Reservation,
    errors: codeRefusals,
  }),
  remove: route({
    method: 'DELETE',
    path: '/address/{addressId}/reservation/{id}',
    summary: 'Delete a reservation and revoke its codes',
    access,
    doors: 'path',
    params: ReservationParams,
    returns: Confirmation,
    async: true,
    errors: ['resource_locked'],
  }),
  issue: route({
    number: 89,
    method: 'POST',
    path: '/address/{addressId}/reservation/{id}/issue',
    summary: 'Put a code for the stay on every keypad lock of the address and of its unit',
    access,
    doors: 'path',
    params: ReservationParams,
    async: true,
    errors: [...codeRefusals, 'no_keypad_lock', 'reservation_not_active'],
  }),
  revoke: route({
    number: 90,
    method: 'POST',
    path: '/address/{addressId}/reservation/{id}/revoke',
    summary: 'Take the codes of a reservation from the locks',
    access,
    doors: 'path',
    params: ReservationParams,
    async: true,
    errors: ['resource_locked'],
  }),
  updateAccessTimes: route({
    number: 91,
    method: 'POST',
    path: '/address/{addressId}/reservation/{id}/update/accesstimes',
    summary: "Give a reservation its own check-in and check-out time; issued codes' windows move along",
    access,
    doors: 'path',
    params: ReservationParams,
    body: Type.Object({
      checkInTime: Type.Optional(MinuteOfDay),
      checkOutTime: Type.Optional(MinuteOfDay),
    }),
    async: true,
    errors: codeRefusals,
  }),
}
