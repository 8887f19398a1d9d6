import * as mail from '../src/features/mail/service.ts'
import type { World } from './world.ts'

export interface TestMail {
  to: string
  template: string
  language: string
  text: string
}

/** The mails to an address that were written so far, newest first. */
export async function mailsTo(w: World, recipient: string): Promise<TestMail[]> {
  const ctx = w.service.contextFor(0)
  const rows = await mail.listAll(ctx, { recipient })
  const read = await Promise.all(rows.map(({ id }) => mail.findAny(ctx, id)))
  return read.flatMap((found) =>
    found
      ? [
          {
            to: found.row.recipient,
            template: found.row.template,
            language: found.row.language,
            text: found.content?.text ?? '',
          },
        ]
      : [],
  )
}

/** The eight digits of the newest mail to an address. */
export async function codeMailedTo(w: World, recipient: string): Promise<string> {
  const [newest] = await mailsTo(w, recipient)
  return /\b\d{8}\b/.exec(newest?.text ?? '')?.[0] ?? ''
}
