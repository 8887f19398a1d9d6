import type { Selectable } from 'kysely'
import { type Ctx, inTransaction, type Principal, type WorkCtx } from '../../../platform/context.ts'
import type { ApiTokenTable } from '../../../schema/credentials.ts'
import * as notices from '../../identity/security-notices/service.ts'
import { titleOf } from './rules.ts'
import * as store from './store.ts'
import { type BoundColumns, hasNoLimits } from './token-bounds.ts'

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

/** The networks that are remembered of one management token. */
const MAX_NETWORKS = 20

type StoredToken = Pick<Selectable<ApiTokenTable>, 'management' | 'known_networks'> & BoundColumns

const networksIn = (json: string | null): string[] => (json === null ? [] : (JSON.parse(json) as string[]))

/** What a caller gets from a management token; undefined for every other kind of access. */
export function managementOf(row: StoredToken): Principal['management'] {
  const isManagement = row.management === 1 && hasNoLimits(row)
  return isManagement ? { knownNetworks: new Set(networksIn(row.known_networks)) } : undefined
}

/**
 * Remembers that a management token was used from a network, and warns its owner when it was not used from there before.
 * The first use of a token that no call made, such as that of the first start, warns of nothing. A store that cannot be
 * written holds nobody up: the next call tries again.
 */
export async function noteNetwork(
  call: WorkCtx<never> & { network: string },
  principal: Principal,
): Promise<void> {
  const { ownerAccountId, management } = principal
  if (!management) return
  const ctx = { ...call, principal, accountId: ownerAccountId }
  try {
    const networks = await inTransaction(ctx, (tx) => rememberNetwork(tx, principal))
    management.knownNetworks.clear()
    for (const network of networks) management.knownNetworks.add(network)
  } catch (error) {
    ctx.log.warn({ err: error }, 'the network of a management token could not be stored')
  }
}

async function rememberNetwork(
  tx: Ctx<never> & { network: string },
  { accountId, apiKeyId, tokenId }: Principal,
): Promise<string[]> {
  const row = await store.findToken(tx.db, accountId, Number(apiKeyId), tokenId)
  const known = networksIn(row?.known_networks ?? null)
  if (row?.management !== 1 || known.includes(tx.network)) return known
  const after = [tx.network, ...known].slice(0, MAX_NETWORKS)
  const columns = { known_networks: JSON.stringify(after) }
  await store.updateToken(tx.db, accountId, Number(apiKeyId), tokenId, columns)
  if (known.length > 0) await notices.warn(tx, accountId, 'managementNetwork', { what: titleOf(row) })
  return after
}
