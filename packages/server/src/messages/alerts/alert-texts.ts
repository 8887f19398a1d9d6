import type { Language } from '@latchwork/contract'
import { type Block, linkLines, type MailText, moment } from '../message-texts.ts'
import type { AlertMailValues, AlertWords } from './alert-values.ts'

/** A mail with what an alert says. */
export const alertMail =
  (language: Language, { when, more, stop }: AlertWords) =>
  ({ title, text, at, link }: AlertMailValues): MailText => {
    const body: Block[] = [`${title}: ${text}`, when(moment(language, at)), ...linkLines(more)(link), stop]
    return { subject: `${title}: ${text}`, body }
  }
