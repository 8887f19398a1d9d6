import type { Smartlock } from '@latchwork/contract'
import { LRUCache } from 'lru-cache'
import type { RequestCtx } from '../../platform/context.ts'
import { JsonText } from '../../platform/json-text.ts'
import { present } from './present.ts'
import * as smartlocks from './service.ts'

/** Locks whose texts are kept at most, over all accounts: about 1.2 kB each. */
const MAX_LOCKS = 20_000

/** A lock nobody hears of becomes stale by the clock alone, so texts are not kept for ever. */
const MAX_AGE_MS = 60_000
/** A timer that counts seconds down. */
const COUNTING = '"ringToOpenEnd"'
const COUNTING_MAX_AGE_MS = 1000

interface AccountTexts {
  version: number
  madeAt: number
  maxAgeMs: number
  list: JsonText<Smartlock[]>
  byId: Map<number, JsonText<Smartlock>>
}

export interface SmartlockTexts {
  list(ctx: RequestCtx): Promise<JsonText<Smartlock[]>>
  get(ctx: RequestCtx<'not_found'>, smartlockId: number): Promise<JsonText<Smartlock>>
}

/**
 * The locks of an account as they go over the wire. Integrators poll them far more often than they change, and turning
 * them into text is most of the work, so the texts are kept as long as no commit touched the table. Where several
 * processes write, nobody can know that, and every call reads.
 */
export function createSmartlockTexts(): SmartlockTexts {
  const kept = new LRUCache<number, AccountTexts>({
    maxSize: MAX_LOCKS,
    // An account without locks takes room too.
    sizeCalculation: ({ byId }) => Math.max(byId.size, 1),
  })

  async function textsOf(ctx: RequestCtx): Promise<AccountTexts> {
    // Taken before reading: a commit in between makes what is kept look older than it is, never newer.
    const version = ctx.versionOf && ctx.versionOf('smartlock') + ctx.versionOf('lock_desired')
    const now = ctx.clock.now()
    const known = kept.get(ctx.accountId)
    if (known && known.version === version && now - known.madeAt < known.maxAgeMs) return known
    const entries = (await smartlocks.list(ctx, {})).map(
      (view) => [view.row.smartlock_id, JSON.stringify(present(view, now))] as const,
    )
    const texts = {
      version: version ?? -1,
      madeAt: now,
      maxAgeMs: entries.some(([, text]) => text.includes(COUNTING)) ? COUNTING_MAX_AGE_MS : MAX_AGE_MS,
      list: new JsonText<Smartlock[]>(`[${entries.map(([, text]) => text).join(',')}]`),
      byId: new Map(entries.map(([id, text]) => [id, new JsonText<Smartlock>(text)])),
    }
    if (version !== undefined) kept.set(ctx.accountId, texts)
    return texts
  }

  return {
    list: async (ctx) => (await textsOf(ctx)).list,
    async get(ctx, smartlockId) {
      // Reading all locks for the sake of one only pays where they are kept.
      if (!ctx.versionOf)
        return new JsonText(JSON.stringify(present(await smartlocks.view(ctx, smartlockId), ctx.clock.now())))
      return (await textsOf(ctx)).byId.get(smartlockId) ?? ctx.fail('not_found')
    },
  }
}
