import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Encrypts what must be read again: PINs, webhook secrets, device keys. */
export interface Sealer {
  /** `context` names the place of the value (table, column, row): it opens nowhere else. */
  seal(plain: string, context: string): string
  open(sealed: string, context: string): string
  /** A fingerprint that only the holder of the key can make, in hex. */
  mac(text: string, context: string): string
  /** The same with every key there is: what was stored before the key changed is among them. */
  macs(text: string, context: string): string[]
}

/** The keys of this process by their ids; one of them is written with, all of them are read with (ADR 0031). */
export interface KeyRing extends Sealer {
  readonly currentId: string
  ids(): string[]
  has(id: string): boolean
  /** Makes a key known and says its id. */
  add(key: Buffer): string
  /** From now on this key is written with. */
  use(id: string): void
  /** Of what has to be checked years later, the key stays when others change. */
  keepLasting(key: Buffer): void
  /** What was sealed with the key that is written with begins like this. */
  readonly prefix: string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
export const KEY_BYTES = 32

/** Sealed before keys had ids: by one of those that are known. */
const WITHOUT_ID = 'v1:'
const WITH_ID = /^v2:([0-9a-f]{12}):/

/** What begins like this was sealed; nothing else that is stored does. */
export const SEALED_VALUE = /^v(?:1|2:[0-9a-f]{12}):[\w-]+$/

/** The id of the key that a value says it was sealed with. */
export const sealedBy = (sealed: string): string | undefined => WITH_ID.exec(sealed)?.[1]

/** Tells keys apart and tells nothing of the key. */
export const keyIdOf = (key: Buffer): string => derived(key, 'latchwork key id').toString('hex').slice(0, 12)

const derived = (key: Buffer, label: string): Buffer => createHmac('sha256', key).update(label).digest()

/** A key of its own: what is learned from fingerprints says nothing about sealed values. */
export const macKeyOf = (key: Buffer): Buffer => derived(key, 'latchwork mac key')

interface Known {
  readonly key: Buffer
  readonly macKey: Buffer
}

/** The first of the keys is the one that is written with, until `use` says otherwise. */
export function keyRing(keys: readonly Buffer[]): KeyRing {
  const known = new Map<string, Known>()
  let lasting: Buffer | undefined
  const add = (key: Buffer): string => {
    if (key.length !== KEY_BYTES) throw new RangeError(`the sealing key must have ${KEY_BYTES} bytes`)
    const id = keyIdOf(key)
    if (!known.has(id)) known.set(id, { key, macKey: macKeyOf(key) })
    return id
  }
  const [first] = keys.map(add)
  if (first === undefined) throw new RangeError('there is no key')
  let currentId = first
  const find = (id: string): Known => known.get(id) ?? failUnknown(id)
  /** The newest first, so that a comparison ends soon. */
  const macKeysFor = (context: string): Buffer[] => {
    if (lasting && isLasting(context)) return [lasting]
    const others = [...known].filter(([id]) => id !== currentId)
    return [find(currentId).macKey, ...others.map(([, { macKey }]) => macKey)]
  }
  const macs = (text: string, context: string) =>
    macKeysFor(context).map((macKey) => macWith(macKey, text, context))
  return {
    get currentId() {
      return currentId
    },
    get prefix() {
      return `v2:${currentId}:`
    },
    ids: () => [...known.keys()],
    has: (id) => known.has(id),
    add,
    use(id) {
      find(id)
      currentId = id
    },
    keepLasting(key) {
      lasting = key
    },
    macs,
    mac: (text, context) =>
      macWith(lasting && isLasting(context) ? lasting : find(currentId).macKey, text, context),
    seal: (plain, context) =>
      `v2:${currentId}:${encrypt(find(currentId).key, plain, context).toString('base64url')}`,
    open(sealed, context) {
      const id = sealedBy(sealed)
      if (id !== undefined) return decrypt(find(id).key, sealed.slice(`v2:${id}:`.length), context)
      if (!sealed.startsWith(WITHOUT_ID)) throw new Error('not a sealed value')
      return decryptWithAny([...known.values()], sealed.slice(WITHOUT_ID.length), context)
    },
  }
}

/** A chain that is proven years later cannot be made anew, and copies of it are kept elsewhere. */
const isLasting = (context: string): boolean => context.startsWith('audit')

const macWith = (macKey: Buffer, text: string, context: string): string =>
  createHmac('sha256', macKey).update(`${context}\0${text}`).digest('hex')

/** Nothing is lost: the value stays as it is until the key is there again. */
function failUnknown(id: string): never {
  throw new Error(`the value is sealed with the key ${id}, which this process does not have`)
}

/** AES-256-GCM with a random nonce per value; the context is authenticated but not stored. */
function encrypt(key: Buffer, plain: string, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, text: string, context: string): string {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('not a sealed value')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([opened, decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error('the sealed value was altered, moved, or sealed with another key', { cause })
  }
}

function decryptWithAny(keys: readonly Known[], text: string, context: string): string {
  let last: unknown
  for (const { key } of keys)
    try {
      return decrypt(key, text, context)
    } catch (error) {
      last = error
    }
  throw last
}
