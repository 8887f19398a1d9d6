import type { GuestHelp, GuestReason } from '@latchwork/contract'
import type { GuestCtx } from '../../../http/handler.ts'
import { AppError } from '../../../platform/app-error.ts'
import { inTransaction } from '../../../platform/context.ts'
import { countAttempt } from '../../../platform/security/attempts.ts'
import * as authorizations from '../../access/service.ts'
import * as audit from '../../audit/service.ts'
import * as smartlocks from '../../locks/service.ts'
import * as mail from '../../mail/service.ts'
import { type DoorCode, type Target, targetOf } from './target.ts'

/** The host is told so often an hour about one link, and everybody is answered so often. */
const MOST_ALERTS = 2
const MOST_ANSWERS = 20
const HOUR_MS = 3_600_000

/** Why the code does not open each door, as far as anybody here can know; the host hears the same. */
export async function ask(ctx: GuestCtx<'token_invalid' | 'rate_limited'>): Promise<GuestHelp> {
  const target = await targetOf(ctx)
  const of = (kind: string, max: number) => [{ kind, value: target.link.id, max, windowMs: HOUR_MS }]
  const counted = await countAttempt(ctx, of('guest-help', MOST_ANSWERS))
  if ('retryAfterSeconds' in counted) ctx.fail('rate_limited', counted)
  const doors = await reasonsOf(ctx, target)
  const isNews = 'id' in (await countAttempt(ctx, of('guest-help-told', MOST_ALERTS)))
  if (isNews) await tellHost(ctx, target, doors)
  return { doors }
}

async function reasonsOf(ctx: GuestCtx<'token_invalid'>, target: Target): Promise<GuestHelp['doors']> {
  const names = await smartlocks.namesOf(ctx, target.smartlockIds)
  const keypads = new Set(await smartlocks.withKeypad(ctx, target.smartlockIds))
  const codes = new Map(target.codes.map((code) => [code.smartlockId, code]))
  const asked = target.smartlockIds.filter((id) => keypads.has(id) || codes.has(id))
  return Promise.all(
    asked.map(async (smartlockId) => ({
      smartlockId,
      name: names.get(smartlockId) ?? '',
      ...(await reasonOf(ctx, codes.get(smartlockId))),
    })),
  )
}

async function reasonOf(
  ctx: GuestCtx<'token_invalid'>,
  code: DoorCode | undefined,
): Promise<{ reason: GuestReason; fromDate?: string }> {
  if (!code) return { reason: 'no_code' }
  const refuse = (): never => {
    throw new AppError('token_invalid')
  }
  const quiet = { ...ctx, fail: refuse }
  const { rule, nextWindows } = await authorizations.explain(quiet, code.smartlockId, { authId: code.authId })
  const next = nextWindows[0]?.from
  return { reason: rule, ...(rule !== 'allowed' && next !== undefined && { fromDate: next }) }
}

/** By mail, by an event of each code and on phones: whoever watches the account hears of it. */
const tellHost = (ctx: GuestCtx<'token_invalid'>, target: Target, doors: GuestHelp['doors']): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { timeZone } = target
    const troubles = doors.map(({ name, reason, fromDate }) => ({
      smartlockName: name,
      reason,
      ...(fromDate !== undefined && { opens: { at: Date.parse(fromDate), timeZone } }),
    }))
    await mail.sendToAccount(tx, tx.accountId, 'guestNeedsHelp', {
      guestName: target.name,
      addressName: target.address?.name ?? '',
      doors: troubles,
    })
    const authIds = target.codes.map((code) => code.authId)
    await authorizations.warn(tx, authIds, 'A guest says that the code does not work.')
    await tx.ports.alertRaised(tx, {
      kind: 'guestCodeFails',
      // Asked for anew is told anew: how often that may be was counted before.
      key: `${target.link.id}:${tx.clock.now()}`,
      subject: target.name,
      timeZone,
      troubles,
      path: target.consolePath,
    })
    const actor = { accountId: null, name: `guest link ${target.link.id}` }
    await audit.record({ ...tx, actor }, { action: 'guestLink.helpAsked', subject: target.link.id })
  })
