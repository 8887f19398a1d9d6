import { hash, timingSafeEqual } from 'node:crypto'

/** SHA-256 works on blocks of this many bytes. */
const BLOCK = 64
const DIGEST_BYTES = 32

/** Used again for every text that fits, and empty in between. */
const scratch = Buffer.alloc(16 * 1024)
const outer = Buffer.alloc(BLOCK + DIGEST_BYTES)

/**
 * HMAC-SHA256 as RFC 2104 defines it, in lower-case hex. `createHmac` says the same and takes three times as long for a
 * message of a few hundred bytes: nearly all of that is spent on setting up.
 */
export function hmacSha256(key: Buffer, text: string): string {
  const length = BLOCK + Buffer.byteLength(text)
  const inner = length > scratch.length ? Buffer.alloc(length) : scratch.subarray(0, length)
  const short = key.length > BLOCK ? hash('sha256', key, 'buffer') : key
  for (let i = 0; i < BLOCK; i++) {
    const byte = short[i] ?? 0
    inner[i] = byte ^ 0x36
    outer[i] = byte ^ 0x5c
  }
  inner.write(text, BLOCK)
  outer.write(hash('sha256', inner, 'latin1'), BLOCK, 'latin1')
  const mac = hash('sha256', outer, 'hex')
  // Also the text: codes of people are signed.
  inner.fill(0)
  outer.fill(0)
  return mac
}

/** Whether that is the HMAC; how long it takes to say so tells nothing about a wrong one. */
export const isHmacSha256 = (mac: string, key: Buffer, text: string): boolean => {
  const [right, sent] = [Buffer.from(hmacSha256(key, text)), Buffer.from(mac)]
  return right.length === sent.length && timingSafeEqual(right, sent)
}
