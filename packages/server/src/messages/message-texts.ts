import type { Language } from '@latchwork/contract'
import type { AlertMailValues, AlertWords } from './alerts/alert-values.ts'
import type { GuestValues } from './guests/guest-values.ts'
import type { SecurityValues } from './security/security-values.ts'

/** What each mail needs to know. Dates are milliseconds since the epoch. */
export interface MailValues extends GuestValues, SecurityValues {
  /** To the new address; it counts once the code came back. `link` leads to the page that takes it, if one is known. */
  emailChangeCode: { name: string; newEmail: string; code: string; link?: string }
  emailVerification: { name: string; code: string; link?: string }
  passwordReset: { name: string; token: string; link?: string }
  /** To somebody who was given an account, with which they set its first password. */
  partnerInvite: { name: string; inviter: string; token: string; link?: string }
  /** Keys with which an app gets its authorization. */
  invite: { name: string; accountName: string; keys: readonly InviteKey[] }
  /** The keys that redeeming an address token gave. */
  addressKeys: { name: string; addressName: string; keys: readonly InviteKey[] }
  /** To the old address and to the new one. */
  emailChanged: { name: string; oldEmail: string; newEmail: string }
  webhookDeactivated: { name: string; url: string; failingSince: number }
  lowBattery: { name: string; smartlockName: string; part: BatteryPart }
  /** What a person chose to be told by mail (D184). */
  alert: AlertMailValues
  /** Reservations of a linked calendar are not followed any more until somebody looks. */
  calendarPaused: { name: string; serviceName: string; addressName: string; reason: PauseReason }
}

export type MailTemplate = keyof MailValues

export interface InviteKey {
  smartlockName: string
  key: string
}

export type BatteryPart = 'lock' | 'keypad' | 'doorSensor'

/** Ten fetches in a row failed, or too much vanished in one. */
export type PauseReason = 'failures' | 'losses'

/** A paragraph, or lines that somebody is to read off, copy or type. */
export type Block = string | { readonly copy: readonly string[] }

export interface MailText {
  subject: string
  /** Between greeting and closing. */
  body: readonly Block[]
}

/** What a push or a notification can tell about a lock (D97). */
export type PushNotice =
  | 'locked'
  | 'unlocked'
  | 'unlatched'
  | 'lockNGo'
  | 'opened'
  | 'ring'
  | 'doorOpened'
  | 'doorClosed'
  | 'doorSensorJammed'
  | 'doorAjar'
  | 'doorMismatch'
  | 'batteryCritical'
  | 'keypadBatteryCritical'
  | 'doorSensorBatteryCritical'
  | 'motorBlocked'
  | 'wrongCode'
  | 'wrongFingerprint'
  | 'online'
  | 'offline'
  | 'added'
  | 'removed'

/** Everything that is told to people outside of the API. A text missing in one language does not compile. */
export interface MessageTexts {
  greeting(name: string): string
  closing: string
  mail: { readonly [T in MailTemplate]: (values: MailValues[T]) => MailText }
  /** After the name of the lock and a colon; who did it may follow in brackets. */
  push: { readonly [N in PushNotice]: string }
  alert: AlertWords['alert']
  testAlert: AlertWords['testAlert']
}

/** An instant as people of that language write it, in UTC because the reader's zone is not known. */
export const moment = (language: Language, ms: number): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(ms)} UTC`

/** The same by the clock of a door or a house, which is named: whoever reads it may be anywhere. */
export const momentThere = (
  language: Language,
  ms: number,
  timeZone: string,
  { weekday }: Pick<Intl.DateTimeFormatOptions, 'weekday'> = {},
): string =>
  new Intl.DateTimeFormat(language, {
    ...(weekday && { weekday }),
    ...{ day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
    timeZone,
  }).format(ms)

export const keyLines = (keys: readonly InviteKey[]): Block => ({
  copy: keys.map(({ smartlockName, key }) => `${smartlockName}: ${key}`),
})

/** A link that may be missing, and before it how to use it. */
export const linkLines =
  (words: string) =>
  (link: string | undefined): Block[] =>
    link === undefined ? [] : [words, { copy: [link] }]
