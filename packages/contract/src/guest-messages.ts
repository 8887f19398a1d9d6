import Type, { type Static } from 'typebox'
import { DateTime, HexId, IntId, StringEnum, Url } from './fields.ts'
import { LANGUAGES } from './languages.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

/** What guests are told before they arrive (D179 to D182). */

/** By mail, or by the gateway for short messages that the address has. */
export const MESSAGE_CHANNELS = ['mail', 'gateway'] as const
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number]

/** Before arrival, and when what was told is another by now. */
export const MESSAGE_KINDS = ['arrival', 'changed'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** What may stand in braces in a template; anything else in braces is refused by its name. */
export const MESSAGE_PLACEHOLDERS = [
  'firstName',
  'name',
  'address',
  'arrival',
  'departure',
  'code',
  'link',
  'wifi',
] as const
export type MessagePlaceholder = (typeof MESSAGE_PLACEHOLDERS)[number]

/**
 * `queued`: to be sent, or sent again. `sent`: the mail server or the gateway took it. `refused`: neither did, for the
 * reason in `error`. `withdrawn`: it was not sent any more, since the stay or the guest's address had changed.
 */
export const MESSAGE_STATES = ['queued', 'sent', 'refused', 'withdrawn'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** `included`: it was told. `later`: no lock has proven it yet. `withheld`: see D181. `none`: there is none to tell. */
export const TOLD_CODES = ['included', 'later', 'withheld', 'none'] as const
export type ToldCode = (typeof TOLD_CODES)[number]

/** Why a message was not taken, or not sent any more; what others said about it is in `error`. */
export const MESSAGE_REASONS = [
  'not_taken',
  'no_mail_server',
  'not_a_mail_address',
  'share_used',
  'stay_over',
  'address_changed',
  'gateway_removed',
  'not_due',
  'code_awaited',
] as const
export type MessageReason = (typeof MESSAGE_REASONS)[number]

/** Lines and tabs, and no other control character. */
const Text = Type.String({
  ...{ minLength: 1, maxLength: 4000 },
  pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f]*$',
  description: `plain text; may hold ${MESSAGE_PLACEHOLDERS.map((name) => `{${name}}`).join(' ')}`,
})
const Subject = Type.String({
  ...{ minLength: 1, maxLength: 200 },
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: 'of mails only, with the same placeholders; ours where it is left out',
})

const template = {
  channel: StringEnum(MESSAGE_CHANNELS),
  kind: StringEnum(MESSAGE_KINDS),
  language: StringEnum(LANGUAGES),
}

export const MessageTemplate = Type.Object({
  ...template,
  subject: Type.Optional(Type.String()),
  text: Type.String(),
  isDefault: Type.Boolean({ description: 'nobody has written another one' }),
})
export type MessageTemplate = Static<typeof MessageTemplate>

const HoursBefore = Type.Integer({ minimum: 0, maximum: 720, description: 'before check-in' })

/** How the guests of an address are written to. */
export const MessageSettings = Type.Object({
  enabled: Type.Boolean(),
  hoursBefore: HoursBefore,
  language: StringEnum(LANGUAGES, 'of guests whose reservation names none'),
  calendarContacts: Type.Boolean({
    description:
      'codes also go to mail addresses that linked calendars name; true while that holds for all of them',
  }),
  gatewayUrl: Type.Optional(Type.String({ description: 'without its path, which may hold a key' })),
  templates: Type.Array(MessageTemplate, { description: 'of every channel, kind and language' }),
})
export type MessageSettings = Static<typeof MessageSettings>

export const MessagePreview = Type.Object({
  subject: Type.Optional(Type.String()),
  text: Type.String(),
})
export type MessagePreview = Static<typeof MessagePreview>

/** One message to the guest of a reservation. */
export const GuestMessage = Type.Object({
  id: HexId,
  channel: StringEnum(MESSAGE_CHANNELS),
  kind: StringEnum(MESSAGE_KINDS),
  language: StringEnum(LANGUAGES),
  recipient: Type.String(),
  state: StringEnum(MESSAGE_STATES),
  code: StringEnum(TOLD_CODES, 'whether it has the code: at the last attempt, `none` before the first'),
  attempts: Type.Integer(),
  reason: Type.Optional(StringEnum(MESSAGE_REASONS, 'why it was refused, withdrawn or not taken yet')),
  error: Type.Optional(Type.String({ description: 'the same in words' })),
  creationDate: DateTime,
  sentDate: Type.Optional(DateTime),
  dueDate: Type.Optional(Type.String({ format: 'date-time', description: 'of the next attempt' })),
})
export type GuestMessage = Static<typeof GuestMessage>

export const PhoneNumber = Type.String({
  pattern: '^\\+[1-9][0-9]{5,14}$',
  examples: ['+436601234567'],
  description: 'with the country, as in +43…',
})

/** What a gateway is posted, signed as Standard Webhooks have it (D182). */
export interface GatewayMessage {
  type: 'guest.message'
  timestamp: string
  data: {
    messageId: string
    addressId: number
    /** Absent in tests. */
    reservationId?: string
    kind: MessageKind
    language: string
    phone: string
    text: string
    test: boolean
  }
}

const access = { scopes: ['account'], right: 'manageAuthorizations' } as const
/** It decides where codes go for as long as it is set. */
const ownerAccess = { scopes: ['account'], master: true } as const
const AddressParams = Type.Object({ addressId: IntId })
const StayParams = Type.Object({ addressId: IntId, id: HexId })

export const guestMessages = {
  get: route({
    method: 'GET',
    path: '/address/{addressId}/guestmessage',
    summary: 'Read how the guests of an address are written to, with all templates',
    access,
    doors: 'path',
    params: AddressParams,
    returns: MessageSettings,
  }),
  update: route({
    method: 'POST',
    path: '/address/{addressId}/guestmessage',
    summary: 'Change whether, when and in which language guests are written to; needs smartlock.auth, too',
    access,
    doors: 'path',
    params: AddressParams,
    update: true,
    body: Type.Object({
      enabled: Type.Optional(Type.Boolean()),
      hoursBefore: Type.Optional(HoursBefore),
      language: Type.Optional(StringEnum(LANGUAGES)),
    }),
    returns: MessageSettings,
  }),
  putTemplate: route({
    method: 'PUT',
    path: '/address/{addressId}/guestmessage/template',
    summary: 'Write a template in the place of the one there is; needs smartlock.auth, too',
    access,
    doors: 'path',
    params: AddressParams,
    body: Type.Object({ ...template, subject: Type.Optional(Subject), text: Text }),
    returns: MessageTemplate,
  }),
  removeTemplate: route({
    method: 'DELETE',
    path: '/address/{addressId}/guestmessage/template/{channel}/{kind}/{language}',
    summary: 'Go back to the template that every address has; needs smartlock.auth, too',
    access,
    doors: 'path',
    params: Type.Object({ addressId: IntId, ...template }),
  }),
  preview: route({
    method: 'POST',
    path: '/address/{addressId}/guestmessage/preview',
    summary:
      'Show a template, or words that are to become one, as a guest would read it; the guest is made up',
    access,
    doors: 'path',
    params: AddressParams,
    repeatable: true,
    body: Type.Object({ ...template, subject: Type.Optional(Subject), text: Type.Optional(Text) }),
    returns: MessagePreview,
  }),
  setGateway: route({
    method: 'PUT',
    path: '/address/{addressId}/guestmessage/gateway',
    summary: 'Have short messages sent by a gateway, which is posted each of them; the secret is shown once',
    access: ownerAccess,
    lasting: true,
    params: AddressParams,
    body: Type.Object({ url: Url, ...stepUpFields }),
    returns: Type.Object({
      gatewayUrl: Type.String(),
      secret: Type.String({ description: 'that the requests are signed with; shown once' }),
    }),
    errors: ['url_not_allowed', ...STEP_UP_ERRORS],
  }),
  removeGateway: route({
    method: 'DELETE',
    path: '/address/{addressId}/guestmessage/gateway',
    summary: 'Send no more short messages',
    access: ownerAccess,
    params: AddressParams,
  }),
  testGateway: route({
    method: 'POST',
    path: '/address/{addressId}/guestmessage/gateway/test',
    summary: 'Post a message for a made-up guest to the gateway; needs smartlock.auth, too',
    access,
    doors: 'path',
    params: AddressParams,
    repeatable: true,
    body: Type.Object({ phone: PhoneNumber, language: Type.Optional(StringEnum(LANGUAGES)) }),
    returns: Type.Object({ success: Type.Boolean(), message: Type.String() }),
  }),
  trustCalendars: route({
    method: 'PUT',
    path: '/address/{addressId}/guestmessage/calendars',
    summary: 'Say whether codes go to mail addresses that the calendars linked now name',
    access: ownerAccess,
    lasting: true,
    params: AddressParams,
    body: Type.Object({ calendarContacts: Type.Boolean(), ...stepUpFields }),
    returns: MessageSettings,
    errors: [...STEP_UP_ERRORS],
  }),
  listOfStay: route({
    method: 'GET',
    path: '/address/{addressId}/reservation/{id}/message',
    summary: 'List the messages to the guest of a reservation, the newest first, and what became of them',
    access,
    doors: 'path',
    params: StayParams,
    returns: Type.Array(GuestMessage),
  }),
  send: route({
    method: 'POST',
    path: '/address/{addressId}/reservation/{id}/message',
    summary: 'Send the guest of a reservation a message now, or again; needs smartlock.auth, too',
    access,
    doors: 'path',
    params: StayParams,
    body: Type.Object({
      channel: Type.Optional(StringEnum(MESSAGE_CHANNELS)),
      recipient: Type.Optional(
        Type.String({
          maxLength: 255,
          description:
            "the guest's mail address or number as the caller knows it: vouches for it, so that it gets the code (D181)",
        }),
      ),
    }),
    returns: GuestMessage,
    errors: ['reservation_not_active'],
  }),
}
