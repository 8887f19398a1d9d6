import type { Language } from '@latchwork/contract'
import {
  type Block,
  type MailTemplate,
  type MailText,
  type MailValues,
  messages,
} from '../../messages/index.ts'

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** The mail as people read it, as text and as simple HTML with the same words. */
export function render<T extends MailTemplate>(
  language: Language,
  template: T,
  values: MailValues[T],
): RenderedMail {
  const texts = messages[language]
  const write = texts.mail[template] as (values: MailValues[T]) => MailText
  const { subject, body } = write(values)
  const blocks: Block[] = [texts.greeting(values.name), ...body, texts.closing]
  return {
    subject,
    text: `${blocks.map(asText).join('\n\n')}\n`,
    html: page(language, subject, blocks.map(asHtml).join('\n')),
  }
}

/** A mail that somebody wrote themselves: plain text, with its lines as they are. */
export function renderText(language: Language, subject: string, text: string): RenderedMail {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => paragraph.split('\n').map(lineAsHtml))
  return {
    subject,
    text: `${text}\n`,
    html: page(language, subject, paragraphs.map((lines) => `<p>${lines.join('<br>')}</p>`).join('\n')),
  }
}

/** With the addresses in it to be clicked on. */
const lineAsHtml = (line: string): string =>
  line
    .split(/(\s+)/)
    .map((word) => (isLink(word) ? anchor(word) : escapeHtml(word)))
    .join('')

const asText = (block: Block): string =>
  typeof block === 'string' ? block : block.copy.map((line) => `    ${line}`).join('\n')

function asHtml(block: Block): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block)}</p>`
  const lines = block.copy.map((line) => `<strong>${isLink(line) ? anchor(line) : escapeHtml(line)}</strong>`)
  return `<p style="font-size:1.2em">${lines.join('<br>')}</p>`
}

const isLink = (line: string): boolean => /^https?:\/\/\S+$/.test(line)

const anchor = (url: string): string => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`

const page = (language: Language, title: string, content: string): string =>
  `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="font-family:sans-serif;max-width:40em">
${content}
</body></html>
`

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string)
