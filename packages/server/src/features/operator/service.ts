import type { AdvancedKeyStatus, MailState, OperatorAct, OperatorApplication } from '@latchwork/contract'
import { type Ctx, inAccounts, inTransaction, type RequestCtx } from '../../platform/context.ts'
import * as audit from '../audit/service.ts'
import * as account from '../identity/account/service.ts'
import * as advancedKeys from '../keys/advanced-keys/service.ts'
import * as mail from '../mail/service.ts'
import * as store from './store.ts'

/** How much waits for the operator. */
export async function duties(ctx: Ctx<never>): Promise<{ applications: number; waitingMails: number }> {
  const [applications, waitingMails] = await Promise.all([
    advancedKeys.countApplied(ctx),
    mail.countWaiting(ctx),
  ])
  return { applications, waitingMails }
}

const PAGE = 50

export interface MailQuery {
  state?: MailState
  id?: string
  limit?: number
}

/** A mail, and whether the operator may read its words; with them once that was done. */
export interface OutboxMail extends mail.ReadMail {
  isReadable: boolean
}

/** Mails of all accounts, newest first. */
export async function listMail(
  ctx: Ctx<never>,
  { id, limit = PAGE, ...filter }: MailQuery,
): Promise<OutboxMail[]> {
  const page = { ...filter, limit, ...(id !== undefined && { olderThanId: id }) }
  return (await mail.listAll(ctx, page)).map((row) => ({ row, isReadable: mail.canBeRead(row) }))
}

/**
 * One mail with its words, where nobody else can bring them to their reader. A mail may carry what opens an account, so
 * reading it is recorded in the log of the account it was written for (D100).
 */
export async function readMail(ctx: RequestCtx<'not_found'>, id: string): Promise<OutboxMail> {
  const found = await mail.findAny(ctx, id)
  if (!found) return ctx.fail('not_found')
  const { row } = found
  if (!mail.canBeRead(row)) return { row, isReadable: false }
  const accountId = await account.ownerOf(ctx, row.account_id)
  await inAccounts(ctx, [ctx.accountId, accountId], async (tx) => {
    const detail = { about: row.template, to: row.recipient }
    await audit.recordByOperator(tx, accountId, { action: 'mail.read', subject: id, detail })
  })
  return { ...found, isReadable: true }
}

export interface ApplicationQuery {
  status?: AdvancedKeyStatus
  id?: number
  limit?: number
}

export const listApplications = (ctx: Ctx<never>, { limit = PAGE, ...page }: ApplicationQuery) =>
  advancedKeys.listApplications(ctx, { ...page, limit })

/** Decides about an application and shows what has become of it. */
export async function decide(
  ctx: RequestCtx<'not_found' | 'advanced_key_state'>,
  apiKeyId: number,
  act: OperatorAct,
): Promise<OperatorApplication> {
  return inTransaction(ctx, async (tx) => {
    const decision = await advancedKeys.decide(tx, apiKeyId, act)
    if (decision && !decision.isDone) {
      const message = `An advanced key that is ${decision.status} cannot be changed by "${act}".`
      return tx.fail('advanced_key_state', { message })
    }
    return (await advancedKeys.showApplication(tx, apiKeyId)) ?? tx.fail('not_found')
  })
}

/** What came of an order about who is operator. */
export type Appointment = 'done' | 'was so already' | 'no account' | 'sub-account' | 'last operator'

/** Makes a main account the operator's; for the command line. */
export const grant = (ctx: Ctx<never>, email: string) => appoint(ctx, email, true)

/** Takes that back; somebody stays operator, so that the console is never without one by mistake. */
export const revoke = (ctx: Ctx<never>, email: string) => appoint(ctx, email, false)

/** Sessions of the account are looked up anew, so that it counts with their next call. */
async function appoint(ctx: Ctx<never>, email: string, isOperator: boolean): Promise<Appointment> {
  const found = await account.findByEmail(ctx, email)
  if (!found) return 'no account'
  if (found.master_account_id !== null) return 'sub-account'
  const accountId = found.account_id
  return inTransaction({ ...ctx, accountId }, async (tx) => {
    const operators = await store.lockOperators(tx.db, tx.engine)
    const was = operators.some(({ account_id }) => account_id === accountId)
    if (was === isOperator) return 'was so already'
    if (!isOperator && operators.length === 1) return 'last operator'
    await account.change(tx, accountId, { operator_since: isOperator ? tx.clock.now() : null })
    await audit.record(tx, {
      action: isOperator ? 'operator.granted' : 'operator.revoked',
      subject: accountId,
    })
    tx.afterCommit(() => tx.wake.notify('credential', accountId))
    return 'done'
  })
}

/** Who is operator, longest first. */
export const list = (ctx: Ctx<never>) => store.listOperators(ctx.db)
