import { lookup as resolve } from 'node:dns'
import { readFileSync } from 'node:fs'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import type { Agent, buildConnector } from 'undici'
import { StartupError } from '../startup-error.ts'
import type { AddressGuard } from './address-guard.ts'

/** The HTTP client, which connects only to addresses that the guard allows. */
export interface OutboundClient {
  request: Undici['request']
  strict: Agent
  /** For this machine, where certificates may be anybody's. */
  own: Agent
  connected: Connected
}

/** Open connections by host and port: a target that has one was reached. */
type Connected = Map<string, number>

function countConnection(connected: Connected, host: string, socket: Socket): void {
  connected.set(host, (connected.get(host) ?? 0) + 1)
  socket.once('close', () => {
    const left = (connected.get(host) ?? 1) - 1
    if (left > 0) connected.set(host, left)
    else connected.delete(host)
  })
}

type Undici = typeof import('undici')

export async function loadClient(
  guard: AddressGuard,
  timeoutMs: number,
  secureContext: SecureContext | undefined,
): Promise<OutboundClient> {
  const undici = await import('undici')
  const connected: Connected = new Map()
  const agent = (rejectUnauthorized: boolean) =>
    newAgent(undici, guard, connected, { timeoutMs, secureContext, rejectUnauthorized })
  return { request: undici.request, strict: agent(true), own: agent(false), connected }
}

/** Made once: reading all authorities again for every connection would cost more than the connection. */
export function readAuthorities(caFile: string | undefined): SecureContext | undefined {
  if (caFile === undefined) return undefined
  try {
    return createSecureContext({ ca: [...rootCertificates, readFileSync(caFile, 'utf8')] })
  } catch (error) {
    throw new StartupError(
      `LATCHWORK_OUTBOUND_CA_FILE names a file that cannot be read: ${(error as Error).message}`,
    )
  }
}

class ForbiddenAddress extends Error {
  readonly code = 'FORBIDDEN_ADDRESS'
}

/**
 * Names are resolved here and only here, and the connection goes to an address that was judged: a name that answers
 * differently the second time (DNS rebinding) is of no use. The address of the open socket is judged once more.
 */
function newAgent(
  undici: Undici,
  guard: AddressGuard,
  connected: Connected,
  {
    timeoutMs,
    secureContext,
    rejectUnauthorized,
  }: { timeoutMs: number; secureContext: SecureContext | undefined; rejectUnauthorized: boolean },
): Agent {
  const connect = undici.buildConnector({
    lookup: guardedLookup(guard),
    timeout: timeoutMs,
    rejectUnauthorized,
    allowH2: false,
    ...(secureContext && { secureContext }),
  } as Parameters<typeof buildConnector>[0])
  return new undici.Agent({
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    pipelining: 1,
    connect(target, callback) {
      const host = target.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !guard.allows(host)) {
        callback(new ForbiddenAddress(`${host} is not a public address`), null)
        return
      }
      connect(target, (...[error, socket]) => {
        if (error) return callback(error, null)
        if (guard.allows(socket.remoteAddress ?? '')) {
          countConnection(connected, target.host ?? '', socket)
          return callback(null, socket)
        }
        socket.destroy()
        callback(new ForbiddenAddress('the connection leads to an address that is not public'), null)
      })
    },
  })
}

const guardedLookup =
  (guard: AddressGuard): LookupFunction =>
  (host, { all, ...options }, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const allowed = addresses.filter(({ address }) => guard.allows(address))
      const [first] = allowed
      if (!first) return callback(new ForbiddenAddress(`${host} has no public address`), '', 0)
      if (all) return callback(null, allowed)
      callback(null, first.address, first.family)
    })
  }
