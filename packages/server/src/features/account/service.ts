import { ALL_RIGHTS } from '@latchwork/contract'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import { hashPassword } from '../../platform/crypto.ts'
import * as audit from '../audit/service.ts'
import * as store from './store.ts'

export interface NewAccount {
  email: string
  password: string
  name: string
}

/** How mail addresses are compared: any letter case is the same address (4.18). */
export const emailKey = (email: string): string => email.trim().toLowerCase()

/** Creates a master account and returns its id. */
async function create(ctx: Ctx<never>, account: NewAccount): Promise<number> {
  const now = ctx.clock.now()
  const passwordHash = await hashPassword(account.password)
  const accountId = await store.insert(ctx.db, {
    master_account_id: null,
    type: 0,
    email: account.email,
    email_key: emailKey(account.email),
    password_hash: passwordHash,
    name: account.name,
    rights: ALL_RIGHTS,
    language: 'en',
    created_at: now,
    updated_at: now,
  })
  await audit.record({ ...ctx, accountId }, { action: 'account.created', subject: accountId })
  return accountId
}

/** The first account and whether this call made it (D41). However many processes start, one makes it. */
export async function ensureFirst(
  ctx: Ctx<never>,
  account: NewAccount,
): Promise<{ accountId: number; isNew: boolean } | undefined> {
  return inTransaction(ctx, async (tx) => {
    await store.lockAll(tx.db, tx.engine)
    if ((await store.count(tx.db)) === 0) return { accountId: await create(tx, account), isNew: true }
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
  accountId: number,
  quota: { limit: number; of: string; count: (ctx: C) => Promise<number> },
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    await store.lock(tx.db, tx.engine, accountId)
    if ((await quota.count(tx)) >= quota.limit) {
      tx.fail('quota_exceeded', { message: `At most ${quota.limit} ${quota.of}.` })
    }
    return work(tx)
  })
}

/** Holds the account until the transaction ends: what is decided about all it owns stays true. */
export const hold = (ctx: Ctx<never>, accountId: number) => store.lock(ctx.db, ctx.engine, accountId)

/** The master of an account; the account itself when it is one (D39). */
export async function ownerOf(ctx: Ctx<never>, accountId: number): Promise<number> {
  return (await store.find(ctx.db, accountId))?.master_account_id ?? accountId
}

/** The account with this mail address, in any letter case. */
export const findByEmail = (ctx: Ctx<never>, email: string) => store.findByEmail(ctx.db, emailKey(email))

/** An account by its id, whoever asks: who calls decides what of it is told. */
export const find = (ctx: Ctx<never>, accountId: number) => store.find(ctx.db, accountId)

/** What the account is called, for those it writes to. */
export const nameOf = async (ctx: Ctx<never>, accountId: number): Promise<string> =>
  (await store.find(ctx.db, accountId))?.name ?? ''
