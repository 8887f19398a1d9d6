import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'

/**
 * A child process: the broker that the service embeds, with nothing around it. It retains nothing: what it keeps in memory
 * it goes through whole for every subscription, and ten thousand locks would wait for that and not for the machine.
 */
const broker = await Aedes.createBroker({
  authorizePublish(_client, packet, done) {
    packet.retain = false
    done(null)
  },
})
const server = createServer({ noDelay: true }, (socket) => void broker.handle(socket))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`listening on mqtt://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
