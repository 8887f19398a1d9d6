import { MAIL_STATES } from '@latchwork/contract'
import * as mail from '../features/mail/service.ts'
import { toWireDate } from '../platform/clock.ts'
import type { Command } from './command.ts'
import { tableOf } from './printable.ts'

const LIST_LIMIT = 100

/** What the operator sees of mail: the only reader of it where no mail server is configured. */
export const mailCommands: readonly Command[] = [
  {
    name: 'mail list',
    parameters: '[state]',
    says: `the newest ${LIST_LIMIT} mails, or those in one state (${MAIL_STATES.join(', ')})`,
    async run(ctx, [wanted]) {
      const state = MAIL_STATES.find((known) => known === wanted)
      if (wanted !== undefined && state === undefined)
        return { text: `A mail is ${MAIL_STATES.join(', ')}.`, failed: true }
      const rows = await mail.listAll(ctx, { limit: LIST_LIMIT, ...(state && { state }) })
      const cells = rows.map((row) => [
        ...[row.id, toWireDate(row.created_at), row.state, row.template, row.recipient, row.error ?? ''],
      ])
      return { text: tableOf(['id', 'date', 'state', 'about', 'to', 'error'], cells) }
    },
  },
  {
    name: 'mail show',
    parameters: '<id>',
    says: 'one mail with its words, as long as they are kept',
    async run(ctx, [id = '']) {
      const found = await mail.findAny(ctx, id)
      if (!found) return { text: 'There is no such mail.', failed: true }
      const { row, content } = found
      const head = [`To: ${row.recipient}`, `Date: ${toWireDate(row.created_at)}`, `State: ${row.state}`]
      if (row.error !== null) head.push(`Error: ${row.error}`)
      if (!content) return { text: [...head, '', 'Its words are no longer kept.'].join('\n') }
      return { text: [...head, `Subject: ${content.subject}`, '', content.text.trimEnd()].join('\n') }
    },
  },
]
