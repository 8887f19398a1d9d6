import { sql } from 'kysely'
import type { GrowingTable } from '../platform/store/engine.ts'

export const GROWING_TABLES = {
  smartlockLog: { name: 'smartlock_log' },
  event: { name: 'event' },
  /**
   * What waits for a lock that is offline waits for as long as it takes (D26), and how it ended can be asked for as long
   * as of any other.
   */
  operation: {
    name: 'operation',
    isNeeded: (beforeMs: number) => sql<boolean>`(status in ('queued', 'sent') or updated_at >= ${beforeMs})`,
  },
} as const satisfies Record<string, GrowingTable>
