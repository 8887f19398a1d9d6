import type { ErrorCode, Right, Scope } from '@latchwork/contract'
import type { Fail } from './app-error.ts'
import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'
import { type LateRows, LateWrites, NoLateWrites } from './late-writes.ts'
import type { Networks } from './net/networks.ts'
import type { Outbound } from './net/outbound.ts'
import type { Incoming } from './observe/call-record.ts'
import type { Log } from './observe/log.ts'
import type { Metrics } from './observe/metrics.ts'
import type { Span, Traces } from './observe/traces.ts'
import type { KeyRing } from './security/sealer.ts'
import type { SecondFactorRule } from './security/second-factor-rule.ts'
import { holdAccounts } from './store/account-locks.ts'
import type { Changes } from './store/changes.ts'
import type { Db, Engine } from './store/database.ts'
import type { StoreHealth } from './store/store-health.ts'
import { inDatabaseTransaction } from './store/transaction.ts'
import type { Wake } from './work/wake.ts'

/** The numbers that services enforce. Which there are is said where they are read: `config/limits.ts` adds them. */
// biome-ignore lint/suspicious/noEmptyInterface: see above
export interface Limits {}

/** What features ask of those above them: `features/ports.ts` says what. */
// biome-ignore lint/suspicious/noEmptyInterface: see above
export interface Ports {}

/** What every use case may need and nobody owns. */
export interface Platform {
  readonly engine: Engine
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly sealer: KeyRing
  readonly limits: Limits
  readonly metrics: Metrics
  /** Undefined where nobody collects traces. */
  readonly traces: Traces | undefined
  readonly wake: Wake
  /** What became of rows that are kept in memory. */
  readonly changes: Changes
  /** Whether what is accepted can be stored. */
  readonly storeHealth: StoreHealth
  /** The way to addresses that users of the API chose. */
  readonly outbound: Outbound
  /** What features ask of those above them. */
  readonly ports: Ports
  /** Where people reach the console, for links in mails; undefined where nobody has said. */
  readonly consoleUrl: string | undefined
  /** Where neither a lock nor an address names a zone (D15). */
  readonly defaultTimeZone: string
  /** Of whom more than a password is demanded (D116). */
  readonly secondFactor: SecondFactorRule
}

/**
 * The first argument of every service function. `Codes` are the refusals the function may raise: a handler's context
 * only accepts what its route declares, so an undeclared refusal does not compile.
 */
export interface Ctx<Codes extends ErrorCode = never> extends Platform {
  /** The database, or the transaction the caller opened. */
  readonly db: Db
  /** Whose locks, authorizations and addresses: the master account, also for its sub-accounts (D39). */
  readonly accountId: number
  readonly fail: Fail<Codes>
  /** Runs the effect once the surrounding transaction is durable; at once when there is none. */
  readonly afterCommit: (effect: () => void) => void
  /** What is gathered until the end of the transaction and written just before it commits. */
  readonly late: LateWrites<Ctx<never>>
  /** Of the call that this is part of, if it is one (D28). */
  readonly requestId?: string
  /** When that call came in. */
  readonly calledAt?: number
  /** What is recorded of it: whatever comes next is a part of this. */
  readonly span?: Span | undefined
}

/** A kind of rows that a transaction writes last. */
export type LateWrite<T> = LateRows<T, Ctx<never>>

/** What a token is limited to (D119), as things are now; `features/keys/token-limits` says by what. */
// biome-ignore lint/suspicious/noEmptyInterface: see above
export interface TokenLimits {}

/**
 * What each right of a sub-account with roles is for (D209); undefined for a right that is for everything. `view` is what
 * needs no right: what any of the roles is for.
 */
export type Reach = ReadonlyMap<Right | 'view', TokenLimits | undefined>

/** What a caller is for, as far as the right goes; undefined: everything of the account. */
export const limitsFor = (
  { limits, reach }: Pick<Principal, 'limits' | 'reach'>,
  right: Right | undefined,
): TokenLimits | undefined => (reach ? reach.get(right ?? 'view') : limits)

/** Who is calling. */
export interface Principal {
  /** The account itself: its keys, settings, webhooks (D39). */
  readonly accountId: number
  /** The account whose locks it uses; the same for a master. */
  readonly ownerAccountId: number
  /** Shown in logs as the actor. */
  readonly name: string
  readonly isMaster: boolean
  /** A person who signed in with the operator's account; no token made for a program ever is (D100). */
  readonly isOperator: boolean
  /** A session that has still to set up or show the second factor that is demanded: it may do nothing else (D116). */
  readonly needsSecondFactor: boolean
  readonly rights: number
  readonly scopes: ReadonlySet<Scope>
  /** An API token, an OAuth access token, a console session. */
  readonly kind: 'api' | 'oauth' | 'session'
  /** Of the token, the grant or the session. */
  readonly tokenId: string
  readonly apiKeyId: number | null
  /** When it ends by itself; Infinity for never. */
  readonly expiresAt: number
  /** Set on account-management tokens only (D243), with the networks they were used from. */
  readonly management: { readonly knownNetworks: Set<string> } | undefined
  /** Where it is taken from; undefined for everywhere. */
  readonly networks: Networks | undefined
  /** What the call is limited to, by its token or by the role that lets it in. Undefined: it is for everything of the account. */
  readonly limits: TokenLimits | undefined
  /** What the token alone is limited to (D119). */
  readonly tokenLimits: TokenLimits | undefined
  /** Undefined: rights are for everything that `limits` says. */
  readonly reach: Reach | undefined
}

