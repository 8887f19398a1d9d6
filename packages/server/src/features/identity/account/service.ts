import { ALL_RIGHTS, type Profile } from '@latchwork/contract'
import type { Updateable } from 'kysely'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import { hashPassword } from '../../../platform/security/crypto.ts'
import { LOCALLY } from '../../../platform/security/hashing-turns.ts'
import type { AccountTable } from '../../../schema/accounts.ts'
import * as audit from '../../audit/service.ts'
import * as mailBudget from './mail-budget.ts'
import * as store from './store.ts'

export type { AccountView } from './store.ts'

export interface NewAccount {
  email: string
  passwordHash: string
  name: string
  language: string
  profile?: Profile
  /** The account of the first start runs the service (D100). */
  isOperator?: true
  /** Sub-accounts have a master and some of the rights. */
  sub?: { masterAccountId: number; rights: number; roles?: string | null }
}

/** How mail addresses are compared: any letter case is the same address (4.18). */
export const emailKey = (email: string): string => email.trim().toLowerCase()

/** Opens an account and returns its id. */
export async function open(ctx: Ctx<'email_taken'>, account: NewAccount): Promise<number> {
  return (await openIfFree(ctx, account)) ?? ctx.fail('email_taken', { isGuess: true })
}

/** The same; undefined when the address is another account's. */
export async function openIfFree(ctx: Ctx<never>, account: NewAccount): Promise<number | undefined> {
  return inTransaction(ctx, async (tx) =>
    (await isTaken(tx, account.email)) ? undefined : insert(tx, account),
  )
}

async function insert(ctx: Ctx<never>, account: NewAccount): Promise<number> {
  const now = ctx.clock.now()
  const accountId = await store.insert(ctx.db, {
    master_account_id: account.sub?.masterAccountId ?? null,
    type: 0,
    email: account.email,
    email_key: emailKey(account.email),
    password_hash: account.passwordHash,
    name: account.name,
    rights: account.sub?.rights ?? ALL_RIGHTS,
    roles: account.sub?.roles ?? null,
    language: account.language,
    profile: account.profile ? JSON.stringify(account.profile) : null,
    operator_since: account.isOperator ? now : null,
    created_at: now,
    updated_at: now,
  })
  const owner = account.sub?.masterAccountId ?? accountId
  const action = account.sub ? 'subAccount.created' : 'account.created'
  const detail = account.sub && { detail: { rights: String(account.sub.rights) } }
  const entry = { action, subject: accountId, ...detail } as const
  // The new account has the highest id, so its lock comes after all others.
  await inTransaction({ ...ctx, accountId: owner }, (tx) => audit.record(tx, entry))
  return accountId
}

/**
 * Does another account have this address? Until the transaction ends nobody else can take it: it is unique in the
 * whole service, so it has a lock of its own.
 */
async function isTaken(ctx: Ctx<never>, email: string, exceptFor?: number): Promise<boolean> {
  await store.lockEmail(ctx.db, ctx.engine, emailKey(email))
  const other = await findByEmail(ctx, email)
  return other !== undefined && other.account_id !== exceptFor
}

/** Refuses an address that another account has. */
export async function assertEmailFree(
  ctx: Ctx<'email_taken'>,
  email: string,
  exceptFor: number,
): Promise<void> {
  if (await isTaken(ctx, email, exceptFor)) ctx.fail('email_taken', { isGuess: true })
}

/** The first account and whether this call made it (D41). However many processes start, one makes it. */
export async function ensureFirst(
  ctx: Ctx<never>,
  { password, ...account }: { email: string; password: string; name: string },
): Promise<{ accountId: number; isNew: boolean } | undefined> {
  return inTransaction(ctx, async (tx) => {
    await store.lockAll(tx.db, tx.engine)
    if ((await store.count(tx.db)) === 0) {
      const passwordHash = await hashPassword(password, LOCALLY)
      const first = { ...account, passwordHash, language: 'en', isOperator: true } as const
      return { accountId: await insert(tx, first), isNew: true }
    }
    const known = await store.findByEmail(tx.db, emailKey(account.email))
    return known && { accountId: known.account_id, isNew: false }
  })
}

/**
 * Runs `work` while nothing else can be added to the account, and refuses when it holds `limit` already.
 * Counting and adding are one step, so two calls at once cannot both be the last that fits.
 */
export async function withinQuota<C extends Ctx<'quota_exceeded'>, T>(
  ctx: C,
  quota: { limit: number; of: string; count: (ctx: C) => Promise<number> },
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    if ((await quota.count(tx)) >= quota.limit) {
      tx.fail('quota_exceeded', { message: `At most ${quota.limit} ${quota.of}.` })
    }
    return work(tx)
  })
}

/** The master of an account; the account itself when it is one (D39). */
export async function ownerOf(ctx: Ctx<never>, accountId: number): Promise<number> {
  return (await store.find(ctx.db, accountId))?.master_account_id ?? accountId
}

/** The account with this mail address, in any letter case. */
export const findByEmail = (ctx: Ctx<never>, email: string) => store.findByEmail(ctx.db, emailKey(email))

/** An account by its id, whoever asks: who calls decides what of it is shown. */
export const find = (ctx: Ctx<never>, accountId: number) => store.find(ctx.db, accountId)

/** The account itself, for a call that came with one of its tokens or found it by them. */
export const view = (ctx: Ctx<never>, accountId: number) => store.view(ctx.db, accountId)

/** A sub-account, or the same 404 whether it is missing or somebody else's (D38). */
export async function getSub(ctx: Ctx<'not_found'>, accountId: number): Promise<store.AccountView> {
  return (await store.viewSub(ctx.db, ctx.accountId, accountId)) ?? ctx.fail('not_found')
}

export const listSubs = (ctx: Ctx<never>) => store.viewSubs(ctx.db, ctx.accountId)

export const countSubs = (ctx: Ctx<never>) => store.countSubs(ctx.db, ctx.accountId)

/** Stores what was decided elsewhere about an account. */
export const change = (ctx: Ctx<never>, accountId: number, changes: Updateable<AccountTable>) =>
  store.update(ctx.db, accountId, { ...changes, updated_at: ctx.clock.now() })

/** Counts a mail to an address of the account's choice (D118). */
export const { assertMayMail, mayMailReset, renewResetMails } = mailBudget

/** Counts a code for this address, against its share and that of the account that has it sent (D112, D118). */
export const assertMayMailCode = (
  ctx: Ctx<'rate_limited'>,
  row: Pick<store.AccountView, 'account_id' | 'master_account_id' | 'email_key'>,
  email: string,
) => mailBudget.assertMayMailCode(ctx, row, emailKey(email))

/** What the account is called, for those it writes to. */
export const nameOf = async (ctx: Ctx<never>, accountId: number): Promise<string> =>
  (await store.find(ctx.db, accountId))?.name ?? ''

/** With everything that refers to it: sub-accounts, keys, tokens, locks, users. */
export const remove = (ctx: Ctx<never>, accountId: number) => store.remove(ctx.db, accountId)

/** The one master account there is; undefined when there are several. */
export async function findOnly(ctx: Ctx<never>): Promise<number | undefined> {
  const [first, ...others] = await store.listFewMasters(ctx.db)
  return others.length === 0 ? first?.account_id : undefined
}
