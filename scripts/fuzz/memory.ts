import { setTimeout as delay } from 'node:timers/promises'
import type { ServiceProcess } from '../../packages/server/test/service-process.ts'

/** In MB, after a full collection. */
export interface Memory {
  /** Objects and buffers the service holds on to. */
  readonly held: number
  /** What the operating system counts; it gives memory back late. */
  readonly resident: number
}

const MB = 1_048_576

export async function measureMemory({ url, pid }: ServiceProcess): Promise<Memory> {
  // A collection frees what waits for the next one: finalizers, closed sockets.
  for (let i = 0; i < 3; i++) {
    process.kill(pid, 'SIGUSR2')
    await delay(500)
  }
  const text = await (await fetch(`${url}/metrics`)).text()
  const figure = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN) / MB
  return {
    held: figure('nodejs_heap_size_used_bytes') + figure('nodejs_external_memory_bytes'),
    resident: figure('process_resident_memory_bytes'),
  }
}
