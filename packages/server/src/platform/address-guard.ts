import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

export interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** A network as operators write it (10.1.0.0/16); undefined when it is none. */
export function parseNetwork(text: string): Network | undefined {
  const [, address = '', prefixText = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? []
  const version = isIP(address)
  const prefix = Number(prefixText)
  if (version === 0 || prefix > (version === 4 ? 32 : 128)) return undefined
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' }
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of networks) {
    const network = parseNetwork(text)
    if (!network) throw new RangeError(`${text} is not a network`)
    list.addSubnet(network.address, network.prefix, network.family)
  }
  return list
}

const LOOPBACK = blockList(['127.0.0.0/8', '::1/128'])

/** Everything IANA's registries of special addresses call not globally reachable, and multicast. */
const NOT_PUBLIC_V4 = blockList([
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
const PUBLIC_V6 = blockList(['2000::/3'])
const NOT_PUBLIC_V6 = blockList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** ::ffff:a.b.c.d, and 64:ff9b::a.b.c.d, which a NAT64 gateway turns into a.b.c.d. */
const CARRIES_V4 = blockList(['::ffff:0:0/96', '64:ff9b::/96'])

/** The IPv4 address inside; undefined for addresses that carry none. */
function embeddedV4(address: string): string | undefined {
  if (!CARRIES_V4.check(address, 'ipv6')) return undefined
  // The URL parser writes every IPv6 address in one way, with the last 32 bits as two hex groups.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':')
  const low = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16))
  const [high = 0, last = 0] = low
  return [high >> 8, high & 255, last >> 8, last & 255].join('.')
}

export interface AddressGuard {
  /** May we connect to this address? `address` is an IP address, not a name. */
  allows(address: string): boolean
  isLoopback(address: string): boolean
}

/** Judges addresses that a user of the API made us connect to (D92). */
export function createAddressGuard(options: {
  allowLoopback: boolean
  networks: readonly string[]
}): AddressGuard {
  const allowed = blockList(options.networks)

  function isLoopback(address: string): boolean {
    if (isIPv4(address)) return LOOPBACK.check(address, 'ipv4')
    return isIPv6(address) && LOOPBACK.check(address, 'ipv6')
  }

  function allows(given: string): boolean {
    // A zone (fe80::1%eth0) is part of no public address.
    if (isIP(given) === 0 || given.includes('%')) return false
    const address = isIPv6(given) ? (embeddedV4(given) ?? given) : given
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (allowed.check(address, family)) return true
    if (isLoopback(address)) return options.allowLoopback
    if (family === 'ipv4') return !NOT_PUBLIC_V4.check(address, 'ipv4')
    return PUBLIC_V6.check(address, 'ipv6') && !NOT_PUBLIC_V6.check(address, 'ipv6')
  }

  return { allows, isLoopback }
}
