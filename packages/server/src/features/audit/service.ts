import type { Ctx, Principal, RequestCtx } from '../../platform/context.ts'
import { chained, headText, type Unhashed } from './rules.ts'
import * as store from './store.ts'

/** What was done: a change of credentials, grants or rights, or an act of the operator. */
export type AuditAction =
  | 'account.created'
  | `apiKey.${'created' | 'updated' | 'deleted'}`
  | `apiToken.${'created' | 'updated' | 'deleted'}`
  | `advancedKey.${'applied' | 'updated' | 'deleted' | 'reactivated'}`
  | `session.${'opened' | 'verified' | 'closed'}`
  | `smartlock.${'rogueAction' | 'lateAction' | 'lostEvent' | 'secretExposed' | 'credentialsReplaced' | 'flood'}`
  | `oauthGrant.${'created' | 'deleted'}`
  | `advancedKey.${'approved' | 'tested' | 'rejected' | 'suspended'}`
  | `operator.${'granted' | 'revoked'}`
  | 'mail.read'
  | `secretKey.${'rotated' | 'retired'}`
  | 'password.changed'
  | 'email.changed'
  | `otp.${'enabled' | 'disabled'}`
  | `passkey.${'added' | 'renamed' | 'removed' | 'copied'}`
  | 'recoveryCodes.made'
  | 'recoveryCode.used'
  | `subAccount.${'created' | 'updated' | 'deleted'}`
  | 'account.deleted'

export interface NewEntry {
  action: AuditAction
  /** Id of what was changed. */
  subject?: string | number
  /** Short texts, never a secret. */
  detail?: Record<string, string>
}

/** Who did it: the caller, or somebody who has just shown who they are; without either it is the operator. */
export interface Origin {
  principal?: Principal | undefined
  /** Without an account: it is not known who did it. */
  actor?: { accountId: number | null; name: string }
  requestId?: string | undefined
}

const OPERATOR = 'operator'

/**
 * Adds to the audit log of `ctx.accountId`, in the transaction of the change it tells of. Every hash needs the key of
 * the service, so somebody who can only write to the database cannot make a chain that holds.
 */
export async function record(ctx: Ctx<never> & Origin, { action, subject, detail }: NewEntry): Promise<void> {
  if (!ctx.db.isTransaction) throw new Error('audit entries are written in the transaction of the change')
  const actor = ctx.actor ?? ctx.principal
  const head = await store.lockHead(ctx.db, ctx.accountId)
  const entry: Unhashed = {
    account_id: ctx.accountId,
    seq: head.seq + 1,
    at: ctx.clock.now(),
    actor_account_id: actor?.accountId ?? null,
    actor_name: actor?.name ?? OPERATOR,
    action,
    subject: subject === undefined ? null : String(subject),
    detail: detail ? JSON.stringify(detail) : null,
    request_id: ctx.requestId ?? null,
  }
  const hash = ctx.sealer.mac(chained(head.hash, entry), 'audit')
  await store.insert(ctx.db, { ...entry, hash })
  const end = { seq: entry.seq, hash }
  const proof = ctx.sealer.mac(headText(ctx.accountId, end), 'audit head')
  await store.moveHead(ctx.db, ctx.accountId, { ...end, proof })
}

/**
 * Adds an act of the operator to the log of the account it is about, where it was the operator; which person that was
 * is told by the operator's own log.
 */
export async function recordByOperator(
  ctx: Ctx<never> & Origin,
  accountId: number,
  entry: NewEntry,
): Promise<void> {
  if (accountId === ctx.accountId) return record(ctx, entry)
  await record({ ...ctx, accountId, principal: undefined }, entry)
  const detail = { ...entry.detail, accountId: String(accountId) }
  if (ctx.principal) await record(ctx, { ...entry, detail })
}

/** A page of the log, newest first. */
export const list = (ctx: RequestCtx, page: { id?: number; limit: number }) =>
  store.list(ctx.db, ctx.accountId, page.id, page.limit)

export interface Verdict {
  chains: number
  entries: number
  /** One sentence per broken chain, about the first entry that does not hold. */
  problems: string[]
}

const PAGE = 1000

/** Recomputes every chain. For the operator: it looks at all accounts. */
export async function verify(ctx: Ctx<never>): Promise<Verdict> {
  const verdict: Verdict = { chains: 0, entries: 0, problems: [] }
  let accountId = await store.nextChain(ctx.db, -1)
  while (accountId !== undefined) {
    const found = await verifyChain(ctx, accountId)
    verdict.chains += 1
    verdict.entries += found.entries
    if (found.problem) verdict.problems.push(`Account ${accountId}: ${found.problem}`)
    accountId = await store.nextChain(ctx.db, accountId)
  }
  return verdict
}

interface Link {
  seq: number
  hash: string
}

async function verifyChain(ctx: Ctx<never>, accountId: number) {
  const head = await store.findHead(ctx.db, accountId)
  if (!head) return { entries: 0, problem: 'the end of the log is missing.' }
  const { last, problem } = await followChain(ctx, accountId, head.seq)
  return { entries: last.seq, problem: problem ?? (await endProblem(ctx, head, last)) }
}

/** Recomputes the hashes up to `end`, or to the first entry that does not hold. */
async function followChain(ctx: Ctx<never>, accountId: number, end: number) {
  let last: Link = { seq: 0, hash: '' }
  while (last.seq < end) {
    const page = await store.follow(ctx.db, accountId, last.seq, Math.min(PAGE, end - last.seq))
    if (page.length === 0) return { last, problem: `entry ${last.seq + 1} is missing.` }
    for (const { hash, ...entry } of page) {
      if (entry.seq !== last.seq + 1) return { last, problem: `entry ${last.seq + 1} is missing.` }
      const expected = ctx.sealer.mac(chained(last.hash, entry), 'audit')
      if (hash !== expected) return { last, problem: `entry ${entry.seq} was altered.` }
      last = { seq: entry.seq, hash }
    }
  }
  return { last, problem: undefined }
}

async function endProblem(
  ctx: Ctx<never>,
  head: Link & { account_id: number; proof: string },
  last: Link,
): Promise<string | undefined> {
  const proof = ctx.sealer.mac(headText(head.account_id, last), 'audit head')
  if (head.hash !== last.hash || head.proof !== proof) return 'the end of the log was altered.'
  // The service may have added an entry meanwhile; then the end has moved with it.
  const [beyond] = await store.follow(ctx.db, head.account_id, last.seq, 1)
  const end = await store.findHead(ctx.db, head.account_id)
  if (beyond && beyond.seq > (end?.seq ?? 0)) return `entry ${beyond.seq} was added by somebody else.`
  return undefined
}
