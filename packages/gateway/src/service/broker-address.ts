import type { ConnectionOptions } from 'node:tls'
import { isLoopback } from '../config/config.ts'
import { OperatorError } from '../operator-error.ts'

/** Where the locks connect, and how that is recognized. */
export interface BrokerAddress {
  readonly brokerUrl: string
  readonly brokerTrust?: () => ConnectionOptions
}

/** Codes travel on this connection: without TLS only within one machine, unless the config file says otherwise. */
export function brokerAddress(
  url: string,
  trust: (() => ConnectionOptions) | undefined,
  allowPlain: boolean,
): BrokerAddress {
  const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' }
  if (protocol === 'mqtts:') return { brokerUrl: url, ...(trust && { brokerTrust: trust }) }
  if (protocol !== 'mqtt:') throw new OperatorError(`the address of the broker is no mqtt or mqtts address`)
  if (!allowPlain && !isLoopback(hostname))
    throw new OperatorError(
      `the broker at ${hostname} is offered without TLS; give it TLS, or set "allowPlain" in the config file`,
    )
  return { brokerUrl: url }
}
