import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import type { TlsFiles } from '../../platform/net/tls-files.ts'

export interface DeviceTls {
  readonly files: TlsFiles
  /** Whether devices are asked for certificates of their own; undefined asks for none. */
  readonly certificates?: 'optional' | 'required' | undefined
}

export interface ListenerEvents {
  connected(socket: Socket): void
  /** A connection that never got as far as MQTT. */
  failed(error: Error): void
}

/** The TCP connections below TLS ones. */
const wires = new WeakMap<Socket, Socket>()

/** What carries the bytes: itself, or the TCP connection below a TLS one, which alone can be reset. */
export const wireOf = (socket: Socket): Socket => wires.get(socket) ?? socket

/** The server devices connect to, in clear text or with TLS. */
export function createDeviceServer(tls: DeviceTls | undefined, events: ListenerEvents): Server {
  if (!tls) return createServer({ noDelay: true }, events.connected)
  const { files, certificates } = tls
  const server = createTlsServer({
    ...files.options('devices'),
    noDelay: true,
    requestCert: certificates !== undefined,
    // A certificate that may be left out is judged at the login, where a refusal can be told and counted.
    rejectUnauthorized: certificates === 'required',
  })
  files.follow(server, 'devices')
  // Node does not tell which TCP connection a TLS one stands on; its two ends do.
  const open = new Map<string, Socket>()
  server.on('connection', (wire: Socket) => {
    const ends = endsOf(wire)
    open.set(ends, wire)
    wire.once('close', () => open.delete(ends))
  })
  server.on('secureConnection', (socket) => {
    const wire = open.get(endsOf(socket))
    if (wire) wires.set(socket, wire)
    events.connected(socket)
  })
  // Node leaves a connection whose handshake failed or took too long to whoever listens here.
  server.on('tlsClientError', (error, socket) => {
    socket.destroy()
    events.failed(error)
  })
  return server
}

const endsOf = ({ localAddress, localPort, remoteAddress, remotePort }: Socket): string =>
  [localAddress, localPort, remoteAddress, remotePort].join(' ')

/**
 * A certificate adds to the password, it does not replace it: a device signs with what it got together with the
 * password. So none is fine here (the handshake has refused it where one is required), and one that is shown must be of
 * a known authority and name this device: by its user name, or by its device id, which outlives its credentials.
 */
export function certificateFits(
  socket: Socket,
  { username, deviceId }: { username: string; deviceId: string },
): boolean {
  if (!(socket instanceof TLSSocket)) return true
  const shown = socket.getPeerX509Certificate()
  if (!shown) return true
  const names = namesIn(shown.subject, shown.subjectAltName)
  return (
    socket.authorized &&
    names.some((name) => name === username.toLowerCase() || name === deviceId.toLowerCase())
  )
}

/** The common name and the alternative names, in small letters. A name with odd letters is quoted and fits nobody. */
function namesIn(subject: string, alternatives: string | undefined): string[] {
  const common = subject.split('\n').filter((part) => part.startsWith('CN='))
  const others = (alternatives ?? '').split(', ').filter((part) => /^(DNS|URI):/.test(part))
  return [
    ...common.map((part) => part.slice('CN='.length)),
    ...others.map((part) => part.slice('DNS:'.length)),
  ].map((name) => name.toLowerCase())
}
