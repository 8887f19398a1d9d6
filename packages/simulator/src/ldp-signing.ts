import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  appendSignature,
  commandText,
  DEVICE_KEY_LABEL,
  type DownCmd,
  type DownLeaf,
  downlinkText,
  splitSignature,
  type UpLeaf,
  uplinkText,
} from '@latchwork/contract/device'

/** The key both sides derive from the device's secret. */
export const deviceKey = (secret: string): Buffer =>
  createHmac('sha256', secret).update(DEVICE_KEY_LABEL).digest()

/** A message as it goes onto the wire: JSON with the signature as its last member. */
export function signUplink(key: Buffer, deviceId: string, leaf: UpLeaf, message: object): string {
  const unsigned = JSON.stringify(message)
  const signature = createHmac('sha256', key)
    .update(uplinkText(deviceId, leaf, unsigned))
    .digest('hex')
  return appendSignature(unsigned, signature)
}

/** Whether the service ordered exactly this. Takes equally long for every wrong signature. */
export function isSignedCommand(key: Buffer, deviceId: string, command: DownCmd): boolean {
  const expected = createHmac('sha256', key).update(commandText(deviceId, command)).digest()
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
  const expected = createHmac('sha256', key)
    .update(downlinkText(deviceId, leaf, parts.unsigned))
    .digest()
  return timingSafeEqual(expected, Buffer.from(parts.sig, 'hex')) ? message : undefined
}
