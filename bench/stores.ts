import type { Storage } from './latchwork-process.ts'
import { newDirectory } from './processes.ts'

/** A store engine the service can be measured on. */
export interface Store {
  readonly engine: 'SQLite' | 'PostgreSQL'
  /** An empty one each time. */
  newStorage(): Promise<Storage>
  stop(): Promise<void>
}

export const sqliteStore: Store = {
  engine: 'SQLite',
  newStorage: async () => ({ dataDir: newDirectory() }),
  stop: async () => undefined,
}
