import { isIP } from 'node:net'
import { BoundedCache } from '../bounded-cache.ts'
import type { AddressGuard } from './address-guard.ts'

const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

/** The host without the brackets of an IPv6 literal. The URL parser has made 0x7f.1 and 2130706433 plain already. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/**
 * How far a target may be: `anywhere`, over https; or `near`, also over http, where it is an address in one of the networks
 * that the operator has named (D137). A name would be looked up by anybody's rules, and what is sent read on the way.
 */
export type Reach = 'anywhere' | 'near'

/** What is wrong with a URL, or what it says. */
export type Judged =
  | { readonly problem: string }
  | {
      readonly problem?: undefined
      readonly url: URL
      /** Of the URL: reading them from it each time costs more. */
      readonly origin: string
      readonly path: string
      /** It leads to this machine, where certificates may be anybody's. */
      readonly isOwnMachine: boolean
    }

/** URLs that are remembered; a post takes a fifth longer where its URL has to be read and judged anew. */
const MOST_JUDGED = 1000

/** Which URLs may be posted to and fetched, as far as they say so themselves. */
export function createTargetRules(guard: AddressGuard, allowLoopback: boolean) {
  /** This machine is a target like any other only where that is allowed. */
  const isAllowedHere = (host: string) => allowLoopback && (isLocalName(host) || guard.isLoopback(host))

  function transportProblem({ protocol }: URL, host: string, reach: Reach): string | undefined {
    if (protocol === 'https:') return undefined
    if (protocol === 'http:' && isAllowedHere(host)) return undefined
    if (reach === 'anywhere') return 'must begin with https://'
    if (protocol === 'http:' && isIP(host) !== 0 && guard.isNamed(host)) return undefined
    return 'must begin with https://, or lead to an address in a network that the operator allows'
  }

  function problemOf(url: URL, reach: Reach): string | undefined {
    const host = hostOf(url)
    const problem = transportProblem(url, host, reach)
    if (problem) return problem
    if (url.username || url.password) return 'must not carry a user name or a password'
    if (isLocalName(host) && !guard.allows('127.0.0.1')) return 'must not lead to this machine'
    if (isIP(host) !== 0 && !guard.allows(host)) return 'must not lead to an address that is not public'
    return undefined
  }

  function judge(text: string, reach: Reach): Judged {
    const url = URL.parse(text)
    if (!url) return { problem: 'is not a URL' }
    const problem = problemOf(url, reach)
    if (problem !== undefined) return { problem }
    const { origin, pathname, search } = url
    return { url, origin, path: pathname + search, isOwnMachine: isAllowedHere(hostOf(url)) }
  }

  const judged = new BoundedCache<string, Judged>(MOST_JUDGED)

  return {
    /** See `Outbound.problemWith`. */
    problemWith: (text: string, reach: Reach = 'anywhere') => judge(text, reach).problem,
    /** What is fetched has another URL for every page: remembered, they would push out those that are posted to. */
    judgeOnce: (text: string, reach: Reach = 'anywhere'): Judged => judge(text, reach),
    /** The same for what is posted to again and again: settings are those of the start, so it stays as it was judged. */
    judge(text: string, reach: Reach = 'anywhere'): Judged {
      const key = `${reach} ${text}`
      const known = judged.get(key)
      if (known) return known
      const fresh = judge(text, reach)
      judged.set(key, fresh)
      return fresh
    },
  }
}
