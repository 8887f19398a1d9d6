import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { createSmtpTransport, type Outcome } from '../../src/features/mail/smtp.ts'
import { TEST_CA_FILE, testCertificate } from '../certificates.ts'

/**
 * A mail server that went wrong, or somebody on the way to it, must neither hold the mails of everybody for ever nor
 * read a password. The server speaks by hand here: a real one does none of this.
 */
const ANSWER_MS = 300
const LINE_MS = 20
const MAIL = { id: 'mail', to: 'anna@example.com', date: 0, subject: 'Hello', text: 'Hi', html: '<p>Hi</p>' }
const USUAL: Record<string, string> = {
  EHLO: '250-mail\r\n250 AUTH PLAIN\r\n',
  AUTH: '235 welcome\r\n',
  DATA: '354 go on\r\n',
}

/** Speaks SMTP with a client: `answer` is called with each command, and with `end of data` when a mail is complete. */
function speak(socket: Socket, answer: (command: string) => void): void {
  let body: string | undefined
  socket.write('220 mail\r\n')
  socket.on('data', (data) => {
    if (body === undefined) {
      const [command = ''] = String(data).split(/[ \r]/)
      if (command === 'DATA') body = ''
      answer(command)
      return
    }
    body += String(data)
    if (!body.endsWith('\r\n.\r\n')) return
    body = undefined
    answer('end of data')
  })
}

const usual = (command: string) => USUAL[command] ?? '250 ok\r\n'

/** Answers one command with a line every now and then, none of them the last. */
const addsLinesTo = (hung: string) => (socket: Socket) =>
  speak(socket, (command) => {
    if (command !== hung) {
      socket.write(usual(command))
      return
    }
    const timer = setInterval(() => socket.write('250-wait\r\n'), LINE_MS)
    socket.once('close', () => clearInterval(timer))
  })

for (const command of ['EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'end of data'])
  test(`an answer to ${command} that never ends does not hold a mail for ever`, async (t) => {
    const port = await listen(t, createServer(addsLinesTo(command)))
    const outcome = await send(t, `smtp://user:secret@127.0.0.1:${port}`, { allowPlain: true })
    assert.equal(outcome.result, 'later', 'it is tried again')
  })

test('nor does one over TLS', async (t) => {
  const port = await listen(t, createTlsServer(testCertificate(), addsLinesTo('RCPT')))
  const outcome = await send(t, `smtps://user:secret@localhost:${port}`, { allowPlain: false })
  assert.equal(outcome.result, 'later')
})

test('a mail server that is slow, but answers, gets the mail', async (t) => {
  const server = createServer((socket) =>
    speak(socket, (command) => {
      setTimeout(() => socket.write(usual(command)), ANSWER_MS / 2)
    }),
  )
  const port = await listen(t, server)
  const outcome = await send(t, `smtp://user:secret@127.0.0.1:${port}`, { allowPlain: true })
  assert.deepEqual(outcome, { result: 'sent' })
})

test('neither without TLS nor with answers sent ahead of it does a password leave', async (t) => {
  const ahead =
    '220 go\r\n250-mail\r\n250 AUTH PLAIN\r\n235 welcome\r\n250 ok\r\n250 ok\r\n354 go\r\n250 ok\r\n'
  for (const upgrade of ['454 no\r\n', '220 go\r\n', ahead]) {
    let heard = ''
    const server = createServer((socket) => {
      socket.write('220 mail\r\n')
      socket.on('data', (data) => {
        heard += String(data)
        if (/^EHLO/.test(String(data))) socket.write('250-STARTTLS\r\n250 AUTH PLAIN\r\n')
        else if (/^STARTTLS/.test(String(data))) socket.write(upgrade)
        else socket.end('220 mail\r\n')
      })
    })
    const port = await listen(t, server)
    const outcome = await send(t, `smtp://user:secret@127.0.0.1:${port}`, { allowPlain: false })
    assert.equal(outcome.result, 'later')
    assert.doesNotMatch(heard, /AUTH|MAIL FROM/)
  }
})

test('an answer that is too long ends the connection', async (t) => {
  const server = createServer((socket) => {
    const lines = '250-more\r\n'.repeat(1000)
    const goOn = () => {
      while (socket.writable && socket.write(lines));
    }
    socket.write('220 mail\r\n')
    socket.on('data', goOn).on('drain', goOn)
  })
  const port = await listen(t, server)
  const outcome = await send(t, `smtp://user:secret@127.0.0.1:${port}`, {
    allowPlain: true,
    answerMs: 60_000,
  })
  assert.ok(outcome.result === 'later' && /maximum allowed size/.test(outcome.error))
})

async function listen(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket.on('error', () => undefined))
  })
  // Of a server with TLS the connections inside it, which end in errors as well.
  server.on('secureConnection', (socket: Socket) => void socket.on('error', () => undefined))
  server.listen(0)
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function send(
  t: TestContext,
  url: string,
  options: { allowPlain: boolean; answerMs?: number },
): Promise<Outcome> {
  const transport = createSmtpTransport({
    url,
    from: 'locks@example.com',
    caFile: TEST_CA_FILE,
    answerMs: ANSWER_MS,
    ...options,
  })
  t.after(() => transport.close())
  return transport.send(MAIL)
}
