import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { InsertOrder, InsertResult } from './insert-loop.ts'
import type { Storage } from './latchwork-process.ts'
import { startNode, stopChild } from './processes.ts'

const CHILD = fileURLToPath(new URL('insert-loop.ts', import.meta.url))

export interface StoreInserts {
  /** Durable inserts a second. */
  measure(order: InsertOrder): Promise<number>
  stop(): Promise<void>
}

export function startStoreInserts({ dataDir, databaseUrl }: Storage): StoreInserts {
  const args = [CHILD, dataDir, ...(databaseUrl ? [databaseUrl] : [])]
  const child = startNode(args, { side: 'measured', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit').then(() => {
    throw new Error('The loop of inserts ended.')
  })
  ended.catch(() => undefined)
  return {
    async measure(order) {
      child.send(order)
      const [result] = (await Promise.race([once(child, 'message'), ended])) as [InsertResult]
      return result.inserts / result.seconds
    },
    stop: () => stopChild(child),
  }
}
