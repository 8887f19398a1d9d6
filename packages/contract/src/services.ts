import Type, { type Static } from 'typebox'
import { DateTime, HexId, IntId, StringEnum, Url } from './fields.ts'
import { route } from './route.ts'

/** Where reservations can come from: any iCalendar feed, or the calendar export of a platform (4.23). */
export const SERVICE_IDS = ['ical', 'airbnb', 'booking', 'vrbo'] as const
export type ServiceId = (typeof SERVICE_IDS)[number]

export const LINK_STATUSES = ['active', 'paused'] as const
export type LinkStatus = (typeof LINK_STATUSES)[number]

/** Why a fetch brought nothing, or not everything. */
export const SYNC_PROBLEMS = [
  'unreachable',
  'refused',
  'not_a_calendar',
  'unreadable',
  'too_complex',
  'too_many_lost',
  'quota_reached',
  'switched_off',
] as const
export type SyncProblem = (typeof SYNC_PROBLEMS)[number]

/** What a fetch did to the reservations of a link. */
export const LinkChange = Type.Object({
  date: DateTime,
  added: Type.Integer(),
  changed: Type.Integer(),
  canceled: Type.Integer(),
})
export type LinkChange = Static<typeof LinkChange>

/** A calendar that is fetched for an address. */
export const ServiceLink = Type.Object({
  linkId: IntId,
  addressId: IntId,
  unitId: Type.Optional(HexId),
  url: Type.String({ description: 'masked: the path of a calendar is its key' }),
  status: StringEnum(LINK_STATUSES),
  lastSyncDate: Type.Optional(DateTime),
  nextSyncDate: Type.Optional(DateTime),
  lastError: Type.Optional(Type.String()),
  lastErrorCode: Type.Optional(StringEnum(SYNC_PROBLEMS)),
  lastChange: Type.Optional(LinkChange),
  reservations: Type.Integer({ description: 'accepted reservations that came from it' }),
})
export type ServiceLink = Static<typeof ServiceLink>

/** A third-party service (4.23); flags as in 8.7. */
export const Service = Type.Object({
  context: Type.Object({ links: Type.Array(ServiceLink) }),
  enabled: Type.Boolean({ description: 'configured by the operator' }),
  started: Type.Boolean({ description: 'at least one active link' }),
  stopped: Type.Boolean({ description: 'was linked, and no link is active now' }),
  serviceId: StringEnum(SERVICE_IDS),
  name: Type.String(),
})
export type Service = Static<typeof Service>

/** What a calendar would bring, before it is linked. */
export const CalendarCheck = Type.Object({
  success: Type.Boolean(),
  bookings: Type.Integer({ description: 'that are not over' }),
  firstDate: Type.Optional(DateTime),
  errorCode: Type.Optional(StringEnum(SYNC_PROBLEMS)),
  error: Type.Optional(Type.String()),
})
export type CalendarCheck = Static<typeof CalendarCheck>

const mayRead = { scopes: ['account'] } as const
const mayLink = { scopes: ['account'], master: true } as const
const ServiceParams = Type.Object({ serviceId: StringEnum(SERVICE_IDS) })
/** Which links of a service; all of them without a word. */
const WhichLinks = Type.Object({ addressId: Type.Optional(IntId), linkId: Type.Optional(IntId) })

export const services = {
  list: route({
    number: 52,
    method: 'GET',
    path: '/service',
    summary: 'List the services reservations can come from',
    access: mayRead,
    roles: 'handler',
    query: Type.Object({ serviceIds: Type.Optional(Type.Array(Type.String())) }),
    returns: Type.Array(Service),
  }),
  get: route({
    number: 53,
    method: 'GET',
    path: '/service/{serviceId}',
    summary: 'Read a service',
    access: mayRead,
    roles: 'handler',
    params: ServiceParams,
    returns: Service,
  }),
  check: route({
    method: 'POST',
    path: '/service/{serviceId}/check',
    summary: 'Fetch a calendar once and tell what is in it; nothing is stored',
    access: mayLink,
    params: ServiceParams,
    body: Type.Object({ url: Url, addressId: IntId }),
    returns: CalendarCheck,
    repeatable: true,
    errors: ['service_disabled', 'url_not_allowed'],
  }),
  link: route({
    number: 54,
    method: 'POST',
    path: '/service/{serviceId}/link',
    summary: 'Link a calendar to an address; without a body, ask what to send',
    access: mayLink,
    params: ServiceParams,
    body: Type.Object({
      url: Type.Optional(Url),
      addressId: Type.Optional(IntId),
      unitId: Type.Optional(HexId),
    }),
    returns: Type.String(),
    errors: ['service_disabled', 'url_not_allowed'],
  }),
  sync: route({
    number: 55,
    method: 'POST',
    path: '/service/{serviceId}/sync',
    summary: 'Fetch the linked calendars now',
    access: mayLink,
    params: ServiceParams,
    body: WhichLinks,
    async: true,
    errors: ['service_disabled', 'service_not_linked'],
  }),
  unlink: route({
    number: 56,
    method: 'POST',
    path: '/service/{serviceId}/unlink',
    summary: 'Remove links; reservations without codes go with them',
    access: mayLink,
    params: ServiceParams,
    body: WhichLinks,
  }),
}
