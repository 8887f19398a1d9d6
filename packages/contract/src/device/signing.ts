import { AccessEntry } from './access.ts'
import type { DownCmd } from './messages.ts'
import type { DownLeaf, UpLeaf } from './topics.ts'

/** What a command's signature covers: HMAC-SHA256 with the device key, lower-case hex. */
export const commandText = (deviceId: string, c: Omit<DownCmd, 'sig'>) =>
  ['ldp1', deviceId, c.sess, c.ctr, c.id, c.action, c.iat, c.exp, c.opt].join('|')

/** What an uplink's signature covers: device, leaf and the message as sent, without its last member `sig`. */
export const uplinkText = (deviceId: string, leaf: UpLeaf, unsigned: string) =>
  `ldp1|${deviceId}|${leaf}|${unsigned}`

/** The same for `down/desired` and `down/sync`. */
export const downlinkText = (deviceId: string, leaf: DownLeaf, unsigned: string) =>
  `ldp1|${deviceId}|${leaf}|${unsigned}`

/** Puts the signature where the other side looks for it: as the last member. */
export const appendSignature = (unsigned: string, sig: string) => `${unsigned.slice(0, -1)},"sig":"${sig}"}`

/** Splits a message into the text that was signed and its signature; undefined when `sig` is not its last member. */
export function splitSignature(message: string): { unsigned: string; sig: string } | undefined {
  const match = /,"sig":"([0-9a-f]{64})"\}$/.exec(message)
  return match?.[1] ? { unsigned: `${message.slice(0, match.index)}}`, sig: match[1] } : undefined
}

const ACCESS_MEMBERS = Object.keys(AccessEntry.properties).sort()

/**
 * What the digest of an access right covers: the first 16 hex digits of HMAC-SHA256 with the device key. The entry is
 * written as canonical JSON (RFC 8785): members by name, absent ones left out, no spaces.
 */
export const accessText = (entry: AccessEntry) => `ldp1|auth|${JSON.stringify(entry, ACCESS_MEMBERS)}`

/**
 * The labels of the two keys that are derived from the secret: HMAC-SHA256(secret, label). Neither says anything about the
 * other or about the secret. The first, in lower-case hex, is the MQTT password; the second signs and never travels.
 */
export const LOGIN_KEY_LABEL = 'ldp1 login key'
export const DEVICE_KEY_LABEL = 'ldp1 device key'
