import process from 'node:process'
import { startGateway } from '../../src/gateway.ts'
import { jsonLog } from '../../src/log.ts'
import { systemClock } from '../../src/system-clock.ts'
import { ipcFamily } from './ipc-family.ts'

/** A gateway to be killed: its hub is the process that started it. */
const [server, dataDir, claimCode] = process.argv.slice(2) as [string, string, string]
process.on('disconnect', () => process.exit(1))
process.on('uncaughtException', (error) => {
  process.stdout.write(`${error.stack}\n`)
  process.exit(1)
})
const gateway = await startGateway({
  config: { server, dataDir, hubs: [{ family: 'ipc', address: 'parent' }] },
  families: { ipc: async () => ipcFamily },
  clock: systemClock,
  log: jsonLog((line) => process.stdout.write(line)),
  version: '1.0.0',
  claimCode,
})
await gateway.failed
