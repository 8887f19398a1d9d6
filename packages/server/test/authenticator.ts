import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What a WebAuthn authenticator and its browser do, in software: tests of the service need neither. */
export interface Authenticator {
  /** Makes a passkey, and answers as `navigator.credentials.create` does. */
  create(options: CreationOptions, twist?: Twist): Attestation
  /** Signs with a passkey it made, and answers as `navigator.credentials.get` does. */
  get(options: RequestOptions, twist?: Twist): Assertion
}

export interface CreationOptions {
  rp: { id: string }
  user: { id: string }
  challenge: string
}

export interface RequestOptions {
  rpId: string
  challenge: string
  allowCredentials?: { id: string }[]
}

/** What an attacker's browser or authenticator does otherwise. */
export interface Twist {
  origin?: string
  rpId?: string
  challenge?: string
  crossOrigin?: boolean
  /** The person was not asked for a PIN or finger. */
  unverified?: boolean
  counter?: number
  userHandle?: string | null
  /** Signs with another key than its own. */
  key?: KeyObject
  type?: string
}

type Answer<T> = { id: string; rawId: string; type: string; response: T & { clientDataJSON: string } }
export type Attestation = Answer<{ attestationObject: string; transports: string[] }>
export type Assertion = Answer<{ authenticatorData: string; signature: string; userHandle?: string }>

interface Passkey {
  id: Buffer
  rpId: string
  userHandle: string
  privateKey: KeyObject
  counter: number
}

const UP = 0x01
const UV = 0x04
const ATTESTED = 0x40

export function createAuthenticator(origin: string): Authenticator {
  const passkeys: Passkey[] = []
  return {
    create(options, twist = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(32)
      passkeys.push({ id, rpId: options.rp.id, userHandle: options.user.id, privateKey, counter: 0 })
      const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, coseKey(publicKey)])
      const authData = authenticatorData(options.rp.id, ATTESTED, 0, twist, attested)
      const attestationObject = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(authData)],
      ])
      const clientDataJSON = clientData('webauthn.create', options.challenge, origin, twist)
      return answer(id, {
        clientDataJSON: clientDataJSON.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      })
    },
    get(options, twist = {}) {
      const allowed = options.allowCredentials?.map(({ id }) => id)
      const passkey = passkeys.findLast(
        ({ id, rpId }) => rpId === options.rpId && (allowed?.includes(id.toString('base64url')) ?? true),
      )
      if (!passkey) throw new Error('the authenticator has no passkey for this')
      passkey.counter = twist.counter ?? passkey.counter + 1
      const authData = authenticatorData(options.rpId, 0, passkey.counter, twist)
      const client = clientData('webauthn.get', options.challenge, origin, twist)
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()])
      const userHandle = twist.userHandle === undefined ? passkey.userHandle : twist.userHandle
      return answer(passkey.id, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, twist.key ?? passkey.privateKey).toString('base64url'),
        ...(userHandle !== null && { userHandle }),
      })
    },
  }
}

const answer = <T>(id: Buffer, response: T) => {
  const written = id.toString('base64url')
  return { id: written, rawId: written, type: 'public-key', response }
}

const clientData = (type: string, challenge: string, origin: string, twist: Twist): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: twist.type ?? type,
      challenge: twist.challenge ?? challenge,
      origin: twist.origin ?? origin,
      crossOrigin: twist.crossOrigin ?? false,
    }),
  )

function authenticatorData(
  rpId: string,
  flags: number,
  counter: number,
  twist: Twist,
  rest?: Buffer,
): Buffer {
  const hash = createHash('sha256')
    .update(twist.rpId ?? rpId)
    .digest()
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const set = flags | UP | (twist.unverified ? 0 : UV)
  return Buffer.concat([hash, Buffer.from([set]), count, rest ?? Buffer.alloc(0)])
}

/** ES256 as COSE writes it (RFC 9053). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return map([
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), bytes(Buffer.from(x, 'base64url'))],
    [int(-3), bytes(Buffer.from(y, 'base64url'))],
  ])
}

const uint16 = (n: number): Buffer => {
  const buffer = Buffer.alloc(2)
  buffer.writeUInt16BE(n)
  return buffer
}

/** As much of CBOR (RFC 8949) as an attestation needs. */
function head(major: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(major << 5) | n])
  if (n < 256) return Buffer.from([(major << 5) | 24, n])
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(n)])
}
const int = (n: number): Buffer => (n >= 0 ? head(0, n) : head(1, -1 - n))
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value])
const text = (value: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const map = (entries: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat()])
