import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { BoundedCache } from '../bounded-cache.ts'

export type Address = ReturnType<typeof ipaddr.parse>

/**
 * An IP address as the library holds it; undefined for everything else. An IPv4 address in IPv6 clothes (::ffff:1.2.3.4)
 * is the IPv4 address, because that is who calls; a zone (%eth0) says where to send, not who it is.
 */
export function parseAddress(text: string | undefined): Address | undefined {
  // The library also reads 0x7f.1 and 017700000001; nobody else who looks at the same text would agree.
  if (text === undefined || isIP(text) === 0) return undefined
  const [plain = ''] = text.split('%')
  const [, compatible] = COMPATIBLE.exec(plain) ?? []
  if (compatible === undefined) return ipaddr.process(plain)
  return ipaddr.fromByteArray([...Array(12).fill(0), ...ipaddr.IPv4.parse(compatible).toByteArray()])
}

/** ::1.2.3.4, a form long given up, is not 1.2.3.4: no packet to it ends there, though the library says so. */
const COMPATIBLE = /^::(\d+\.\d+\.\d+\.\d+)$/

/** Networks remembered, so that a caller's address is taken apart once; more only cost the work again. */
const MAX_REMEMBERED = 10_000
const remembered = new BoundedCache<string, string>(MAX_REMEMBERED)

/** Whoever gave no address at all, or no real one, is counted together. */
const UNKNOWN_NETWORK = 'unknown'

/** Who counts as one caller: an IPv4 address, or the IPv6 /64 that one customer usually has as a whole. */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) return UNKNOWN_NETWORK
  const known = remembered.get(ip)
  if (known !== undefined) return known
  const network = readNetwork(ip)
  // A text of any length may come from a header; only addresses are worth remembering.
  if (network !== UNKNOWN_NETWORK) remembered.set(ip, network)
  return network
}

/** Some proxies write the port behind the address they forward: 192.0.2.1:4711, [2001:db8::1]:4711. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d{1,5})?$/

function readNetwork(ip: string): string {
  const [, v4, v6] = WITH_PORT.exec(ip) ?? []
  const address = parseAddress(v4 ?? v6 ?? ip)
  if (!address) return UNKNOWN_NETWORK
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`
}
