import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  appendSignature,
  commandText,
  DEVICE_KEY_LABEL,
  type DownCmd,
  type DownLeaf,
  downlinkText,
  LOGIN_KEY_LABEL,
  splitSignature,
  type UpLeaf,
  uplinkText,
} from '@latchwork/contract/device'

export const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

/** What the device shows the broker. It gives away neither the secret nor the key. */
export const loginOf = (secret: string): string => hmac(secret, LOGIN_KEY_LABEL).toString('hex')

/** The key both sides derive from the device's secret. */
export const deviceKey = (secret: string): Buffer => hmac(secret, DEVICE_KEY_LABEL)

/** A message as it goes onto the wire: JSON with the signature as its last member. */
export function signUplink(key: Buffer, deviceId: string, leaf: UpLeaf, message: object): string {
  const unsigned = JSON.stringify(message)
  return appendSignature(unsigned, hmac(key, uplinkText(deviceId, leaf, unsigned)).toString('hex'))
}

/** Whether the service ordered exactly this. Takes equally long for every wrong signature. */
export function isSignedCommand(key: Buffer, deviceId: string, command: DownCmd): boolean {
  const expected = hmac(key, commandText(deviceId, command))
  return timingSafeEqual(expected, Buffer.from(command.sig, 'hex'))
}

/** The text of another message of the service, if the service signed exactly this for this leaf. */
export function openDownlink(
  key: Buffer,
  deviceId: string,
  leaf: DownLeaf,
  message: string,
): string | undefined {
  const parts = splitSignature(message)
  if (!parts) return undefined
  const expected = hmac(key, downlinkText(deviceId, leaf, parts.unsigned))
  return timingSafeEqual(expected, Buffer.from(parts.sig, 'hex')) ? message : undefined
}
