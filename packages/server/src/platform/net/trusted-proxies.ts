import { isIPv4, isIPv6 } from 'node:net'
import { isNetwork, networkList } from './networks.ts'

/** Which part of `X-Forwarded-For` is believed: what the proxies of the operator wrote, never what came to them. */
export interface TrustedProxies {
  /** Is the hop with this address one of ours? Hop 0 is who is connected to us, hop 1 who was connected to that. */
  trusts(address: string | undefined, hop: number): boolean
}

const NONE = /^(|0|off|false)$/i
const HOPS = /^([1-9]|10)$/

const networksOf = (text: string): string[] => text.split(',').map((item) => asNetwork(item.trim()))

function asNetwork(text: string): string {
  if (isIPv4(text)) return `${text}/32`
  return isIPv6(text) ? `${text}/128` : text
}

/** Is it what the setting takes: a number of proxies, or a list of their addresses and networks? */
export const namesProxies = (text: string): boolean =>
  NONE.test(text) || HOPS.test(text) || networksOf(text).every(isNetwork)

/** Reads the setting; undefined where there is no proxy. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (NONE.test(text)) return undefined
  const hops = Number(text)
  if (HOPS.test(text)) return { trusts: (_address, hop) => hop < hops }
  const isProxy = networkList(networksOf(text))
  return { trusts: (address) => isProxy(address) }
}
