import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Address, parseAddress } from './ip-address.ts'

/** A network as it is compared: an address, and how many of its bits count. */
type Network = readonly [address: Address, bits: number]

export type Networks = readonly Network[]

/** An address without a zone, and how many of its bits count. */
const WITH_BITS = /^([^/%]+)(?:\/(\d{1,3}))?$/

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

const holds = ([first, bits]: Network, address: Address): boolean =>
  // The library compares addresses of one family only, and its types cannot say that these are.
  address.kind() === first.kind() && address.match([first, bits] as never)

/** Is the caller in one of them? An IPv4 address in IPv6 clothes is the IPv4 address. */
export function isWithin(networks: Networks, ip: string | undefined): boolean {
  const address = parseAddress(ip)
  return address !== undefined && networks.some((network) => holds(network, address))
}

/** Does every one of these lie inside one of those? */
export const areWithin = (inner: Networks, outer: Networks): boolean =>
  inner.every(([address, bits]) => outer.some((network) => network[1] <= bits && holds(network, address)))

/** A network as operators write it: 10.1.0.0/16. */
export const isNetwork = (text: string): boolean => text.includes('/') && rangeOf(text) !== undefined

/** Tells whether an address lies in one of the networks. */
export function networkList(texts: readonly string[]): (address: string | undefined) => boolean {
  const wrong = texts.find((text) => !isNetwork(text))
  if (wrong !== undefined) throw new RangeError(`${wrong} is not a network`)
  const networks = networksOf(texts)
  return (address) => isWithin(networks, address)
}

export const isLoopback = networkList(['127.0.0.0/8', '::1/128'])

function rangeOf(text: string): Network | undefined {
  const [, plain = '', bitsText] = WITH_BITS.exec(text) ?? []
  const address = parseAddress(plain)
  const most = isIP(plain) === 4 ? 32 : 128
  const bits = bitsText === undefined ? most : Number(bitsText)
  if (!address || bits > most) return undefined
  const isInClothes = most === 128 && address.kind() === 'ipv4'
  if (!isInClothes) return [address, bits]
  return bits >= 96 ? [address, bits - 96] : undefined
}
