import type { AlertChannelKind, AlertMessage } from '@latchwork/contract'
import type { Target } from './rules.ts'

/** One call of somebody else's service, as it is made. */
export interface TemplatePost {
  url: string
  method?: 'POST' | 'PUT'
  headers: Record<string, string>
  body: string
}

type Posted = Exclude<AlertChannelKind, 'push' | 'mail'>

const TELEGRAM = 'https://api.telegram.org'
const JSON_BODY = { 'content-type': 'application/json' }

/** Where a target is told, without the slash that people put at its end. */
const base = ({ url = '' }: Target): string => url.replace(/\/+$/, '')

interface Sent {
  message: AlertMessage
  /** Where a tap leads; undefined where nobody has said where the console is. */
  link: string | undefined
  isUrgent: boolean
}

/**
 * What each service wants to be told (ADR 54). Each is one call with a token of its own, and the id of the alert goes
 * along wherever the service has a place for it, so that an attempt made twice can be seen as such.
 */
const TEMPLATES: Record<Posted, (target: Target, sent: Sent) => TemplatePost> = {
  /** The last part of the path is the topic; as JSON it is posted to what is before it. */
  ntfy: (target, { message, link, isUrgent }) => {
    const [, server, topic] = /^(.*)\/([^/]+)$/.exec(base(target)) ?? []
    return {
      url: server ?? base(target),
      headers: { ...JSON_BODY, ...(target.token && { authorization: `Bearer ${target.token}` }) },
      body: JSON.stringify({
        topic,
        title: message.title,
        message: message.text,
        priority: isUrgent ? 5 : 3,
        ...(link && { click: link }),
      }),
    }
  },
  gotify: (target, { message, link, isUrgent }) => ({
    url: `${base(target)}/message`,
    headers: { ...JSON_BODY, 'x-gotify-key': target.token ?? '' },
    body: JSON.stringify({
      title: message.title,
      message: message.text,
      priority: isUrgent ? 8 : 5,
      ...(link && { extras: { 'client::notification': { click: { url: link } } } }),
    }),
  }),
  telegram: (target, { message, link }) => ({
    url: `${target.url === undefined ? TELEGRAM : base(target)}/bot${target.token}/sendMessage`,
    headers: JSON_BODY,
    body: JSON.stringify({
      chat_id: target.room,
      text: [`${message.title}: ${message.text}`, link].filter(Boolean).join('\n'),
      link_preview_options: { is_disabled: true },
    }),
  }),
  /** The id makes a second attempt the same message to the room. */
  matrix: (target, { message, link }) => ({
    method: 'PUT',
    url: `${base(target)}/_matrix/client/v3/rooms/${encodeURIComponent(target.room ?? '')}/send/m.room.message/${message.alertId}`,
    headers: { ...JSON_BODY, authorization: `Bearer ${target.token}` },
    body: JSON.stringify({
      msgtype: 'm.text',
      body: [`${message.title}: ${message.text}`, link].filter(Boolean).join('\n'),
    }),
  }),
}

export const postFor = (kind: Posted, target: Target, sent: Sent): TemplatePost =>
  TEMPLATES[kind](target, sent)
