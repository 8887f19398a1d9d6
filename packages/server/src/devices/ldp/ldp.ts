import {
  appendSignature,
  commandText,
  type DownCmd,
  type DownLeaf,
  downlinkText,
  LDP_REFUSAL,
  splitSignature,
  type UpLeaf,
  uplinkText,
} from '@latchwork/contract/device'
import { hmacSha256, isHmacSha256 } from '../../platform/security/hmac.ts'

/** A command as it goes over the wire. */
export function signCommand(deviceId: string, key: Buffer, command: Omit<DownCmd, 'sig'>): string {
  return appendSignature(JSON.stringify(command), hmacSha256(key, commandText(deviceId, command)))
}

/** Any other signed message to a device as it goes over the wire. */
export function signDownlink(deviceId: string, leaf: DownLeaf, key: Buffer, message: object): string {
  const unsigned = JSON.stringify(message)
  return appendSignature(unsigned, hmacSha256(key, downlinkText(deviceId, leaf, unsigned)))
}

/** Which of the keys signed this message of the device? None: it is not the device's. */
export function findSigner<Signer extends { readonly key: Buffer }>(
  { deviceId, leaf }: { deviceId: string; leaf: UpLeaf },
  message: string,
  signers: readonly Signer[],
): Signer | undefined {
  const parts = splitSignature(message)
  if (!parts) return undefined
  const text = uplinkText(deviceId, leaf, parts.unsigned)
  return signers.find(({ key }) => isHmacSha256(parts.sig, key, text))
}

const OPENER = 2
const LOCK_ACTION = 2
const FULL_LOCK = 6
/** Option masks of the API (6.6). */
const OPTION = { force: 2, fullLock: 4 } as const

/** Opener actions that the API and the device number differently (6.6): continuous mode on and off. */
const OPENER_ACTIONS: readonly { readonly api: number; readonly device: number }[] = [
  { api: 6, device: 4 },
  { api: 7, device: 5 },
]

/** An action of the API (6.6) in the device's numbering. The caller has checked that it suits the type (D61). */
export function toDeviceAction(
  type: number,
  action: number,
  option: number,
): { action: number; opt: number } {
  const opt = option & OPTION.force
  if (type === OPENER) {
    return { action: OPENER_ACTIONS.find(({ api }) => api === action)?.device ?? action, opt }
  }
  const isFullLock = action === LOCK_ACTION && (option & OPTION.fullLock) !== 0
  return { action: isFullLock ? FULL_LOCK : action, opt }
}

/** The way back: what the API calls an action that the device numbered. */
export function fromDeviceAction(
  type: number,
  action: number,
  opt: number,
): { action: number; option: number } {
  const option = opt & OPTION.force
  if (type === OPENER) {
    return { action: OPENER_ACTIONS.find(({ device }) => device === action)?.api ?? action, option }
  }
  return action === FULL_LOCK ? { action: LOCK_ACTION, option: option | OPTION.fullLock } : { action, option }
}

/** Device errors as contract 7.5 names them, and the refusals of the protocol itself. */
const ERROR_TEXT: Readonly<Record<number, string>> = {
  16: 'not pairing',
  17: 'bad authenticator',
  18: 'bad parameter',
  19: 'too many users',
  32: 'not authorized',
  33: 'bad PIN',
  34: 'bad nonce',
  35: 'bad parameter',
  36: 'invalid auth id',
  37: 'disabled',
  38: 'remote not allowed',
  39: 'time not allowed',
  40: 'too many PIN attempts',
  41: 'too many entries',
  42: 'code exists',
  43: 'code invalid',
  44: 'code invalid, time-out 1',
  45: 'code invalid, time-out 2',
  46: 'code invalid, time-out 3',
  64: 'auto-unlock too recent',
  65: 'position unknown',
  66: 'motor blocked',
  67: 'clutch failure',
  68: 'motor time-out',
  69: 'busy',
  70: 'cancelled',
  71: 'not calibrated',
  72: 'motor position limit',
  73: 'motor low voltage',
  74: 'motor power failure',
  75: 'clutch power failure',
  76: 'voltage too low',
  77: 'firmware update needed',
  78: 'rejected',
  79: 'rejected (night mode)',
  224: 'not in maintenance mode',
  225: 'already configured',
  226: 'time-out',
  227: 'no device id',
  253: 'bad CRC',
  254: 'bad length',
  255: 'unknown',
  [LDP_REFUSAL.expired]: 'command expired before it reached the device',
  [LDP_REFUSAL.duplicate]: 'command repeated',
  [LDP_REFUSAL.badSignature]: 'command signature not valid',
  [LDP_REFUSAL.wrongSession]: 'command of an earlier connection',
  [LDP_REFUSAL.notCapable]: 'not supported by this device',
  [LDP_REFUSAL.unproven]: 'written, and the lock has not proven that it has it',
  [LDP_REFUSAL.neverCame]: 'the command never reached the lock, and will not be carried out',
  [LDP_REFUSAL.notReached]: 'the lock could not be reached, and nothing was done',
}

/** What a device's error means, for people. */
export function deviceErrorText(code: number): string {
  if (code >= 0x60 && code <= 0x6f) return 'door sensor error'
  return ERROR_TEXT[code] ?? `device error ${deviceErrorCode(code)}`
}

/** How the API writes a device's error: lower-case hex (7.5). */
export const deviceErrorCode = (code: number): string => code.toString(16).padStart(2, '0')
