import type { Language, OperatorMail, OperatorMailText } from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import { canBeRead, type MailRow, type ReadMail } from '../mail/service.ts'

export const presentMail = (row: MailRow): OperatorMail => ({
  id: row.id,
  accountId: row.account_id,
  to: row.recipient,
  template: row.template,
  language: row.language as Language,
  state: row.state,
  attempts: row.attempts,
  ...(row.error !== null && { error: row.error }),
  readable: canBeRead(row),
  creationDate: toWireDate(row.created_at),
  updateDate: toWireDate(row.updated_at),
  ...(row.next_at !== null && { nextAttemptDate: toWireDate(row.next_at) }),
})

export const presentMailText = ({ row, content }: ReadMail): OperatorMailText => ({
  ...presentMail(row),
  ...(content && { subject: content.subject, text: content.text }),
})
