import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'

/** A child process: the broker that the service embeds, with nothing around it. */
const broker = await Aedes.createBroker()
const server = createServer({ noDelay: true }, (socket) => void broker.handle(socket))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`listening on mqtt://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
