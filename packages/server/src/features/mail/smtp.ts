import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { rootCertificates } from 'node:tls'
import type { Transporter } from 'nodemailer'
import { StartupError } from '../../platform/startup-error.ts'
import type { RenderedMail } from './render.ts'
import { oneLine, readSender, type Sender } from './rules.ts'

export interface SmtpOptions {
  /** smtp:// or smtps://, with user name and password where the server asks for them. */
  url: string
  from: string
  /** Send in clear text to a server that does not offer TLS. */
  allowPlain: boolean
  caFile?: string | undefined
  /** How long the server may take for a whole answer; tests do not wait as long. */
  answerMs?: number
}

export interface OutgoingMail extends RenderedMail {
  id: string
  to: string
  date: number
}

/** What came of an attempt: `refused` is the server's last word, `later` may go better another time. */
export type Outcome = { result: 'sent' } | { result: 'refused' | 'later'; error: string }

export interface MailTransport {
  /** Never throws: whatever goes wrong is the outcome. */
  send(mail: OutgoingMail): Promise<Outcome>
  close(): void
}

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000
/** Some servers delay answers to keep spam away, but not for as long as this. */
const ANSWER_MS = 60_000
/** Connections kept open to the server. */
const CONNECTIONS = 5

/** The way to the operator's mail server. The library is loaded with the first mail: many installations send none. */
export function createSmtpTransport(options: SmtpOptions): MailTransport {
  const sender = senderOf(options)
  const ca = readAuthorities(options.caFile)
  let transporter: Promise<Transporter> | undefined
  const use = () => {
    transporter ??= open(options, ca)
    return transporter
  }
  return {
    async send({ id, to, date, subject, text, html }) {
      try {
        const mailer = await use()
        await mailer.sendMail({
          messageId: `<${id}@${sender.address.split('@')[1]}>`,
          date: new Date(date),
          from: sender,
          // Written as an object, and the envelope by hand: nobody parses the address for more than one.
          to: { name: '', address: to },
          envelope: { from: sender.address, to: [to] },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        return { result: 'sent' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    close() {
      void transporter?.then((mailer) => mailer.close())
    },
  }
}

function senderOf({ from }: SmtpOptions): Sender {
  const sender = readSender(from)
  if (!sender)
    throw new StartupError('LATCHWORK_SMTP_URL is set: LATCHWORK_MAIL_FROM must say who the mails are from.')
  return sender
}

function readAuthorities(caFile: string | undefined): string[] | undefined {
  if (caFile === undefined) return undefined
  try {
    return [...rootCertificates, readFileSync(caFile, 'utf8')]
  } catch (error) {
    throw new StartupError(
      `LATCHWORK_SMTP_CA_FILE names a file that cannot be read: ${(error as Error).message}`,
    )
  }
}

type GiveSocket = (error: Error | null, socket?: { connection: Socket }) => void

async function open(
  { url, allowPlain, answerMs }: SmtpOptions,
  ca: string[] | undefined,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const place = { host, port: Number(port) || (secure ? 465 : 587) }
  return createTransport({
    pool: true,
    getSocket: (_options: unknown, give: GiveSocket) =>
      connectTo(place, answerMs ?? ANSWER_MS).then(
        (connection) => give(null, { connection }),
        (error: Error) => give(error),
      ),
    maxConnections: CONNECTIONS,
    // The schedule of retries is ours, and outlives the process.
    maxRequeues: 0,
    ...place,
    secure,
    requireTLS: !secure && !allowPlain,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...(ca && { tls: { ca } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * A connection that is closed when the service has sent nothing over it for so long. The timeout of the library starts
 * again with every line of an answer, so a server that goes on adding lines would hold the connection for ever.
 */
async function connectTo(place: { host: string; port: number }, answerMs: number): Promise<Socket> {
  const socket = connect(place)
  await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) }).catch((error: unknown) => {
    socket.destroy()
    throw error
  })
  let sent = socket.bytesWritten
  const check = setInterval(() => {
    if (socket.bytesWritten === sent) socket.destroy()
    sent = socket.bytesWritten
  }, answerMs)
  socket.once('close', () => clearInterval(check))
  return socket
}

/**
 * Only a refusal of this mail is final. A password the server does not take, or TLS it does not offer, is for the
 * operator to repair, and the mail goes out then.
 */
function outcomeOf(thrown: unknown): Outcome {
  const {
    code,
    responseCode = 0,
    message,
  } = thrown as { code?: string; responseCode?: number; message: string }
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isFinal = isAboutMail && responseCode >= 500 && responseCode < 600
  return { result: isFinal ? 'refused' : 'later', error: oneLine(message).slice(0, 500) }
}
