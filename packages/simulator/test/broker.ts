import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { Aedes } from 'aedes'

/** A real MQTT broker on a free port of the loopback interface. */
export async function startBroker(t: TestContext) {
  const aedes = await Aedes.createBroker()
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    aedes.handle(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => aedes.close(() => resolve()))
  })
  const handled = new Map<string, number>()
  aedes.on('ack', (_packet, client) => handled.set(client.id, (handled.get(client.id) ?? 0) + 1))
  const { port } = server.address() as AddressInfo
  return {
    aedes,
    url: `mqtt://127.0.0.1:${port}`,
    /** How many messages this client has received and dealt with. */
    handledBy: (clientId: string) => handled.get(clientId) ?? 0,
  }
}
