import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createSecureServer, type Http2ServerResponse } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { jwtVerify } from 'jose'
import { testCertificate } from './certificates.ts'

interface TestLike {
  after(cleanUp: () => unknown): void
}

function fileOf(t: TestLike, name: string, content: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'latchwork-push-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  const path = join(directory, name)
  writeFileSync(path, content)
  return path
}

const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

export interface Reply {
  status: number
  body: object
}

export interface PushService<Message> {
  readonly url: string
  /** What was taken, after authentication. */
  readonly messages: Message[]
  readonly problems: string[]
  answer: (message: Message) => Reply
}

export interface FcmMessage {
  message: {
    token: string
    notification: { title: string; body: string }
    data: Record<string, string>
    android: { priority: string }
  }
}

/** Firebase as its documentation has it: a token for a signed claim, and messages for a token. */
export async function startFcm(
  t: TestLike,
): Promise<
  PushService<FcmMessage> & { credentialsFile: string; tokens: () => number; expireTokens(): void }
> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let given = 0
  let valid = ''
  const server = createHttpsServer(testCertificate(), (request, response) => {
    const reply = ({ status, body }: Reply) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    text(request)
      .then(async (body) => {
        if (request.url === '/token') return reply(await tokenFor(new URLSearchParams(body)))
        if (request.url !== '/v1/projects/locks-1/messages:send') return reply({ status: 404, body: {} })
        if (request.headers.authorization !== `Bearer ${valid}`) return reply({ status: 401, body: {} })
        const message = JSON.parse(body) as FcmMessage
        service.messages.push(message)
        return reply(service.answer(message))
      })
      .catch((error: unknown) => service.problems.push(String(error)))
  })
  async function tokenFor(form: URLSearchParams): Promise<Reply> {
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      return { status: 400, body: {} }
    const { payload, protectedHeader } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
      issuer: 'sender@locks-1.example',
      audience: `${service.url}/token`,
      maxTokenAge: '5m',
    })
    if (payload.scope !== 'https://www.googleapis.com/auth/firebase.messaging')
      return { status: 403, body: {} }
    if (protectedHeader.kid !== 'key-1') return { status: 403, body: {} }
    valid = `token-${++given}`
    return { status: 200, body: { access_token: valid, expires_in: 3600, token_type: 'Bearer' } }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  const credentials = {
    type: 'service_account',
    project_id: 'locks-1',
    client_email: 'sender@locks-1.example',
    private_key: pem(privateKey),
    private_key_id: 'key-1',
    token_uri: `${url}/token`,
  }
  const service = {
    url,
    messages: [] as FcmMessage[],
    problems: [] as string[],
    answer: (_message: FcmMessage): Reply => ({ status: 200, body: { name: 'projects/locks-1/messages/1' } }),
    credentialsFile: fileOf(t, 'service-account.json', JSON.stringify(credentials)),
    tokens: () => given,
    expireTokens() {
      valid = createHash('sha256').update(valid).digest('hex')
    },
  }
  return service
}

export interface ApnsMessage {
  token: string
  headers: Record<string, string | string[] | undefined>
  payload: { aps: { alert: { title: string; body: string }; sound: string }; [field: string]: unknown }
}

/** Apple's push service over HTTP/2: every request is signed with the team's key. */
export async function startApns(
  t: TestLike,
): Promise<PushService<ApnsMessage> & { keyFile: string; sessions: () => number }> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let sessions = 0
  const server = createSecureServer(testCertificate(), (request, response) => {
    const reply = (response: Http2ServerResponse, { status, body }: Reply) => {
      response.writeHead(status, { 'apns-id': 'x' })
      response.end(status === 200 ? '' : JSON.stringify(body))
    }
    text(request)
      .then(async (body) => {
        const bearer = String(request.headers.authorization).replace(/^bearer /, '')
        const { payload, protectedHeader } = await jwtVerify(bearer, publicKey, { maxTokenAge: '1h' })
        if (payload.iss !== 'DEF123GHIJ' || protectedHeader.kid !== 'ABC123DEFG')
          return reply(response, { status: 403, body: { reason: 'InvalidProviderToken' } })
        const message: ApnsMessage = {
          token: request.url.replace('/3/device/', ''),
          headers: request.headers,
          payload: JSON.parse(body) as ApnsMessage['payload'],
        }
        service.messages.push(message)
        reply(response, service.answer(message))
      })
      .catch((error: unknown) => service.problems.push(String(error)))
  })
  server.on('session', () => {
    sessions += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const service = {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    messages: [] as ApnsMessage[],
    problems: [] as string[],
    answer: (_message: ApnsMessage): Reply => ({ status: 200, body: {} }),
    keyFile: fileOf(t, 'key.p8', pem(privateKey)),
    sessions: () => sessions,
  }
  return service
}
