import type { Engine } from '../src/platform/store/database.ts'
import { beforeStorageEnds, removeStorage } from './storage.ts'
import { type StartedForTest, type StartOptions, startForTest } from './test-service.ts'

/**
 * Services of this process that tests share, the least recently used first. They are one per engine and configuration:
 * a service serves many accounts, so tests with an account each cannot disturb one another.
 */
const running = new Map<string, Promise<StartedForTest>>()

/** Enough for the configurations of one file; more would only take memory and look for work. */
const MOST_RUNNING = 3

/** The service with this configuration, started if no test has needed it yet. */
export async function sharedService(engine: Engine, config: StartOptions['config']): Promise<StartedForTest> {
  const key = `${engine} ${JSON.stringify(config ?? {})}`
  const service = running.get(key) ?? startForTest(engine, config ? { config } : {})
  running.delete(key)
  running.set(key, service)
  // A failed start is not kept: the next test tries again.
  service.catch(() => running.delete(key))
  for (const oldest of running.keys()) if (running.size > MOST_RUNNING) await stop(oldest)
  return service
}

async function stop(key: string): Promise<void> {
  const started = running.get(key)
  running.delete(key)
  const known = await started?.catch(() => undefined)
  await known?.service.stop()
  if (known) removeStorage(known.storage)
}

export async function stopSharedServices(): Promise<void> {
  for (const key of [...running.keys()]) await stop(key)
}

beforeStorageEnds(stopSharedServices)
