import { createHmac } from 'node:crypto'
import { DEVICE_KEY_LABEL, LOGIN_KEY_LABEL } from '@latchwork/contract/device'

/** The password of a device: who sees it, a broker or a listener, learns nothing about the secret or the device key. */
export const deriveLogin = (secret: string): string =>
  createHmac('sha256', secret).update(LOGIN_KEY_LABEL).digest('hex')

/** The key a device and the service sign with. Who holds it cannot get back to the secret. */
export const deriveDeviceKey = (secret: string): Buffer =>
  createHmac('sha256', secret).update(DEVICE_KEY_LABEL).digest()
