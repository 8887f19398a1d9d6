import Type, { type Static } from 'typebox'
import { creatorFields } from './creators.ts'
import { clearable, DateTime, HexId, IntId, SmartlockId, StringEnum } from './fields.ts'
import { LANGUAGES } from './languages.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

/** What a host gives to guests: links to their own page, and what the page says about the house. */

/** No store keeps the character 0. */
const plain = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\u0000]*$' })

/** How a network is protected, as a QR code says it. */
export const WIFI_SECURITIES = ['WPA', 'WEP', 'nopass'] as const

export const Wifi = Type.Object({
  ssid: Type.String({ minLength: 1, maxLength: 32 }),
  password: Type.Optional(clearable(Type.String({ maxLength: 63 }))),
  security: StringEnum(WIFI_SECURITIES),
})
export type Wifi = Static<typeof Wifi>

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]
/** Of one picture; the body of a call has room for it as base64. */
export const MAX_PICTURE_BYTES = 400_000
export const MAX_PICTURES = 8

export const ListedPicture = Type.Object({
  id: HexId,
  type: StringEnum(PICTURE_TYPES),
  width: Type.Integer(),
  height: Type.Integer(),
})
export type ListedPicture = Static<typeof ListedPicture>

/** As a text, so that no browser ever takes it for a page. */
export const Picture = Type.Object({
  type: StringEnum(PICTURE_TYPES),
  data: Type.String({ description: 'base64' }),
})
export type Picture = Static<typeof Picture>

const houseFields = {
  note: Type.Optional(clearable(plain(4000))),
  rules: Type.Optional(clearable(plain(8000))),
  wifi: Type.Optional(clearable(Wifi)),
  opening: Type.Optional(
    Type.Boolean({
      description: 'guests may open the doors from their page; true unless it was switched off',
    }),
  ),
}

/** What the pages of all guests of an address show. */
export const HouseInfo = Type.Object({ ...houseFields, pictures: Type.Array(ListedPicture) })
export type HouseInfo = Static<typeof HouseInfo>

/** A link to the page of one guest; the token itself is told once, when it is made. */
export const GuestLink = Type.Object({
  id: HexId,
  language: StringEnum(LANGUAGES),
  creationDate: DateTime,
  lastSeenDate: Type.Optional(DateTime),
  ...creatorFields,
})
export type GuestLink = Static<typeof GuestLink>

export const NewGuestLink = Type.Object({
  ...GuestLink.properties,
  path: Type.String({
    description: 'of the page, below the address of this service; shown once',
    examples: ['/g/…'],
  }),
})
export type NewGuestLink = Static<typeof NewGuestLink>

const LinkFields = Type.Object({ language: Type.Optional(StringEnum(LANGUAGES)) })

const stayAccess = { scopes: ['account'], right: 'manageAuthorizations' } as const
const authAccess = { scopes: ['smartlock.auth'], right: 'manageAuthorizations' } as const
/** A kept link depends on nobody but the owner from then on. */
const keepBody = Type.Object(stepUpFields)
const houseAccess = { scopes: ['account'], right: 'manageAuthorizations' } as const
const stay = { addressId: IntId, id: HexId }
const authorization = { smartlockId: SmartlockId, id: HexId }
const HouseParams = Type.Object({ addressId: IntId })
const PictureParams = Type.Object({ addressId: IntId, pictureId: HexId })

