import type { Ctx, LateWrite, Principal, RequestCtx } from '../../platform/context.ts'
import { LATE } from '../../platform/late-writes.ts'
import { assertAccountHeld } from '../../platform/store/account-locks.ts'
import { chained, headText, type Unhashed } from './rules.ts'
import * as store from './store.ts'

export {
  anchor,
  anchorFirst,
  beginAnew,
  checkpointOfAll,
  checkpointOfOwn,
  sealBlank,
  verify,
} from './anchor/service.ts'
export { exported, exportedSigned } from './export.ts'

/** What was done: a change of credentials, grants or rights, or an act of the operator. */
export type AuditAction =
  | 'account.created'
  | `apiKey.${'created' | 'updated' | 'deleted'}`
  | `apiToken.${'created' | 'updated' | 'deleted'}`
  | `advancedKey.${'applied' | 'updated' | 'deleted' | 'reactivated'}`
  | `pairing.${'switched' | 'removed'}`
  | `session.${'opened' | 'verified' | 'remembered' | 'closed'}`
  | `smartlock.${'rogueAction' | 'lateAction' | 'lostEvent' | 'secretExposed' | 'credentialsReplaced' | 'flood'}`
  | `login.${'failed' | 'manyFailed'}`
  | `authorization.${'created' | 'updated' | 'deleted'}`
  | `webhook.${'created' | 'updated' | 'deleted'}`
  | `smartlock.${'created' | 'deleted' | 'credentialsCreated' | 'switched' | 'connected'}`
  | `gateway.${'created' | 'renamed' | 'claimCodeMade' | 'claimed' | 'deleted'}`
  | `import.${'created' | 'started' | 'ended' | 'canceled' | 'entry'}`
  | `group.${'created' | 'renamed' | 'joined' | 'left' | 'deleted'}`
  | `bulk.${'created' | 'ended' | 'canceled'}`
  | `sheet.${'created' | 'started' | 'ended' | 'canceled'}`
  | `plan.${'created' | 'updated' | 'confirmed' | 'realigned' | 'held' | 'removed' | 'deleted'}`
  | `guestLink.${'created' | 'kept' | 'revoked' | 'doorOpened' | 'helpAsked'}`
  | `addressToken.${'kept' | 'ended'}`
  | `guestMessages.${'gatewaySet' | 'gatewayRemoved' | 'calendarsTrusted' | 'calendarsDistrusted' | 'addressVouched'}`
  | `oauthGrant.${'created' | 'deleted'}`
  | `advancedKey.${'approved' | 'tested' | 'rejected' | 'suspended'}`
  | `operator.${'granted' | 'revoked'}`
  | 'mail.read'
  | 'webhook.secretReplaced'
  | 'advancedKey.secretReplaced'
  | `secretKey.${'rotated' | 'retired'}`
  | 'password.changed'
  | 'email.changed'
  | `otp.${'enabled' | 'disabled'}`
  | `passkey.${'added' | 'renamed' | 'removed' | 'copied'}`
  | 'recoveryCodes.made'
  | 'recoveryCode.used'
  | `bridge.${'made' | 'tokenReplaced' | 'pairingOpened' | 'paired' | 'removed' | 'callbackAdded' | 'callbackRemoved'}`
  | `subAccount.${'created' | 'updated' | 'deleted'}`
  | 'account.deleted'
  | 'person.erased'
  | 'retention.changed'

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

/** What the service does by itself, as when a stay begins. */
export const SERVICE: NonNullable<Origin['actor']> = { accountId: null, name: 'service' }

/**
 * Adds to the audit log of `ctx.accountId`, in the transaction of the change it records. Every hash needs the key of
 * the service, so somebody who can only write to the database cannot make a chain that holds.
 */
export const record = (ctx: Ctx<never> & Origin, entry: NewEntry): Promise<void> => recordAll(ctx, [entry])

/** Several entries at once: the end of the chain is locked and moved once, however many there are. */
export async function recordAll(ctx: Ctx<never> & Origin, entries: readonly NewEntry[]): Promise<void> {
  assertAccountHeld(ctx.db, ctx.accountId)
  for (const entry of entries) ctx.late.add(CHAIN, rowOf(ctx, entry))
}

/** One statement for all entries of an account. */
const CHAIN: LateWrite<Numberless> = {
  rank: LATE.audit,
  async write(ctx, entries) {
    const byAccount = Map.groupBy(entries, ({ account_id }) => account_id)
    for (const accountId of [...byAccount.keys()].sort((a, b) => a - b))
      await append(ctx, accountId, byAccount.get(accountId) as Numberless[])
  },
}

async function append(ctx: Ctx<never>, accountId: number, entries: readonly Numberless[]): Promise<void> {
  let end: { seq: number; hash: string } = await store.lockHead(ctx.db, accountId)
  const rows = entries.map((entry) => {
    const row = { ...entry, seq: end.seq + 1 }
    const hash = ctx.sealer.mac(chained(end.hash, row), 'audit')
    end = { seq: row.seq, hash }
    return { ...row, hash }
  })
  await store.insert(ctx.db, rows)
  const proof = ctx.sealer.mac(headText(accountId, end), 'audit head')
  await store.moveHead(ctx.db, accountId, { ...end, proof })
}

/** An entry before it has its place in the chain. */
type Numberless = Omit<Unhashed, 'seq'>

function rowOf(ctx: Ctx<never> & Origin, { action, subject, detail }: NewEntry): Numberless {
  const actor = ctx.actor ?? ctx.principal
  return {
    account_id: ctx.accountId,
    at: ctx.clock.now(),
    actor_account_id: actor?.accountId ?? null,
    actor_name: actor?.name ?? OPERATOR,
    action,
    subject: subject === undefined ? null : String(subject),
    detail: detail ? JSON.stringify(detail) : null,
    request_id: ctx.requestId ?? null,
  }
}

/**
 * Adds an act of the operator to the log of the account it is about, where it was the operator; which person that was
 * is shown by the operator's own log.
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
