import type { Language, SimMail } from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import type { ReadMail } from '../mail/service.ts'

export const presentMail = ({ row, content }: ReadMail): SimMail => ({
  id: row.id,
  to: row.recipient,
  template: row.template,
  language: row.language as Language,
  state: row.state,
  ...(row.error !== null && { error: row.error }),
  ...content,
  date: toWireDate(row.created_at),
})
