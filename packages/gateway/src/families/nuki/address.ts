import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

const PRIVATE = new BlockList()
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['::1', 128],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv6')

const isPrivateIp = (address: string): boolean =>
  isIPv4(address) ? PRIVATE.check(address) : isIPv6(address) && PRIVATE.check(address, 'ipv6')

/** Where the locks find a broker, or where we find one. */
export interface BrokerPlace {
  readonly protocol: 'mqtt' | 'mqtts'
  readonly host: string
  readonly port: number
  readonly username?: string
  readonly password?: string
}

const PORT = { mqtt: 1883, mqtts: 8883 } as const

/** Undefined: no address of a broker. */
export function placeOf(address: string): BrokerPlace | undefined {
  const url = URL.parse(address)
  const protocol = url?.protocol.slice(0, -1)
  if (!url?.hostname || (protocol !== 'mqtt' && protocol !== 'mqtts')) return undefined
  try {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    return {
      protocol,
      host,
      port: url.port === '' ? PORT[protocol] : Number(url.port),
      ...(url.username && { username: decodeURIComponent(url.username) }),
      ...(url.password && { password: decodeURIComponent(url.password) }),
    }
  } catch {
    // A percent sign that stands for nothing.
    return undefined
  }
}

/** Whether a listener there can be reached from private networks only. A name is as good as what it stands for, unknown. */
export function isPrivateListener(host: string, interfaces = networkInterfaces()): boolean {
  if (host !== '0.0.0.0' && host !== '::') return isPrivateIp(host)
  const all = Object.values(interfaces).flatMap((ends) => ends ?? [])
  return all.every(({ address }) => isPrivateIp(address.replace(/%.*$/, '')))
}
