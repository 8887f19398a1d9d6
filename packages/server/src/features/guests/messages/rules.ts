import {
  LANGUAGES,
  type Language,
  MESSAGE_CHANNELS,
  MESSAGE_KINDS,
  MESSAGE_PLACEHOLDERS,
  type MessageChannel,
  type MessageKind,
  type MessagePlaceholder,
  type MessageReason,
  type MessageState,
} from '@latchwork/contract'
import { messageWords } from '../../../messages/guest-messages/texts.ts'

/** Which template it is. */
export interface TemplateKey {
  channel: MessageChannel
  kind: MessageKind
  language: Language
}

export interface Template {
  /** Of mails only. */
  subject?: string | undefined
  text: string
}

export const ALL_TEMPLATES: readonly TemplateKey[] = MESSAGE_CHANNELS.flatMap((channel) =>
  MESSAGE_KINDS.flatMap((kind) => LANGUAGES.map((language) => ({ channel, kind, language }))),
)

/** What every address says until somebody writes something else. */
export const defaultTemplate = ({ channel, kind, language }: TemplateKey): Template =>
  channel === 'mail' ? messageWords[language].mail[kind] : { text: messageWords[language].gateway[kind] }

const PLACEHOLDER = /\{([A-Za-z][A-Za-z0-9_]*)\}/g

/** The first word in braces that stands for nothing. */
export function unknownPlaceholder(text: string): string | undefined {
  const known: ReadonlySet<string> = new Set(MESSAGE_PLACEHOLDERS)
  for (const [, name = ''] of text.matchAll(PLACEHOLDER)) if (!known.has(name)) return name
  return undefined
}

/** What placeholders stand for; what is missing has nothing to say. */
export type Values = Partial<Record<MessagePlaceholder, string>>

/** Are there words in it that stand for the page? No link is made that nobody gets. */
export const asksForLink = ({ text, subject = '' }: Template): boolean =>
  `${subject}${text}`.includes('{link}')

/**
 * The words with their values. In one go, so that a guest who is called "{code}" is called that. A line whose
 * placeholder has nothing to say is left out, and what is left of empty lines is one.
 */
export function fill({ subject, text }: Template, values: Values): Template {
  const put = (line: string) =>
    line.replaceAll(PLACEHOLDER, (_all, name: MessagePlaceholder) => values[name] ?? '')
  const isSaid = (line: string) =>
    [...line.matchAll(PLACEHOLDER)].every(([, name]) => values[name as MessagePlaceholder] !== undefined)
  const lines = text
    .split(/\r\n|\r|\n/)
    .filter(isSaid)
    .map(put)
  return {
    ...(subject !== undefined && { subject: put(subject) }),
    text: lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  }
}

/** What a message told. */
export interface Told {
  code?: string
  from: number
  until: number
}

export interface Earlier {
  recipient: string
  state: MessageState
  /** Undefined: nothing yet. */
  told: Told | undefined
}

/** What there is to tell now. */
export interface News {
  recipient: string
  /** What the guest would be told. */
  told: Told
  /** A code is on its way that this guest is to be told. */
  isCodeAwaited: boolean
  /** The time to write is there. */
  isDue: boolean
  /** It waits for the code no longer. */
  isLate: boolean
}

/**
 * What to write to a guest now, given what was written before, the newest last (D180): once before arrival, with the code
 * where one is to be had in time, and again when there is another code or the times are others. What a guest was told and
 * somebody took away is no news to them.
 */
export function nextMessage(earlier: readonly Earlier[], news: News): MessageKind | undefined {
  if (!news.isDue) return undefined
  const last = earlier.findLast((one) => one.recipient === news.recipient && one.state !== 'withdrawn')
  if (!last) return news.isCodeAwaited && !news.isLate ? undefined : 'arrival'
  // What waits is made of what is true when it leaves.
  if (last.state === 'queued' || !last.told) return undefined
  const { told } = last
  const isNewCode = news.told.code !== undefined && news.told.code !== told.code
  const isMoved = news.told.from !== told.from || news.told.until !== told.until
  const isTakenAway = told.code !== undefined && news.told.code === undefined
  return isNewCode || (isMoved && !isTakenAway && !news.isCodeAwaited) ? 'changed' : undefined
}

/** Links of messages to one guest that go on working: a guest may have kept the one before. */
const LINKS_KEPT = 2

/** Links that end when one more message goes out: to somebody else, or long ago. */
export function endingLinks(
  earlier: readonly { recipient: string; link_id: string | null }[],
  recipient: string,
): string[] {
  const withLinks = earlier.filter(({ link_id }) => link_id !== null)
  const kept = withLinks.filter((one) => one.recipient === recipient).slice(-LINKS_KEPT)
  return withLinks.filter((one) => !kept.includes(one)).map(({ link_id }) => link_id as string)
}

/** Why a message is not sent now, in words for whoever reads the API. What others said is told in theirs. */
export const REASONS: Readonly<Record<Exclude<MessageReason, 'not_taken'>, string>> = {
  no_mail_server: 'This service has no mail server.',
  not_a_mail_address: 'This is not a mail address.',
  share_used: 'The account had its share of mails for this hour.',
  stay_over: 'The stay is over or canceled.',
  address_changed: 'The guest has another address by now.',
  gateway_removed: 'The address has no gateway any more.',
  not_due: 'Messages were switched off, or the stay was put off.',
  code_awaited: 'The code has to be proven anew; the guest is written to then.',
}
