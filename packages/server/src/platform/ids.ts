import { randomBytes } from 'node:crypto'

/** Makes ids of 24 lower-case hex digits (D18). */
export interface Ids {
  /** Greater than every id this process made before, and close to the time of its making. */
  timeOrdered(): string
  /** Nothing but chance, for ids whose possession is a right, and where order is of no use. */
  random(): string
  /** From 0 to 1, for what should not happen at the same moment everywhere. */
  chance(): number
}

const MAX_TIME = 2 ** 48 - 1
const MAX_COUNTER = 0xffff
/** A new millisecond starts its counter below this, which leaves at least half of the counter for counting. */
const COUNTER_START_BITS = 0x7fff

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

/** Asking the system for many random bytes at once costs hardly more than asking for four. */
function pooledRandom(): (sizeBytes: number) => Buffer {
  let pool = Buffer.alloc(0)
  let at = 0
  return (sizeBytes) => {
    if (pool.length - at < sizeBytes) {
      pool = randomBytes(4096)
      at = 0
    }
    at += sizeBytes
    return pool.subarray(at - sizeBytes, at)
  }
}

/** Few at a time: whoever keeps one of them keeps the text that it is cut from. */
const HEX_BYTES = 96

/** Random digits. To write many bytes as text costs hardly more than to write four. */
function pooledHex(randomOf: (sizeBytes: number) => Buffer): (digits: number) => string {
  let pool = ''
  let at = 0
  return (digits) => {
    if (pool.length - at < digits) {
      pool = randomOf(HEX_BYTES).toString('hex')
      at = 0
    }
    at += digits
    return pool.slice(at - digits, at)
  }
}

/**
 * A time-ordered id is 48 bits of milliseconds, a 16-bit counter and 32 random bits. The counter starts at a random
 * value in each millisecond, so that processes working in the same millisecond differ in 47 bits and not only in 32.
 * The first id is greater than `after`, whatever the clock shows by then.
 */
export function createIds(
  clock: { now(): number },
  randomOf: (sizeBytes: number) => Buffer = pooledRandom(),
  after?: string,
): Ids {
  let time = after === undefined ? -1 : timeOfId(after)
  let timeText = hex(Math.max(time, 0), 12)
  const randomDigits = pooledHex(randomOf)
  let counter = after === undefined ? 0 : Number.parseInt(after.slice(12, 16), 16)

  function startMillisecond(at: number): void {
    time = at
    timeText = hex(time, 12)
    counter = randomOf(2).readUInt16BE() & COUNTER_START_BITS
  }

  return {
    timeOrdered() {
      const now = Math.min(Math.max(Math.trunc(clock.now()), 0), MAX_TIME)
      if (now > time) startMillisecond(now)
      // The clock stands still or went back: order matters more than the exact time.
      else if (counter < MAX_COUNTER) counter += 1
      else startMillisecond(time + 1)
      return timeText + hex(counter, 4) + randomDigits(8)
    },
    random: () => randomDigits(24),
    chance: () => randomOf(4).readUInt32BE() / 0xffff_ffff,
  }
}

/** When a time-ordered id was made, in milliseconds since the epoch. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 12), 16)

/** The smallest id of a millisecond: ids from that moment on are greater or equal. */
export const idFloor = (ms: number): string =>
  hex(Math.min(Math.max(Math.trunc(ms), 0), MAX_TIME), 12) + '0'.repeat(12)

/** The smallest id greater than `id`: keeps an order when another process, whose clock is ahead, made `id`. */
export function nextId(id: string): string {
  const next = (BigInt(`0x${id}`) + 1n).toString(16).padStart(24, '0')
  if (next.length > 24) throw new RangeError('there is no id after the greatest one')
  return next
}
