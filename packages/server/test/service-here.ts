import { createClient } from '@latchwork/sdk'
import { startService } from '../src/compose/compose.ts'
import { open } from '../src/compose/listen.ts'
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
  const { port } = await open(service, config, sandbox)
  const url = publicUrlOf(config, port)
  return { url, brokerUrl: service.bus.url, api: createClient({ baseUrl: url, token: PROCESS_TOKEN }), stop }
}
