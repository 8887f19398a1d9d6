import { StringEnum } from './fields.ts'

/**
 * `waiting`: to be sent, or sent again. `sent`: a server took it. `bounced`: a server refused it for good. `failed`: no
 * server took it in time. `kept`: no server is configured; the operator reads it here.
 */
export const MAIL_STATES = ['waiting', 'sent', 'bounced', 'failed', 'kept'] as const
export type MailState = (typeof MAIL_STATES)[number]

export const MailState = StringEnum(MAIL_STATES, 'kept: no mail server is configured, so it is only here')
