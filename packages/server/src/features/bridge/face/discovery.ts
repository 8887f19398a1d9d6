import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../platform/context.ts'
import { networkOf } from '../../../platform/net/ip-address.ts'
import { isLoopback, networkList } from '../../../platform/net/networks.ts'
import { bridgeDate } from '../devices.ts'
import { type BridgeRates, limitStranger } from './admission.ts'
import type { BridgeDirectory } from './directory.ts'
import { discoverable } from './service.ts'

export const DISCOVERY_PATH = '/discover/bridges'

export interface DiscoveryParts {
  system: Ctx<never>
  directory: Pick<BridgeDirectory, 'all'>
  rates: Pick<BridgeRates, 'addressRate'>
}

/** The bridges there are, and where they answer. */
export async function discovered(
  { directory, system }: DiscoveryParts,
  { ip, port }: { ip: string; port: number },
) {
  const now = system.clock.now()
  return {
    bridges: discoverable(await directory.all(), now).map(({ bridgeId }) => ({
      bridgeId,
      ip: ip.replace(/^::ffff:/, ''),
      port,
      dateUpdated: bridgeDate(now),
    })),
    errorCode: 0,
  }
}

/** Programs ask the host of the API which bridges there are in their own network, so it answers that too (D251). */
export function mountDiscovery(
  app: FastifyInstance,
  parts: DiscoveryParts,
  listener: () => Pick<AddressInfo, 'address' | 'port'>,
): void {
  app.get(DISCOVERY_PATH, { exposeHeadRoute: false }, async (request) => {
    limitStranger(parts.rates, request)
    if (!isNear(request)) return { bridges: [], errorCode: 0 }
    const { address, port } = listener()
    return discovered(parts, { ip: addressFor(request, address), port })
  })
}

const isPrivate = networkList([
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['fc00::/7', 'fe80::/10'],
])

/** Where a bridge is in a house is nobody's business outside of it. */
function isNear(request: FastifyRequest): boolean {
  const { ip, socket } = request
  if (isFromUnknownProxy(request)) return false
  return isLoopback(ip) || isPrivate(ip) || networkOf(ip) === networkOf(socket.localAddress)
}

/** A proxy that the operator has not named sends on the calls of strangers, and they all come from its address. */
const isFromUnknownProxy = ({ headers, ips = [] }: FastifyRequest): boolean =>
  ips.length < 2 && (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined)

const isEverywhere = (address: string): boolean => address === '0.0.0.0' || address === '::'

/** The address of the listener; where it listens on all of them, the one by which the caller reached this machine. */
function addressFor(
  { ip, socket: { localAddress = '127.0.0.1' } }: FastifyRequest,
  listening: string,
): string {
  if (!isEverywhere(listening)) return listening
  // Through a proxy on this machine: its connection to us says nothing about the network of the caller.
  if (isLoopback(localAddress) && !isLoopback(ip)) return ownAddress() ?? localAddress
  return localAddress
}

const ownAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
