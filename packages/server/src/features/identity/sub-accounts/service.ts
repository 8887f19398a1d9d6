import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Profile, RoleAssignment } from '@latchwork/contract'
import type { Ctx, RequestCtx } from '../../../platform/context.ts'
import { hashPassword } from '../../../platform/security/crypto.ts'
import { LOCALLY } from '../../../platform/security/hashing-turns.ts'
import { createTurns } from '../../../platform/work/turns.ts'
import * as audit from '../../audit/service.ts'
import { rightsOfRoles, safeForOlder } from '../../keys/token-limits/service.ts'
import * as account from '../account/service.ts'
import * as passwords from '../passwords/service.ts'
import { amendment, askerOf, assertProved, type NewOwner, type ProvedChanges } from '../profile/service.ts'
import * as stepUp from '../step-up/service.ts'
import { compileExpression, MAX_EXPRESSION_LENGTH } from './expression.ts'
import { changeOfRoles, columnsOfRoles, type RoleRefusal, rolesText } from './roles.ts'

type Row = account.AccountView

/** All sub-accounts, or those whose address matches the expression (D76). */
export async function list(ctx: RequestCtx<'regex_invalid'>, expression: string | undefined): Promise<Row[]> {
  if (expression === undefined) return account.listSubs(ctx)
  const matches = compileExpression(expression) ?? refuse(ctx)
  return filterTurns.take(ctx.accountId, async () => {
    const found: Row[] = []
    for (const sub of await account.listSubs(ctx)) {
      if (matches(sub.email)) found.push(sub)
      // A large expression takes a few milliseconds for one address, so other requests are served in between.
      await nextTurn()
    }
    return found
  })
}

/** One request filters at a time: a hundred of them, one address each, would hold up the service for a second at once. */
const filterTurns = createTurns(1, 1, 10)

const EXPRESSION_RULE =
  `must be a regular expression of at most ${MAX_EXPRESSION_LENGTH} characters, made of literal characters, . ^ $ | ` +
  '( ) [ ] * + ? {n,m} \\d \\w \\s, and not too large when its counts are written out'

const refuse = (ctx: RequestCtx<'regex_invalid'>): never =>
  ctx.fail('regex_invalid', { errors: [{ path: 'query.email', message: EXPRESSION_RULE }] })

export interface NewSubAccount extends NewOwner, stepUp.Proof {
  rights: number
  roles?: RoleAssignment[]
  profile: Profile
  invite?: boolean
}

type CreateCtx = RequestCtx<
  'email_taken' | 'quota_exceeded' | 'rate_limited' | RoleRefusal | stepUp.StepUpRefusal
>

/** Who signs in as it holds every scope, so a narrow token needs the person to make one (D109). Answers what to do then. */
export async function create(
  ctx: CreateCtx,
  { password, rights, roles = [], invite = false, currentPassword, otp, ...fields }: NewSubAccount,
): Promise<(ctx: CreateCtx) => Promise<Row>> {
  await stepUp.assertOwnerStepUp(ctx, { currentPassword, otp })
  const passwordHash = await hashPassword(password, askerOf(ctx))
  return (later) =>
    account.withinQuota(later, quotaOf(ctx), async (tx) => {
      const sub = { masterAccountId: tx.accountId, ...(await columnsOfRoles(tx, roles, rights)) }
      const row = (await account.view(tx, await account.open(tx, { ...fields, passwordHash, sub }))) as Row
      if (invite) await mailInvite(tx, row)
      return row
    })
}

/** One of another service: it comes in with a password of its own, which it has to ask for. */
export interface BroughtSubAccount {
  email: string
  name: string
  language: string
  rights: number
  roles: readonly RoleAssignment[]
  passwordHash: string
}

/** Of a password that nobody knows and nobody is told. It takes a while, so nothing is held meanwhile. */
export const unknownPassword = (): Promise<string> =>
  hashPassword(randomBytes(32).toString('base64'), LOCALLY)

export async function bring(
  ctx: Ctx<'quota_exceeded'>,
  { rights, roles, ...fields }: BroughtSubAccount,
): Promise<number | 'taken'> {
  const sub = {
    masterAccountId: ctx.accountId,
    rights: roles.length > 0 ? rightsOfRoles(roles) : rights,
    roles: roles.length > 0 ? JSON.stringify(roles.map(safeForOlder)) : null,
  }
  const made = await account.withinQuota(ctx, quotaOf(ctx), (tx) =>
    account.openIfFree(tx, { ...fields, sub }),
  )
  return made ?? 'taken'
}

const quotaOf = (ctx: Ctx<never>) => ({
  limit: ctx.limits.subAccounts,
  of: 'sub-accounts per account',
  count: account.countSubs,
})

/** The address is one of the caller's choice, so it counts with their mails (D118). */
async function mailInvite(tx: CreateCtx, row: Row): Promise<void> {
  await account.assertMayMail(tx, tx.accountId)
  await passwords.mailFirst(tx, row, tx.principal.name)
}

type UpdateCtx = RequestCtx<'not_found' | 'email_taken' | 'rate_limited' | RoleRefusal | stepUp.StepUpRefusal>

/**
 * Changes a sub-account; rights count with the next call of any of its tokens. To take it over needs the person behind
 * the master's token (D109). Answers what to do then.
 */
export async function update(
  ctx: UpdateCtx,
  accountId: number,
  {
    currentPassword,
    otp,
    roles,
    ...fields
  }: Omit<ProvedChanges, 'roles'> & { roles?: RoleAssignment[] | null },
): Promise<(ctx: UpdateCtx) => Promise<Row>> {
  const row = await account.getSub(ctx, accountId)
  const changes = { ...fields, ...(await changeOfRoles(ctx, row, roles, fields.rights)) }
  await assertProved(ctx, row, changes, { currentPassword, otp })
  const detail =
    changes.rights == null ? {} : { detail: { rights: String(changes.rights), ...rolesText(roles) } }
  return amendment<UpdateCtx>(ctx, {
    accountId,
    find: (tx) => account.getSub(tx, accountId),
    changes,
    changed: (tx) => audit.record(tx, { action: 'subAccount.updated', subject: accountId, ...detail }),
  })
}

/** A sub-account, or the same 404 whether it is missing or somebody else's (D38). */
export const get = account.getSub
