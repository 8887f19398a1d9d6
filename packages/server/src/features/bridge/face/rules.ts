import { createHash, timingSafeEqual } from 'node:crypto'
import { SMARTLOCK_TYPE } from '@latchwork/contract'
import { MAX_NUKI_ID } from '../rules.ts'

/** What the programs of the bridge send and how it is read. */

/** What they ask with, by name in lower case: they do not agree on how to write one. */
export type Asked = ReadonlyMap<string, string>

/** Undefined when a name is there twice. */
export function readAsked(query: Record<string, unknown>): Asked | undefined {
  const asked = new Map<string, string>()
  for (const [name, value] of Object.entries(query)) {
    const key = name.toLowerCase()
    if (typeof value !== 'string' || asked.has(key)) return undefined
    asked.set(key, value)
  }
  return asked
}

/** A number without sign or fraction; undefined when it is none, or greater than `max`. */
export function readNumber(text: string | undefined, max: number): number | undefined {
  if (text === undefined || !/^\d{1,10}$/.test(text)) return undefined
  const number = Number(text)
  return number <= max ? number : undefined
}

/** A token in the form it was sent in. */
export type Shown =
  | { form: 'plain'; token: string }
  | { form: 'hashed'; ts: string; rnr: string; hash: Buffer }
  | { form: 'encrypted'; box: Buffer; nonce: Buffer }

const HASH = /^[0-9a-f]{64}$/i
const NONCE = /^[0-9a-f]{48}$/i
/** `ts,rnr` and sixteen bytes that prove it. */
const BOX = /^(?:[0-9a-f]{2}){17,64}$/i

/** Undefined when there is none, or one that nobody can have made. Some programs write the nonce as the document has it. */
export function readShown(asked: Asked): Shown | undefined {
  const box = asked.get('ctoken')
  const nonce = asked.get('nonce') ?? asked.get('nounce')
  if (box !== undefined)
    return nonce !== undefined && BOX.test(box) && NONCE.test(nonce)
      ? { form: 'encrypted', box: Buffer.from(box, 'hex'), nonce: Buffer.from(nonce, 'hex') }
      : undefined
  const [ts, rnr, hash] = [asked.get('ts'), asked.get('rnr'), asked.get('hash')]
  if (hash !== undefined)
    return ts !== undefined && rnr !== undefined && HASH.test(hash)
      ? { form: 'hashed', ts, rnr, hash: Buffer.from(hash, 'hex') }
      : undefined
  const token = asked.get('token')
  return token === undefined || token.length > 64 ? undefined : { form: 'plain', token }
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** How far the clock of a program may be off, either way (D136). */
export const CLOCK_SLACK_MS = 60_000

const TS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const RNR = /^\d{1,10}$/

/** Is it of now? */
function isCurrent(ts: string, rnr: string, now: number): boolean {
  if (!TS.test(ts) || !RNR.test(rnr)) return false
  const at = Date.parse(ts)
  return !Number.isNaN(at) && Math.abs(now - at) <= CLOCK_SLACK_MS
}

/** What opens a box: undefined unless it was made with this key. */
export type Opener = (box: Uint8Array, nonce: Uint8Array, key: Uint8Array) => Uint8Array | null

/** What a token is compared by. */
export interface TokenKeys {
  readonly token: string
  readonly digest: Buffer
}

/**
 * Was it made with this token? `proof` is what must not be shown a second time; a plain token proves nothing but itself.
 * Takes the same time for every token it was not made with.
 */
export function matches(
  shown: Shown,
  { token, digest }: TokenKeys,
  now: number,
  open: Opener,
): { proof: string | undefined } | undefined {
  if (shown.form === 'plain')
    return timingSafeEqual(sha256(shown.token), digest) ? { proof: undefined } : undefined
  if (shown.form === 'hashed') {
    const { ts, rnr, hash } = shown
    const isRight = timingSafeEqual(sha256(`${ts},${rnr},${token}`), hash)
    return isRight && isCurrent(ts, rnr, now) ? { proof: `hash ${ts},${rnr}` } : undefined
  }
  const opened = open(shown.box, shown.nonce, digest)
  if (!opened) return undefined
  const [ts = '', rnr = '', ...rest] = Buffer.from(opened).toString('utf8').split(',')
  return rest.length === 0 && isCurrent(ts, rnr, now)
    ? { proof: `nonce ${shown.nonce.toString('hex')}` }
    : undefined
}

/** Every id that a device with this number could have here. */
export const smartlockIdsOf = (nukiId: number): number[] =>
  Object.values(SMARTLOCK_TYPE).map((type) => type * (MAX_NUKI_ID + 1) + nukiId)

/** Continuous mode has other numbers here than on the bridge. */
const OPENER_ACTIONS: Record<number, number> = { 1: 1, 2: 2, 3: 3, 4: 6, 5: 7 }

/** What a bridge's action is here; undefined when there is no such action. */
export function actionOf(type: number, action: number): number | undefined {
  if (action < 1 || action > 5) return undefined
  return type === SMARTLOCK_TYPE.opener ? OPENER_ACTIONS[action] : action
}
