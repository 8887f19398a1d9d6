import type { TestContext } from 'node:test'
import { eventually } from '../../server/test/eventually.ts'
import { freePort } from '../../server/test/mosquitto.ts'
import { startSmtpReceiver, wordsOf } from '../../server/test/smtp-receiver.ts'

/** A real mail server, and the settings under which the service sends its mails there, with links to itself. */
export async function openMailbox(t: TestContext) {
  const smtp = await startSmtpReceiver(t)
  const port = await freePort()
  return {
    settings: {
      LATCHWORK_HTTP_PORT: String(port),
      LATCHWORK_PUBLIC_URL: `http://127.0.0.1:${port}`,
      LATCHWORK_SMTP_URL: smtp.url,
      LATCHWORK_SMTP_CA_FILE: smtp.config.smtp.caFile,
      LATCHWORK_MAIL_FROM: smtp.config.mail.from,
    },
    /** How many mails came. */
    count: () => smtp.mails.length,
    /** The nth mail, once it is there: its words, and the link and the secret in them. */
    async mail(number: number) {
      const mail = await eventually(`mail ${number}`, async () => smtp.mails[number - 1])
      const words = wordsOf(mail)
      const [link = '', secret = ''] = /http[^\s"#]+#\w+=([\w-]+)/.exec(words) ?? []
      return { to: mail.to[0], words, link, secret }
    },
  }
}
