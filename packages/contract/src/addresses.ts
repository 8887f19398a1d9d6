import Type, { type Static } from 'typebox'
import { alias, Confirmation, clearable, DateTime, IntId, SmartlockId } from './fields.ts'
import { route } from './route.ts'

/** Minutes from midnight in the address's zone (D15). */
export const MinuteOfDay = Type.Integer({ minimum: 0, maximum: 1439, description: 'minutes from midnight' })

const Name = Type.String({ minLength: 1, maxLength: 255 })
const TimeZone = Type.String({ maxLength: 64, examples: ['Europe/Berlin'], description: 'IANA name' })
const SmartlockIds = Type.Array(SmartlockId, {
  maxItems: 500,
  description: 'own locks; duplicates are dropped',
})

/** Free keys; `autoIssueHours` (0 to 720) makes codes be issued that long before check-in (D83). */
export const AddressSettings = Type.Record(Type.String(), Type.Unknown(), {
  description: 'at most 16 kB; the key autoIssueHours (0 to 720) is understood',
})
export type AddressSettings = Static<typeof AddressSettings>

/** A place with doors (4.21). */
export const Address = Type.Object({
  addressId: IntId,
  accountId: IntId,
  name: Type.String(),
  smartlockIds: Type.Array(SmartlockId),
  settings: Type.Optional(AddressSettings),
  timeZone: Type.Optional(Type.String()),
  checkInTime: Type.Optional(MinuteOfDay),
  checkOutTime: Type.Optional(MinuteOfDay),
  unitCount: Type.Integer(),
  serviceId: Type.Optional(Type.String({ description: 'the service last linked and still linked' })),
  creationDate: DateTime,
  updateDate: DateTime,
})
export type Address = Static<typeof Address>

const mayRead = { scopes: ['account'] } as const
const mayManage = { scopes: ['account'], right: 'manageSmartlock' } as const
const AddressParams = Type.Object({ addressId: IntId })

const times = {
  timeZone: Type.Optional(clearable(TimeZone)),
  checkInTime: Type.Optional(clearable(MinuteOfDay)),
  checkOutTime: Type.Optional(clearable(MinuteOfDay)),
}

export const addresses = {
  list: route({
    number: 80,
    method: 'GET',
    path: '/address',
    summary: 'List addresses',
    access: mayRead,
    doors: 'handler',
    returns: Type.Array(Address),
  }),
  create: route({
    number: 81,
    method: 'PUT',
    path: '/address',
    summary: 'Create an address',
    access: mayManage,
    body: Type.Object({ name: Name, smartlockIds: alias('smartlock_ids', SmartlockIds), ...times }),
    returns: Address,
    errors: ['quota_exceeded'],
  }),
  update: route({
    number: 82,
    method: 'POST',
    path: '/address/{addressId}',
    summary: 'Change an address; codes that were issued follow within a minute',
    access: mayManage,
    doors: 'handler',
    params: AddressParams,
    update: true,
    body: Type.Object({
      name: Type.Optional(Name),
      smartlockIds: Type.Optional(alias('smartlock_ids', SmartlockIds)),
      settings: Type.Optional(AddressSettings),
      ...times,
    }),
    returns: Address,
  }),
  remove: route({
    number: 83,
    method: 'DELETE',
    path: '/address/{addressId}',
    summary: 'Delete an address and revoke what its reservations and units granted',
    access: mayManage,
    params: AddressParams,
    returns: Confirmation,
    async: true,
    errors: ['resource_locked'],
  }),
}
