import { isIP } from 'node:net'
import type { AddressGuard } from './address-guard.ts'

const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

/** The host without the brackets of an IPv6 literal. The URL parser has made 0x7f.1 and 2130706433 plain already. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Which URLs may be posted to and fetched, as far as they say so themselves. */
export function createTargetRules(guard: AddressGuard, allowLoopback: boolean) {
  /** This machine is a target like any other only where that is allowed. */
  const isAllowedHere = (host: string) => allowLoopback && (isLocalName(host) || guard.isLoopback(host))

  return {
    /** See `Outbound.problemWith`. */
    problemWith(text: string): string | undefined {
      const url = URL.parse(text)
      if (!url) return 'is not a URL'
      const host = hostOf(url)
      if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowedHere(host)))
        return 'must begin with https://'
      if (url.username || url.password) return 'must not carry a user name or a password'
      if (isLocalName(host) && !guard.allows('127.0.0.1')) return 'must not lead to this machine'
      if (isIP(host) !== 0 && !guard.allows(host)) return 'must not lead to an address that is not public'
      return undefined
    },
    /** Whether it leads to this machine, where certificates may be anybody's. */
    isOwnMachine: (url: string): boolean => isAllowedHere(hostOf(new URL(url))),
  }
}
