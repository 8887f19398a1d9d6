import type { Language } from '@latchwork/contract'
import { type Block, linkLines, type MailText, moment, momentThere } from '../message-texts.ts'
import type { AlertMailValues, AlertWords } from './alert-values.ts'

/** A mail with what an alert says. */
export const alertMail =
  (language: Language, { when, more, stop }: AlertWords) =>
  ({ title, text, at, timeZone, link }: AlertMailValues): MailText => {
    const written = timeZone === undefined ? moment(language, at) : momentThere(language, at, timeZone)
    const body: Block[] = [`${title}: ${text}`, when(written), ...linkLines(more)(link), stop]
    return { subject: `${title}: ${text}`, body }
  }
