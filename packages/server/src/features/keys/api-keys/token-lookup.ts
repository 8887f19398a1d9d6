import { SCOPES, type Scope } from '@latchwork/contract'
import { BoundedCache } from '../../../platform/bounded-cache.ts'
import type { Ctx, Principal } from '../../../platform/context.ts'
import { networksOf } from '../../../platform/net/networks.ts'
import { isDemandedOf, type SecondFactorRule } from '../../../platform/security/second-factor-rule.ts'
import type { Woken } from '../../../platform/work/wake.ts'
import * as tokenLimits from '../token-limits/service.ts'
import * as store from './store.ts'
import { createTokenUses, managementOf, type UsedToken } from './token-uses.ts'

const MAX_CACHED = 10_000
/** Other processes hear of a revocation at once by a wake-up, and by this time at the latest. */
const OTHER_PROCESS_MS = 1000

interface CachedToken extends UsedToken {
  principal: Principal
  expiresAt: number
  readAt: number
}

export interface TokenLookupCache {
  lookUp(tokenHash: string): Principal | undefined | Promise<Principal | undefined>
  /** Only what is known at once. */
  known(tokenHash: string, now: number): Principal | undefined
  start(): void
  stop(): Promise<void>
}

/**
 * Who a token belongs to, without a database round trip for a token seen before. Any revocation makes it forget the tokens
 * of the account: at once in this process, by a wake-up in others.
 */
export function createTokenLookup(ctx: Ctx<never>): TokenLookupCache {
  const cache = new BoundedCache<string, CachedToken>(MAX_CACHED)
  const uses = createTokenUses(ctx)
  const maxAgeMs = ctx.engine === 'postgres' ? OTHER_PROCESS_MS : Number.POSITIVE_INFINITY
  let version = 0
  let unlisten = () => {}

  async function read(hash: string, now: number): Promise<Principal | undefined> {
    const versionAtStart = version
    const row = await store.findByTokenHash(ctx.db, hash)
    const expiresAt = row?.expires_at ?? Number.POSITIVE_INFINITY
    if (!row || expiresAt <= now) return undefined
    const bounds = await tokenLimits.resolve(ctx, row.master_account_id ?? row.account_id, row)
    const principal = principalOf(row, ctx.secondFactor, bounds)
    const entry = { principal, kind: row.kind, expiresAt, readAt: now, lastUsedAt: row.last_used_at ?? 0 }
    uses.note(entry, now)
    // A revocation while we were reading: what we read may be stale, so it is used once and not kept.
    if (version === versionAtStart) cache.set(hash, entry)
    return principal
  }

  function forget(about: Woken): void {
    version += 1
    drop(cache, about)
  }

  /** What is still to be believed. */
  function fresh(hash: string, now: number): CachedToken | undefined {
    const cached = cache.get(hash)
    return cached && now - cached.readAt <= maxAgeMs ? cached : undefined
  }

  function use(cached: CachedToken, now: number): Principal | undefined {
    if (cached.expiresAt <= now) return undefined
    uses.note(cached, now)
    return cached.principal
  }

  return {
    lookUp(hash) {
      const now = ctx.clock.now()
      const cached = fresh(hash, now)
      return cached ? use(cached, now) : read(hash, now)
    },
    known(hash, now) {
      const cached = fresh(hash, now)
      return cached && use(cached, now)
    },
    start() {
      unlisten = ctx.wake.listen('credential', forget)
      uses.start()
    },
    async stop() {
      unlisten()
      await uses.stop()
    },
  }
}

function drop(cache: BoundedCache<string, CachedToken>, about: Woken): void {
  if (about === 'all') cache.clear()
  else
    for (const [hash, { principal }] of cache.entries())
      if (about.has(principal.accountId) || about.has(principal.ownerAccountId)) cache.delete(hash)
}

type TokenRow = NonNullable<Awaited<ReturnType<typeof store.findByTokenHash>>>

type Bounds = Pick<Principal, 'limits' | 'tokenLimits' | 'reach'>

function principalOf(row: TokenRow, rule: SecondFactorRule, bounds: Bounds): Principal {
  return {
    accountId: row.account_id,
    ownerAccountId: row.master_account_id ?? row.account_id,
    name: row.name,
    isMaster: row.master_account_id === null,
    isOperator: row.kind === 'session' && row.master_account_id === null && row.operator_since !== null,
    needsSecondFactor: row.kind === 'session' && row.second_factor !== 1 && isDemandedOf(rule, row),
    rights: row.rights,
    scopes: new Set(row.kind === 'session' ? SCOPES : (JSON.parse(row.scopes) as Scope[])),
    kind: row.kind,
    tokenId: row.id,
    apiKeyId: row.api_key_id,
    expiresAt: row.expires_at ?? Number.POSITIVE_INFINITY,
    management: managementOf(row),
    networks: row.networks === null ? undefined : networksOf(JSON.parse(row.networks) as string[]),
    ...bounds,
  }
}
