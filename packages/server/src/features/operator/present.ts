import type { Language, OperatorMail, OperatorMailText } from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import type { OutboxMail } from './service.ts'

export const presentMail = ({ row, isReadable }: OutboxMail): OperatorMail => ({
  id: row.id,
  accountId: row.account_id,
  to: row.recipient,
  template: row.template,
  language: row.language as Language,
  state: row.state,
  attempts: row.attempts,
  ...(row.error !== null && { error: row.error }),
  readable: isReadable,
  creationDate: toWireDate(row.created_at),
  updateDate: toWireDate(row.updated_at),
  ...(row.next_at !== null && { nextAttemptDate: toWireDate(row.next_at) }),
})

export const presentMailText = (mail: OutboxMail): OperatorMailText => ({
  ...presentMail(mail),
  ...(mail.content && { subject: mail.content.subject, text: mail.content.text }),
})
