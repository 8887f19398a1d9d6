import type { Language } from '@latchwork/contract'
import { type Block, type MailText, moment } from '../message-texts.ts'
import {
  type HeldLine,
  SECURITY_NOTICES,
  type SecurityNotice,
  type SecurityOrigin,
  type SecurityValues,
} from './security-values.ts'

interface SecurityTexts {
  labels: { when: string; from: string; device: string; by: string }
  notices: { readonly [N in SecurityNotice]: (about: { what: string; left: number }) => [string, string] }
  held: (count: number, notice: string) => [subject: string, body: string]
  notYou: string
  look: string
}

type SecurityMails = {
  readonly [T in keyof SecurityValues]: (values: SecurityValues[T]) => MailText
}

/** The mails of one language: what happened, when and from where, and what to do if it was somebody else. */
export function securityMails(language: Language, texts: SecurityTexts): SecurityMails {
  const ending = (link: string | undefined): Block[] => [
    texts.notYou,
    ...(link === undefined ? [] : [texts.look, { copy: [link] }]),
  ]
  const write = (notice: SecurityNotice) => (values: SecurityOrigin) => {
    const [subject, happened] = texts.notices[notice]({ what: values.what ?? '–', left: values.left ?? 0 })
    const origin = originLines(language, texts.labels, values)
    return {
      subject,
      body: [happened, ...(origin.length > 0 ? [{ copy: origin }] : []), ...ending(values.link)],
    }
  }
  const noticesHeld = ({ notice, count, lines, link }: SecurityValues['noticesHeld']) => {
    const [kind] = texts.notices[notice]({ what: '', left: 0 })
    const [subject, happened] = texts.held(count, kind)
    return { subject, body: [happened, { copy: lines.map(heldLine(language)) }, ...ending(link)] }
  }
  const single = Object.fromEntries(SECURITY_NOTICES.map((notice) => [notice, write(notice)])) as {
    [N in SecurityNotice]: ReturnType<typeof write>
  }
  return { ...single, noticesHeld }
}

const originLines = (
  language: Language,
  labels: SecurityTexts['labels'],
  { at, network, device, by }: SecurityOrigin,
): string[] => [
  ...(at === undefined ? [] : [`${labels.when}: ${moment(language, at)}`]),
  ...(by === undefined ? [] : [`${labels.by}: ${by}`]),
  ...(network === undefined ? [] : [`${labels.from}: ${network}`]),
  ...(device === undefined ? [] : [`${labels.device}: ${device}`]),
]

const heldLine =
  (language: Language) =>
  ({ at, network, what }: HeldLine): string =>
    [moment(language, at), network, what].filter((part) => part !== undefined).join(' · ')
