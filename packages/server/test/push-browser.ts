import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { AlertMessage } from '@latchwork/contract'
import { importJWK, jwtVerify } from 'jose'
import { testCertificate } from './certificates.ts'

interface TestLike {
  after(cleanUp: () => unknown): void
}

/** A browser that subscribed to Web Push, and the service that takes messages to it. */
export interface PushBrowser {
  /** What a browser tells the console. */
  readonly subscription: { endpoint: string; p256dh: string; auth: string }
  /** What the browser could read, in the order it came. */
  readonly alerts: AlertMessage[]
  readonly headers: Record<string, unknown>[]
  /** The bodies as they travelled. */
  readonly sealed: Buffer[]
  readonly problems: string[]
  /** With which status the service answers from now on. */
  status: number
}

/**
 * The receiving end of RFC 8030, 8188, 8291 and 8292, written from those and not with the library that sends: what one
 * of the two got wrong the other would not understand.
 */
export async function openPushBrowser(t: TestLike, publicKeyOf: () => Promise<string>): Promise<PushBrowser> {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const server = createServer(testCertificate(), (request, response) => {
    buffer(request)
      .then(async (body) => {
        const origin = new URL(browser.subscription.endpoint).origin
        await verifyVapid(String(request.headers.authorization), await publicKeyOf(), origin)
        browser.headers.push(request.headers)
        browser.sealed.push(body)
        if (browser.status < 300)
          browser.alerts.push(JSON.parse(unseal(body, keys, auth).toString()) as AlertMessage)
        response.writeHead(browser.status).end()
      })
      .catch((error: unknown) => {
        browser.problems.push(String(error))
        response.writeHead(400).end()
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const browser: PushBrowser = {
    subscription: {
      endpoint: `https://localhost:${(server.address() as AddressInfo).port}/send/${randomBytes(8).toString('hex')}`,
      p256dh: keys.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
    alerts: [],
    headers: [],
    sealed: [],
    problems: [],
    status: 201,
  }
  return browser
}

/** RFC 8292: a signed claim to this very service, with the key that the browser subscribed with. */
async function verifyVapid(authorization: string, publicKey: string, audience: string): Promise<void> {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (key !== publicKey) throw new Error('not the key that was subscribed with')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
  const { payload } = await jwtVerify(token, jwk, { audience })
  if (!/^(mailto:|https:)/.test(String(payload.sub))) throw new Error('nobody to write to')
}

const hmac = (key: Buffer, ...parts: Buffer[]): Buffer =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest()

const label = (text: string): Buffer => Buffer.from(`${text}\0`)

/** RFC 8188 with the keys of RFC 8291; one record, as messages to browsers have to be. */
function unseal(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const record = body.subarray(21 + sender.length)
  const one = Buffer.of(1)
  const info = Buffer.concat([label('WebPush: info'), keys.getPublicKey(), sender])
  const ikm = hmac(hmac(auth, keys.computeSecret(sender)), info, one)
  const prk = hmac(salt, ikm)
  const key = hmac(prk, label('Content-Encoding: aes128gcm'), one).subarray(0, 16)
  const nonce = hmac(prk, label('Content-Encoding: nonce'), one).subarray(0, 12)
  const open = createDecipheriv('aes-128-gcm', key, nonce)
  open.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([open.update(record.subarray(0, -16)), open.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no last record')
  return padded.subarray(0, end)
}
