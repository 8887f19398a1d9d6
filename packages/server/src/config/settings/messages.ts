import Type from 'typebox'
import { flag, hasScheme, SECRET, text } from './kinds.ts'

/** How people are reached. */

/** The mail feature reads it; here it only has to have one address in the right place. */
const isSender = (value: string): boolean =>
  /^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)

const isAppleId = (value: string): boolean => /^[A-Z0-9]{10}$/.test(value)

export const smtp = Type.Object({
  url: Type.Optional(
    text('an smtp:// or smtps:// URL', hasScheme('smtp', 'smtps'), {
      ...SECRET,
      'x-default': 'mails are kept in the outbox',
      description: 'Mail server, with user name and password: smtp://user:password@mail.example.com:587',
    }),
  ),
  allowPlain: flag('Send mail in clear text to a server that does not offer TLS'),
  caFile: Type.Optional(
    text('the path of a PEM file', (value) => value.length > 0, {
      'x-default': 'the public ones only',
      description: 'Further certificate authorities that the mail server may use',
    }),
  ),
})

export const mail = Type.Object({
  from: text('a mail address, alone or as Name <address>', isSender, {
    default: '',
    'x-default': 'none',
    description: 'Who mails are from; needed with `LATCHWORK_SMTP_URL`',
  }),
})

export const fcm = Type.Object({
  credentialsFile: Type.Optional(
    text('the path of a JSON file', (value) => value.length > 0, {
      'x-default': 'no pushes to Android',
      description: 'Key file of a Firebase service account that may send messages',
    }),
  ),
  url: text('an http or https URL', hasScheme('http', 'https'), {
    default: 'https://fcm.googleapis.com',
    description: 'Where Firebase Cloud Messaging is reached; for tests',
  }),
})

export const apns = Type.Object({
  keyFile: Type.Optional(
    text('the path of a p8 file', (value) => value.length > 0, {
      'x-default': 'no pushes to iOS',
      description: 'Signing key for the Apple Push Notification service; needs the three settings below it',
    }),
  ),
  keyId: text('10 letters and digits', isAppleId, {
    default: '',
    'x-default': 'none',
    description: 'Id of that key',
  }),
  teamId: text('10 letters and digits', isAppleId, {
    default: '',
    'x-default': 'none',
    description: 'Id of the team it belongs to',
  }),
  topic: text('a bundle id', (value) => /^[\w.-]+$/.test(value), {
    default: '',
    'x-default': 'none',
    description: 'Bundle id of the app that gets the pushes',
  }),
  url: text('an http or https URL', hasScheme('http', 'https'), {
    default: 'https://api.push.apple.com',
    description: 'Where the service is reached; https://api.sandbox.push.apple.com for development builds',
  }),
})
