import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { parseAddress } from './ip-address.ts'
import { isLoopback, networkList } from './networks.ts'

/** Everything IANA's registries of special addresses call not globally reachable, and multicast. */
const NOT_PUBLIC_V4 = networkList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/** Only 2000::/3 is given out for the public; these parts of it are not, or lead into IPv4. */
const PUBLIC_V6 = networkList(['2000::/3'])
const NOT_PUBLIC_V6 = networkList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

const NAT64 = networkList(['64:ff9b::/96'])

/** Where a packet to the address ends up: a NAT64 gateway turns 64:ff9b::a.b.c.d into a.b.c.d. */
function destinationOf(text: string): ReturnType<typeof parseAddress> {
  const address = parseAddress(text)
  if (!address || !NAT64(text)) return address
  return ipaddr.fromByteArray(address.toByteArray().slice(-4))
}

export interface AddressGuard {
  /** May we connect to this address? `address` is an IP address, not a name. */
  allows(address: string): boolean
  isLoopback(address: string): boolean
  /** Is it in one of the networks that the operator has named? */
  isNamed(address: string): boolean
}

/** Judges addresses that a user of the API made us connect to (D92). */
export function createAddressGuard(options: {
  allowLoopback: boolean
  networks: readonly string[]
}): AddressGuard {
  const isAllowed = networkList(options.networks)

  function allows(given: string): boolean {
    // A zone (fe80::1%eth0) is part of no public address.
    if (isIP(given) === 0 || given.includes('%')) return false
    const destination = destinationOf(given)
    if (!destination) return false
    const address = destination.toString()
    if (isAllowed(address)) return true
    if (isLoopback(address)) return options.allowLoopback
    if (destination.kind() === 'ipv4') return !NOT_PUBLIC_V4(address)
    return PUBLIC_V6(address) && !NOT_PUBLIC_V6(address)
  }

  return { allows, isLoopback, isNamed: isAllowed }
}
