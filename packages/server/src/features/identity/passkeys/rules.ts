import { isIP } from 'node:net'
import type { Incoming } from '../../../platform/observe/call-record.ts'

/** How long a person has to touch an authenticator. */
export const CHALLENGE_MS = 5 * 60 * 1000
export const MAX_PASSKEYS = 20

/** Ceremonies that a network may begin in a quarter of an hour, whether or not they end. */
export const MAX_BEGUN = 100
export const BEGUN_WINDOW_MS = 15 * 60 * 1000

/** EdDSA, ES256 and RS256: what authenticators have. */
export const ALGORITHMS = [-8, -7, -257]

/** The site that a passkey is made for and used at. */
export interface Site {
  /** The relying party id of WebAuthn: a host name, never an IP address. */
  id: string
  origin: string
}

/**
 * Where people reach the console: the address the operator has set, otherwise the one of the call. A caller who makes
 * up a Host gains nothing: an authenticator signs for the host its browser is really at.
 */
export function siteOf(consoleUrl: string | undefined, incoming: Incoming): Site | { problem: string } {
  const url = URL.parse(consoleUrl ?? `${incoming.protocol}://${incoming.host}`)
  if (!url?.hostname) return { problem: 'The address of this console is not known.' }
  const { hostname, origin, protocol } = url
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) {
    const port = url.port === '' ? '' : `:${url.port}`
    return {
      problem:
        `Passkeys need a host name, and ${hostname} is an IP address. On this machine open ` +
        `http://localhost${port}; elsewhere use a name with HTTPS and set LATCHWORK_PUBLIC_URL to it.`,
    }
  }
  if (protocol !== 'https:' && !isLocal) {
    return {
      problem: `Passkeys need HTTPS, and ${origin} is reached without. Serve it with TLS and set LATCHWORK_PUBLIC_URL.`,
    }
  }
  return { id: hostname, origin }
}

export interface ClientData {
  challenge: string
  crossOrigin: boolean
}

/** What the browser says it signed for; undefined when it is nothing of the kind. */
export function readClientData(clientDataJSON: string): ClientData | undefined {
  try {
    const read = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as Record<
      string,
      unknown
    >
    if (typeof read.challenge !== 'string') return undefined
    return {
      challenge: read.challenge,
      crossOrigin: read.crossOrigin === true || read.topOrigin !== undefined,
    }
  } catch {
    return undefined
  }
}

/** A counter that does not rise belongs to a copy; authenticators that do not count say 0 (WebAuthn 7.2). */
export const isCopy = (known: number, shown: number): boolean => (known > 0 || shown > 0) && shown <= known
