import type { FoundLock, GatewayHub, GatewayState } from '@latchwork/contract'
import type { Selectable } from 'kysely'
import type { GatewayTable } from '../../schema/gateways.ts'

/** By then a gateway reports again, also when nothing is new. */
export const REPORT_SECONDS = 30
/** A gateway that has said nothing for so long counts as gone: two reports may get lost. */
export const AWAY_AFTER_MS = 90_000
/** For so long a claim code can be used. */
export const CLAIM_MS = 60 * 60 * 1000

/** Letters and digits that nobody mistakes for one another (Crockford). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CLAIM_LENGTH = 20
const CLAIM_GROUP = 5

/** A claim code of 100 bits, from chance given as hex digits, of which 120 bits are there or more. */
export function claimCodeFrom(chance: string): string {
  let rest = BigInt(`0x${chance}`)
  let code = ''
  while (code.length < CLAIM_LENGTH) {
    code += ALPHABET[Number(rest % 32n)]
    rest /= 32n
  }
  return code
}

/** As it is shown: in groups, which are easier to type. */
export const groupedClaim = (code: string): string =>
  (code.match(new RegExp(`.{${CLAIM_GROUP}}`, 'g')) ?? []).join('-')

/** What was typed, as it was made: hyphens, spaces and case do not matter, nor what looks alike. Undefined: it is none. */
export function readClaim(typed: string): string | undefined {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return code.length === CLAIM_LENGTH && [...code].every((c) => ALPHABET.includes(c)) ? code : undefined
}

type Presence = Pick<Selectable<GatewayTable>, 'token_hash' | 'last_report_at'>

export function stateOf({ token_hash, last_report_at }: Presence, now: number): GatewayState {
  if (token_hash === null) return 'unclaimed'
  return last_report_at !== null && now - last_report_at < AWAY_AFTER_MS ? 'connected' : 'away'
}

/** What a hub is reached with is nobody's business here: neither stored nor shown (D167). */
export function withoutSecrets(hub: GatewayHub): GatewayHub {
  const { address, error } = hub
  return {
    ...hub,
    ...(address !== undefined && { address: plainAddress(address) }),
    ...(error !== undefined && { error: withoutLogin(error) }),
  }
}

/** Without what stands before the host, or after a question mark: both are where passwords and tokens are put. */
const plainAddress = (address: string): string => withoutLogin(address).replace(/[?#].*$/s, '')

const withoutLogin = (text: string): string =>
  text.replaceAll(/([a-z][a-z0-9+.-]*:)?\/\/[^\s/?#]*@/gi, '$1//')

/** What changes in the stored list when a gateway names these: every row is written only when it is another one. */
export function compareFound(
  known: ReadonlyMap<string, { found: string; isLost: boolean }>,
  named: readonly FoundLock[],
): { changed: { key: string; found: string }[]; missing: string[] } {
  const texts = new Map(named.map((lock) => [lock.key, JSON.stringify(lock)]))
  return {
    changed: [...texts].flatMap(([key, found]) => {
      const before = known.get(key)
      return before && !before.isLost && before.found === found ? [] : [{ key, found }]
    }),
    missing: [...known].flatMap(([key, { isLost }]) => (isLost || texts.has(key) ? [] : [key])),
  }
}
