import { randomInt } from 'node:crypto'
import { SMARTLOCK_TYPE } from '@latchwork/contract'

/** As long as the programs take, and without letters that are mistaken for each other: 115 random bits. */
const TOKEN_LENGTH = 20
const TOKEN_LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const newBridgeToken = (): string =>
  Array.from({ length: TOKEN_LENGTH }, () => TOKEN_LETTERS[randomInt(TOKEN_LETTERS.length)]).join('')

/** Programs read it as a signed number of 32 bits. */
export const newBridgeId = (): number => randomInt(1, 2 ** 31 - 1)

/** As long as the button on a bridge counts after it was pressed. */
export const PAIRING_MS = 30_000

/** The number that programs know a device by is the last 32 bits of ours (D19). */
export const MAX_NUKI_ID = 0xffff_ffff
export const nukiIdOf = (smartlockId: number): number => smartlockId % (MAX_NUKI_ID + 1)

/** What programs call its kind: the bridge is older than the newest locks, which act like those before. */
export const deviceTypeOf = (type: number): number =>
  type === SMARTLOCK_TYPE.smartLock5 ? SMARTLOCK_TYPE.smartLock3 : type

/** The entry of a ring in the log of an opener (6.8). */
export const RING = 224