/** The context of work that a caller asks for, or that the service does by itself: then nobody is the principal. */
export interface WorkCtx<Codes extends ErrorCode = never> extends Ctx<Codes> {
  readonly principal?: Principal
  readonly incoming?: Incoming
}

/** The context of any call over HTTP. */
export interface CallCtx<Codes extends ErrorCode = never> extends Ctx<Codes> {
  readonly requestId: string
  /** Where the call comes from: an IPv4 address or an IPv6 /64. */
  readonly network: string
  /** The call itself, for those who keep a record of it. */
  readonly incoming: Incoming
}

/** The context of a call that came with a token. */
export interface RequestCtx<Codes extends ErrorCode = never> extends CallCtx<Codes> {
  readonly principal: Principal
}

/**
 * Runs `work` in a transaction, or in the one that is already open. The transaction is the only writer of the account of
 * `ctx`. Effects registered with `afterCommit` run when the outermost transaction is durable, and not at all when it
 * rolls back.
 */
export function inTransaction<C extends Ctx<never>, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (!ctx.db.isTransaction) return openTransaction(ctx, [ctx.accountId], work)
  return joinTransaction(ctx, holdAccounts(ctx.db, [ctx.accountId], false), work)
}

/**
 * The same for work on several accounts: the transaction is the only writer of all of them. Where another transaction is
 * open already, it may begin again with the locks of these accounts, because locks are taken in ascending order.
 */
export function inAccounts<C extends Ctx<never>, T>(
  ctx: C,
  accountIds: Iterable<number>,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  if (!ctx.db.isTransaction) return openTransaction(ctx, [...accountIds], work)
  return joinTransaction(ctx, holdAccounts(ctx.db, accountIds, true), work)
}

async function joinTransaction<C extends Ctx<never>, T>(
  ctx: C,
  holding: Promise<void> | undefined,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  await holding
  return ctx.late instanceof NoLateWrites ? withLateWrites(ctx, work) : work(ctx)
}

async function openTransaction<C extends Ctx<never>, T>(
  ctx: C,
  accounts: readonly number[],
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  let effects: (() => void)[] = []
  const span = ctx.span && ctx.traces?.begin('transaction', 'internal', ctx.span)
  const attempt = async (db: Db): Promise<T> => {
    effects = []
    const afterCommit = (effect: () => void) => void effects.push(effect)
    return withLateWrites({ ...ctx, db, afterCommit, span }, work)
  }
  const onUndone = (code: string) => ctx.metrics.transactionRetries.inc({ code })
  const committing = inDatabaseTransaction(ctx.db, attempt, { onUndone, accounts })
  const result = await (span ? recorded(span, committing) : committing)
  for (const effect of effects) runEffect(ctx, effect)
  return result
}

/** What is stored is true whatever becomes of its effects, and those of one call are no matter of another's. */
function runEffect(ctx: Ctx<never>, effect: () => void): void {
  try {
    effect()
  } catch (error) {
    ctx.log.error({ err: error }, 'what follows a transaction failed')
  }
}

async function recorded<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    const result = await work
    span.end()
    return result
  } catch (error) {
    span.end('failed')
    throw error
  }
}

/** Whoever opened the transaction below this layer may join it with a context: what is written last is written here. */
async function withLateWrites<C extends Ctx<never>, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  const tx = { ...ctx, late: new LateWrites<Ctx<never>>() }
  const worked = await work(tx)
  await tx.late.write(tx)
  return worked
}

/** What a context has while no transaction is open. */
export const OUTSIDE_TRANSACTIONS: Pick<Ctx, 'afterCommit' | 'late'> = {
  afterCommit: (effect) => effect(),
  late: new NoLateWrites(),
}

/** A context for work nobody asked for over HTTP: devices and timers. Its refusals are bugs. */
export function systemContext(platform: Platform, db: Db, accountId: number): Ctx<never> {
  return {
    ...platform,
    db,
    accountId,
    fail: (code: never): never => {
      throw new Error(`unexpected refusal ${String(code)}`)
    },
    ...OUTSIDE_TRANSACTIONS,
  }
}
