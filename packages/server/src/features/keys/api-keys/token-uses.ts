import type { Ctx, Principal } from '../../../platform/context.ts'
import type * as store from './store.ts'

/** How exactly it is remembered when a token was used: a session lives for hours, the others for years. */
const USE_GRAIN_MS = { api: 86_400_000, oauth: 86_400_000, session: 600_000 } as const
const FLUSH_MS = 60_000

export interface UsedToken {
  readonly principal: Pick<Principal, 'tokenId'>
  readonly kind: store.TokenKind
  lastUsedAt: number
}

/** When tokens were used: noted at each call, stored now and then. */
export function createTokenUses(ctx: Ctx<never>) {
  const used = new Map<string, { kind: store.TokenKind; at: number }>()
  let cancelFlush = () => {}

  async function flush(): Promise<void> {
    const uses = [...used]
    used.clear()
    for (const [id, { kind, at }] of uses) await ctx.ports.accessUsed(ctx, { kind, id, at })
  }

  function flushLater(): void {
    const flushAndGoOn = () =>
      flush()
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'token use could not be stored'))
        .finally(flushLater)
    const hasUses = async () => (used.size > 0 ? ctx.clock.now() : undefined)
    cancelFlush = ctx.clock.after(FLUSH_MS, flushAndGoOn, hasUses)
  }

  return {
    note(token: UsedToken, now: number): void {
      const at = now - (now % USE_GRAIN_MS[token.kind])
      if (token.lastUsedAt >= at) return
      token.lastUsedAt = at
      used.set(token.principal.tokenId, { kind: token.kind, at })
    },
    start: flushLater,
    async stop(): Promise<void> {
      cancelFlush()
      await flush()
    },
  }
}
