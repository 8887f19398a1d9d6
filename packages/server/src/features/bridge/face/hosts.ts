import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { fail } from '../../../platform/app-error.ts'

/**
 * Web pages must not reach the listener. A page of a stranger can have its own name lead to this address, and its browser
 * then takes our answers for answers of that stranger (DNS rebinding). So the listener answers to names that nobody can
 * register, and to those the operator has named; and to no call that a browser makes for a page.
 */

/** Suffixes that no public registry gives out. */
const LOCAL_SUFFIXES = ['local', 'localhost', 'lan', 'internal', 'home.arpa']

const HOST = /^(?:\[([0-9a-f:.]+)\]|([^:[\]@/?#\s]+))(?::\d{1,5})?$/

export function isKnownHost(header: string, names: ReadonlySet<string>): boolean {
  const [, v6, other = ''] = HOST.exec(header.toLowerCase()) ?? []
  if (v6 !== undefined) return isIP(v6) === 6
  const name = other.replace(/\.$/, '')
  if (name === '') return false
  const isLocal = !name.includes('.') || LOCAL_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`))
  return isLocal || isIP(name) === 4 || names.has(name)
}

/** Refuses a call that was not made by a program for this listener (D252). */
export function assertDirectCall(headers: IncomingHttpHeaders, names: ReadonlySet<string>): void {
  const { host, origin, 'sec-fetch-site': site } = headers
  if (host !== undefined && !isKnownHost(host, names))
    fail('invalid_parameter', {
      message:
        'The Host header must be an IP address, a local name, or a name that the operator lists in LATCHWORK_BRIDGE_NAMES.',
    })
  if (origin !== undefined || (site !== undefined && site !== 'none' && site !== 'same-origin'))
    fail('invalid_parameter', {
      message: 'Web pages cannot call the bridge: it answers no call with an Origin.',
    })
}
