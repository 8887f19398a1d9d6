import type { Changes, Profile } from '@latchwork/contract'
import type { RequestCtx } from '../../platform/context.ts'
import { hashPassword } from '../../platform/crypto.ts'
import * as account from '../account/service.ts'
import * as audit from '../audit/service.ts'
import { emailFilter } from './rules.ts'
import { type AccountFields, amend, type NewOwner } from './service.ts'

type Row = account.AccountView

/** All sub-accounts, or those whose address matches the expression (D76). */
export async function list(ctx: RequestCtx<'regex_invalid'>, expression: string | undefined): Promise<Row[]> {
  const matches = expression === undefined ? () => true : (emailFilter(expression) ?? refuse(ctx))
  return (await account.listSubs(ctx)).filter(({ email }) => matches(email))
}

const refuse = (ctx: RequestCtx<'regex_invalid'>): never =>
  ctx.fail('regex_invalid', {
    errors: [{ path: 'query.email', message: 'must be a regular expression of at most 200 characters' }],
  })

export interface NewSubAccount extends NewOwner {
  rights: number
  profile: Profile
}

export async function create(
  ctx: RequestCtx<'email_taken' | 'quota_exceeded'>,
  { password, rights, ...fields }: NewSubAccount,
): Promise<Row> {
  const passwordHash = await hashPassword(password)
  const quota = {
    limit: ctx.limits.subAccounts,
    of: 'sub-accounts per account',
    count: account.countSubs,
  }
  return account.withinQuota(ctx, ctx.accountId, quota, async (tx) => {
    const sub = { masterAccountId: tx.accountId, rights }
    return (await account.view(tx, await account.open(tx, { ...fields, passwordHash, sub }))) as Row
  })
}

/** Changes a sub-account; rights count with the next call of any of its tokens. */
export async function update(
  ctx: RequestCtx<'not_found' | 'email_taken' | 'rate_limited'>,
  accountId: number,
  changes: Changes<AccountFields>,
): Promise<Row> {
  const detail = changes.rights == null ? {} : { detail: { rights: String(changes.rights) } }
  return amend(ctx, {
    accountId,
    find: (tx) => account.getSub(tx, accountId),
    changes,
    changed: (tx) => audit.record(tx, { action: 'subAccount.updated', subject: accountId, ...detail }),
  })
}

/** A sub-account, or the same 404 whether it is missing or somebody else's (D38). */
export const get = account.getSub
