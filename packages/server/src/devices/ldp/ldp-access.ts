import { ACCESS_PATCH_KEYS, accessText, LDP_MAX_BYTES } from '@latchwork/contract/device'
import { hmacSha256 } from '../../platform/security/hmac.ts'
import type { AccessEntry } from '../driver.ts'

/** What a message holds beside the entries: session, section, revision, signature and the braces. */
const ENVELOPE_BYTES = 256

/** How many entries, from the first on, fit into one message, and their answers into another. */
export function fitAccess(entries: readonly (readonly [id: string, entry: AccessEntry | null])[]): number {
  let bytes = ENVELOPE_BYTES
  for (const [index, [id, entry]] of entries.slice(0, ACCESS_PATCH_KEYS).entries()) {
    // Four for the quotes of the key, the colon and the comma.
    bytes += Buffer.byteLength(id) + Buffer.byteLength(JSON.stringify(entry)) + 4
    if (bytes > LDP_MAX_BYTES) return index
  }
  return Math.min(entries.length, ACCESS_PATCH_KEYS)
}

/** The digest a device reports while it holds exactly this entry; see `accessText`. */
export const accessDigest = (key: Buffer, entry: AccessEntry): string =>
  hmacSha256(key, accessText(entry)).slice(0, 16)
