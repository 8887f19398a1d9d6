import type { Ctx } from '../../../platform/context.ts'
import { tokenContext } from '../service.ts'
import * as store from '../store.ts'
import { matches, type Opener, type Shown, sha256, type TokenKeys } from './rules.ts'

/** A bridge with what programs show for it. */
export interface KnownBridge extends TokenKeys {
  readonly accountId: number
  readonly bridgeId: number
  /** Of the account. */
  readonly name: string
  readonly pairingUntil: number | null
  readonly sealed: string
}

export interface BridgeDirectory {
  start(): void
  stop(): void
  all(): Promise<readonly KnownBridge[]>
  /** Whose token it was made with, and what must not be shown again. */
  find(shown: Shown): Promise<{ bridge: KnownBridge; proof: string | undefined } | undefined>
}

/** Word of a change in another process may be lost: then what is known is wrong for no longer. */
const MAX_AGE_MS = 2000

/**
 * All bridges, in memory: what a program sends does not say whose it is, so it is compared with each. Read again when a
 * credential has changed; a token is opened once.
 */
export function createBridgeDirectory(ctx: Ctx<never>, open: Opener): BridgeDirectory {
  let known: readonly KnownBridge[] = []
  let readAt: number | undefined
  let reading: Promise<readonly KnownBridge[]> | undefined
  const damaged = new Set<string>()
  let version = 0
  let unlisten = () => {}

  async function read(): Promise<readonly KnownBridge[]> {
    const versionAtStart = version
    const rows = await store.listAll(ctx.db, ctx.limits.bridges)
    const before = new Map(known.map((bridge) => [bridge.sealed, bridge]))
    known = rows.flatMap((row) => {
      const keys = before.get(row.token_sealed) ?? readable(ctx, row, damaged)
      if (!keys) return []
      const { account_id: accountId, bridge_id: bridgeId, name, pairing_until: pairingUntil } = row
      return [{ ...keys, accountId, bridgeId, name, pairingUntil, sealed: row.token_sealed }]
    })
    // A change while we were reading: what was read may be stale, so it is used once and not kept.
    readAt = version === versionAtStart ? ctx.clock.now() : undefined
    return known
  }

  async function all(): Promise<readonly KnownBridge[]> {
    const age = readAt === undefined ? undefined : Math.abs(ctx.clock.now() - readAt)
    if (age !== undefined && (ctx.engine === 'sqlite' || age <= MAX_AGE_MS)) return known
    // However many ask at once, one reads.
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }

  return {
    start() {
      unlisten = ctx.wake.listen('credential', () => {
        version += 1
        readAt = undefined
      })
    },
    stop: () => unlisten(),
    all,
    async find(shown) {
      const now = ctx.clock.now()
      // All of them, also after one has matched: the time of the answer says nothing.
      const found = (await all()).flatMap((bridge) => {
        const match = matches(shown, bridge, now, open)
        return match ? [{ bridge, proof: match.proof }] : []
      })
      return found[0]
    },
  }
}

/** One damaged row must not shut the programs of all other accounts out. Told once, however often it is read. */
function readable(ctx: Ctx<never>, row: store.BridgeRow, damaged: Set<string>): TokenKeys | undefined {
  try {
    return keysOf(ctx, row)
  } catch (error) {
    const { account_id: accountId, token_sealed: sealed } = row
    if (!damaged.has(sealed)) ctx.log.error({ err: error, accountId }, 'the token of a bridge cannot be read')
    damaged.add(sealed)
    return undefined
  }
}

function keysOf(ctx: Ctx<never>, row: store.BridgeRow): TokenKeys {
  const token = ctx.sealer.open(row.token_sealed, tokenContext(row.account_id))
  return { token, digest: sha256(token) }
}
