import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { TEST_CA_FILE, testCertificate } from './certificates.ts'

/** What the server was handed: the envelope, and the message byte for byte. */
export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
  secure: boolean
  /** Names in lower case; a header that comes twice has two values. */
  headers: Map<string, string[]>
}

export interface SmtpReceiver {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** Settings under which the service sends its mail here. */
  readonly config: { smtp: { url: string; caFile: string }; mail: { from: string } }
  /** What to say to each recipient; undefined takes the mail. */
  refuse: (recipient: string) => { code: number; text: string } | 'hang up' | undefined
  connections(): number
  close(): Promise<void>
}

interface TestLike {
  after(cleanUp: () => unknown): void
}

export const SMTP_USER = { user: 'latchwork', pass: 'p@ss/word' }

/** A real mail server that asks for TLS and a password. */
export async function startSmtpReceiver(
  t: TestLike,
  { port = 0, ...options }: SMTPServerOptions & { port?: number } = {},
): Promise<SmtpReceiver> {
  let connections = 0
  const server = new SMTPServer({
    ...testCertificate(),
    authMethods: ['PLAIN'],
    // A pooled connection that only waits is not waited for.
    closeTimeout: 50,
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onAuth({ username, password }, _session, done) {
      if (username === SMTP_USER.user && password === SMTP_USER.pass) done(null, { user: username })
      else done(new Error('wrong password'))
    },
    onRcptTo({ address }, session, done) {
      const refusal = receiver.refuse(address)
      if (refusal === undefined) return done()
      if (refusal !== 'hang up')
        return done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
      for (const connection of server.connections)
        if ((connection as unknown as { id: string }).id === session.id) connection._socket.destroy()
    },
    onData(stream, { envelope, secure }, done) {
      text(stream).then((raw) => {
        receiver.mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw,
          secure,
          headers: headersOf(raw),
        })
        done()
      }, done)
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as AddressInfo
  const scheme = options.secure ? 'smtps' : 'smtp'
  const url = `${scheme}://${SMTP_USER.user}:${encodeURIComponent(SMTP_USER.pass)}@localhost:${address.port}`
  const receiver: SmtpReceiver = {
    url,
    mails: [],
    config: { smtp: { url, caFile: TEST_CA_FILE }, mail: { from: 'Locks <locks@example.com>' } },
    refuse: () => undefined,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  t.after(() => receiver.close())
  return receiver
}

function headersOf(raw: string): Map<string, string[]> {
  const headers = new Map<string, string[]>()
  const unfolded = (raw.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ')
  for (const line of unfolded.split('\r\n')) {
    const [name = '', ...rest] = line.split(':')
    const key = name.toLowerCase()
    headers.set(key, [...(headers.get(key) ?? []), rest.join(':').trim()])
  }
  return headers
}

/** The words of a mail, with what was escaped for the way as it was before. */
export const wordsOf = ({ raw }: ReceivedMail): string =>
  raw
    .replaceAll('=\r\n', '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
