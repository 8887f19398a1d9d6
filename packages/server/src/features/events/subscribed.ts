import { BoundedCache } from '../../platform/bounded-cache.ts'
import type { Platform } from '../../platform/context.ts'
import type { Woken } from '../../platform/work/wake.ts'

/** Accounts that are remembered: a number and a flag each. */
const MAX_ACCOUNTS = 50_000
/** When nobody told us that somebody subscribed, the clock finds their events until this has passed. */
const MAX_AGE_MS = 60_000

export interface Subscribed {
  start(): void
  stop(): void
  /** Those accounts of a wake-up whose events somebody gets; null when there are none. */
  among(about: Woken): Promise<Woken | null>
}

/**
 * Whose events somebody gets. Nearly every event is of an account that has no webhook, or no notification, and looking
 * for those who are to get it would cost more than the event. It is only asked when a wake-up names accounts: what is
 * wrong here is late by a look of the clock, and not lost.
 */
export function createSubscribed(
  platform: Platform,
  listOf: (accountIds: readonly number[]) => Promise<readonly { account_id: number }[]>,
): Subscribed {
  const known = new BoundedCache<number, boolean>(MAX_ACCOUNTS, { ttl: MAX_AGE_MS })
  let version = 0
  let unlisten = () => {}

  async function learn(accountIds: readonly number[]): Promise<ReadonlySet<number>> {
    const versionAtStart = version
    const found = new Set((await listOf(accountIds)).map(({ account_id }) => account_id))
    // Somebody may have subscribed while we were reading.
    if (version === versionAtStart) for (const id of accountIds) known.set(id, found.has(id))
    return found
  }

  return {
    start() {
      unlisten = platform.wake.listen('subscription', (about) => {
        version += 1
        if (about === 'all') known.clear()
        else for (const accountId of about) known.delete(accountId)
      })
    },
    stop: () => unlisten(),
    async among(about) {
      if (about === 'all') return about
      const unknown = [...about].filter((id) => !known.has(id))
      const found = unknown.length > 0 ? await learn(unknown) : undefined
      const wanted = new Set([...about].filter((id) => found?.has(id) || known.get(id)))
      return wanted.size > 0 ? wanted : null
    },
  }
}
