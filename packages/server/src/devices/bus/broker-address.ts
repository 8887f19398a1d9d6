import { StartupError } from '../../platform/startup-error.ts'

/** Where an external broker is and how to log in there. */
export interface BrokerAddress {
  readonly protocol: 'mqtt' | 'mqtts'
  readonly host: string
  readonly port: number
  readonly username?: string
  readonly password?: string
}

/** Reads `mqtt://user:password@host:port` or `mqtts://…`. Its errors never repeat the text, which holds a password. */
export function parseBrokerAddress(text: string): BrokerAddress {
  const url = URL.parse(text)
  const protocol = url?.protocol.slice(0, -1)
  if (!url?.hostname || (protocol !== 'mqtt' && protocol !== 'mqtts')) {
    throw new StartupError(
      'The address of the MQTT broker must look like mqtt://user:password@host:port or mqtts://…',
    )
  }
  const port = Number(url.port) || (protocol === 'mqtt' ? 1883 : 8883)
  return {
    protocol,
    // MQTT.js and the operating system want IPv6 addresses without brackets.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    ...(url.username && { username: decode(url.username) }),
    ...(url.password && { password: decode(url.password) }),
  }
}

/** A password with a bare percent sign is meant as it stands. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Host and port as people write them. */
export const hostAndPort = ({ host, port }: BrokerAddress): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`
