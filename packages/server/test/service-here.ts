import { createClient } from '@latchwork/sdk'
import { startService } from '../src/compose/compose.ts'
import { prepareOwner } from '../src/compose/first-start.ts'
import { listen } from '../src/compose/listen.ts'
import { createSandbox } from '../src/compose/sandbox.ts'
import { loadConfig, publicUrlOf } from '../src/config.ts'
import { PROCESS_TOKEN, processSettings } from './service-process.ts'
import type { Storage } from './storage.ts'
import type { Api } from './world.ts'

export interface ServiceHere {
  readonly url: string
  readonly brokerUrl: string
  readonly api: Api
  stop(): Promise<void>
}

/**
 * The service on a port of its own, with the settings of `startProcess`, but in the process of the test: where nobody
 * kills it, a second of loading is saved each time.
 */
export async function startHere(
  storage: Storage,
  settings: Record<string, string> = {},
  args: string[] = [],
): Promise<ServiceHere> {
  const config = loadConfig(
    processSettings(storage, settings),
    args.includes('--sandbox') ? { sandbox: true } : {},
  )
  const sandbox = config.sandbox ? createSandbox() : undefined
  const service = await startService({ config, sandbox, processMetrics: true })
  const stop = async () => {
    await sandbox?.stop()
    await service.stop()
  }
  const owner = await prepareOwner(service, config)
  if (owner) await sandbox?.start(service, owner.accountId)
  const url = publicUrlOf(config, await listen(service.app, config))
  return { url, brokerUrl: service.bus.url, api: createClient({ baseUrl: url, token: PROCESS_TOKEN }), stop }
}