export const guestLinks = {
  listOfStay: route({
    method: 'GET',
    path: '/address/{addressId}/reservation/{id}/guestlink',
    summary: 'List the links to the guest page of a reservation',
    access: stayAccess,
    doors: 'path',
    params: Type.Object(stay),
    returns: Type.Array(GuestLink),
  }),
  createForStay: route({
    method: 'PUT',
    path: '/address/{addressId}/reservation/{id}/guestlink',
    summary: 'Make a link to the guest page of a reservation; it works without an account until check-out',
    access: stayAccess,
    doors: 'path',
    params: Type.Object(stay),
    body: LinkFields,
    returns: NewGuestLink,
    errors: ['quota_exceeded', 'reservation_not_active'],
  }),
  revokeOfStay: route({
    method: 'DELETE',
    path: '/address/{addressId}/reservation/{id}/guestlink/{guestLinkId}',
    summary: 'Revoke a link to the guest page of a reservation',
    access: stayAccess,
    doors: 'path',
    params: Type.Object({ ...stay, guestLinkId: HexId }),
  }),
  keepOfStay: route({
    method: 'POST',
    path: '/address/{addressId}/reservation/{id}/guestlink/{guestLinkId}/keep',
    summary: 'Keep a link to the guest page of a reservation, whatever becomes of whoever made it',
    access: { scopes: ['account'], master: true },
    lasting: true,
    params: Type.Object({ ...stay, guestLinkId: HexId }),
    body: keepBody,
    returns: GuestLink,
    errors: [...STEP_UP_ERRORS],
  }),
  listOfAuth: route({
    method: 'GET',
    path: '/smartlock/{smartlockId}/auth/{id}/guestlink',
    summary: 'List the links to the guest page of a keypad code',
    access: authAccess,
    doors: 'path',
    params: Type.Object(authorization),
    returns: Type.Array(GuestLink),
  }),
  createForAuth: route({
    method: 'PUT',
    path: '/smartlock/{smartlockId}/auth/{id}/guestlink',
    summary: 'Make a link to a page that shows a keypad code to whoever it was given to',
    access: authAccess,
    doors: 'path',
    params: Type.Object(authorization),
    body: LinkFields,
    returns: NewGuestLink,
    errors: ['quota_exceeded', 'code_not_allowed'],
  }),
  revokeOfAuth: route({
    method: 'DELETE',
    path: '/smartlock/{smartlockId}/auth/{id}/guestlink/{guestLinkId}',
    summary: 'Revoke a link to the guest page of a keypad code',
    access: authAccess,
    doors: 'path',
    params: Type.Object({ ...authorization, guestLinkId: HexId }),
  }),
  keepOfAuth: route({
    method: 'POST',
    path: '/smartlock/{smartlockId}/auth/{id}/guestlink/{guestLinkId}/keep',
    summary: 'Keep a link to the guest page of a keypad code, whatever becomes of whoever made it',
    access: { scopes: ['smartlock.auth'], master: true },
    lasting: true,
    params: Type.Object({ ...authorization, guestLinkId: HexId }),
    body: keepBody,
    returns: GuestLink,
    errors: [...STEP_UP_ERRORS],
  }),
}

export const house = {
  get: route({
    method: 'GET',
    path: '/address/{addressId}/guestinfo',
    summary: 'Read what the guest pages of an address show',
    access: houseAccess,
    doors: 'path',
    params: HouseParams,
    returns: HouseInfo,
  }),
  update: route({
    method: 'POST',
    path: '/address/{addressId}/guestinfo',
    summary: 'Change what the guest pages of an address show',
    access: houseAccess,
    doors: 'path',
    params: HouseParams,
    update: true,
    body: Type.Object(houseFields),
    returns: HouseInfo,
  }),
  addPicture: route({
    method: 'PUT',
    path: '/address/{addressId}/guestinfo/picture',
    summary: 'Add a picture to the guest pages of an address: JPEG, PNG or WebP, looked at by its content',
    access: houseAccess,
    doors: 'path',
    params: HouseParams,
    body: Type.Object({
      data: Type.String({
        pattern: '^[A-Za-z0-9+/]+={0,2}$',
        maxLength: Math.ceil(MAX_PICTURE_BYTES / 3) * 4,
        description: `base64 of at most ${MAX_PICTURE_BYTES} bytes`,
        examples: [
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        ],
      }),
    }),
    returns: ListedPicture,
    errors: ['quota_exceeded'],
  }),
  picture: route({
    method: 'GET',
    path: '/address/{addressId}/guestinfo/picture/{pictureId}',
    summary: 'Read a picture of the guest pages of an address',
    access: houseAccess,
    doors: 'path',
    params: PictureParams,
    returns: Picture,
  }),
  removePicture: route({
    method: 'DELETE',
    path: '/address/{addressId}/guestinfo/picture/{pictureId}',
    summary: 'Remove a picture from the guest pages of an address',
    access: houseAccess,
    doors: 'path',
    params: PictureParams,
  }),
}
