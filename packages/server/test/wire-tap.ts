import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

/** Somebody on the network between devices and their broker: hears everything, and can put in what he likes. */
export interface WireTap {
  readonly port: number
  /** Every byte that passed, in either direction. */
  heard(): string
  /** What the last device to connect gave as user name and password. */
  login(): { username: string; password: string }
  /** Sends the last device to connect a message, as if it came from the broker. */
  inject(topic: string, payload: string): void
  stop(): Promise<void>
}

export async function startWireTap(targetPort: number): Promise<WireTap> {
  const chunks: Buffer[] = []
  const sockets = new Set<Socket>()
  let hello: Buffer | undefined
  let device: Socket | undefined
  const server = createServer((near) => {
    const far = createConnection({ port: targetPort, host: '127.0.0.1' })
    device = near
    near.once('data', (chunk: Buffer) => {
      hello = chunk
    })
    forward(near, far)
    forward(far, near)
  })

  function forward(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      to.write(chunk)
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => Buffer.concat(chunks).toString('latin1'),
    login: () => loginIn(hello ?? Buffer.alloc(0)),
    inject: (topic, payload) => void device?.write(publishPacket(topic, payload)),
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** The last two fields of a CONNECT packet with a will (MQTT 3.1.1, 3.1.3). */
function loginIn(packet: Buffer): { username: string; password: string } {
  let at = 1
  while ((packet[at++] ?? 0) >= 128);
  at += 10
  const fields: string[] = []
  while (at + 2 <= packet.length) {
    const length = packet.readUInt16BE(at)
    fields.push(packet.toString('utf8', at + 2, at + 2 + length))
    at += 2 + length
  }
  const [username = '', password = ''] = fields.slice(3)
  return { username, password }
}

/** A PUBLISH packet of quality of service 0 (MQTT 3.1.1, 3.3). */
function publishPacket(topic: string, payload: string): Buffer {
  const name = Buffer.from(topic)
  const body = Buffer.concat([Buffer.from([name.length >> 8, name.length & 255]), name, Buffer.from(payload)])
  const length: number[] = []
  for (let rest = body.length; ; rest >>= 7) {
    length.push(rest < 128 ? rest : (rest & 127) | 128)
    if (rest < 128) return Buffer.concat([Buffer.from([0x30, ...length]), body])
  }
}
