import ipaddr from 'ipaddr.js'
import { parseAddress } from './ip-address.ts'

/** Networks as they are compared: an address and how many of its bits count. */
export type Networks = readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[]

/** A network, or a single address, as it is stored and shown; undefined when it is neither. Host bits are cleared. */
export function networkText(text: string): string | undefined {
  const range = rangeOf(text.trim())
  if (!range) return undefined
  const [address, bits] = range
  const first =
    address.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)
  return `${first}/${bits}`
}

/** What was stored with `networkText`. */
export const networksOf = (texts: readonly string[]): Networks =>
  texts.flatMap((text) => {
    const range = rangeOf(text)
    return range ? [range] : []
  })

/** Is the caller in one of them? An IPv4 address in IPv6 clothes is the IPv4 address. */
export function isWithin(networks: Networks, ip: string): boolean {
  const address = parseAddress(ip)
  if (!address) return false
  return networks.some((network) => address.kind() === network[0].kind() && address.match(network as never))
}

/** Does every one of these lie inside one of those? */
export const areWithin = (inner: Networks, outer: Networks): boolean =>
  inner.every(([address, bits]) =>
    outer.some(
      ([other, otherBits]) =>
        address.kind() === other.kind() && otherBits <= bits && address.match([other, otherBits] as never),
    ),
  )

function rangeOf(text: string): readonly [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  // Only the usual four numbers: 010.1 and 0x7f.1 mean other addresses to other programs.
  if (!text.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(text.split('/')[0] ?? '')) return undefined
  try {
    const [address, bits] = text.includes('/') ? ipaddr.parseCIDR(text) : whole(text)
    if (!(address instanceof ipaddr.IPv6) || !address.isIPv4MappedAddress()) return [address, bits]
    return bits >= 96 ? [address.toIPv4Address(), bits - 96] : undefined
  } catch {
    return undefined
  }
}

function whole(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
