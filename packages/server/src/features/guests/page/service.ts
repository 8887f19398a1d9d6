import type { GuestHelp, GuestPage, Language, OperationStatus, Picture } from '@latchwork/contract'
import type { GuestCtx } from '../../../http/handler.ts'
import { toWireDate } from '../../../platform/clock.ts'
import * as smartlocks from '../../locks/service.ts'
import * as operations from '../../operations/service.ts'
import * as house from '../house/service.ts'
import * as links from '../links/service.ts'
import * as help from './help.ts'
import * as opening from './opening.ts'
import { codeStateOf, doorCodeState, firstNameOf, openingAction } from './rules.ts'
import { type Target, targetOf } from './target.ts'

export { codeStateOf, firstNameOf } from './rules.ts'
export { codesOfStay } from './stay-codes.ts'

export const open = opening.open
export const ask = (ctx: GuestCtx<'token_invalid' | 'rate_limited'>): Promise<GuestHelp> => help.ask(ctx)

/** Everything the page shows; read anew with every look, so that nothing outlives what the host decided. */
export async function page(ctx: GuestCtx<'token_invalid'>): Promise<GuestPage> {
  const target = await targetOf(ctx)
  await links.noteSeen(ctx, target.link)
  const about = target.address && (await house.of(ctx, target.address.id))
  const state = codeStateOf(target.codes, target.issueAt)
  return {
    firstName: firstNameOf(target.name),
    ...(target.address && { addressName: target.address.name }),
    language: target.link.language as Language,
    timeZone: target.timeZone,
    now: toWireDate(ctx.clock.now()),
    ...(target.from !== undefined && { fromDate: toWireDate(target.from) }),
    ...(target.until !== undefined && { untilDate: toWireDate(target.until) }),
    codeState: state,
    // Before a lock has confirmed it, a code is a promise that nobody can keep.
    ...(state === 'ready' && target.code !== undefined && { code: String(target.code) }),
    ...(state === 'planned' && { codeFromDate: toWireDate(target.issueAt as number) }),
    doors: await doorsOf(ctx, target),
    ...(about?.note && { note: about.note }),
    ...(about?.rules && { rules: about.rules }),
    ...(about?.wifi && { wifi: about.wifi }),
    pictures: about?.pictures ?? [],
  }
}

async function doorsOf(ctx: GuestCtx<'token_invalid'>, target: Target) {
  const views = new Map(
    (await smartlocks.views(ctx, target.smartlockIds)).map((view) => [view.row.smartlock_id, view]),
  )
  const codes = new Map(target.codes.map((code) => [code.smartlockId, code]))
  return target.smartlockIds.flatMap((smartlockId) => {
    const view = views.get(smartlockId)
    if (!view) return []
    const { keypad, actions, remoteUnlock } = smartlocks.capabilityOf(view)
    const isAble = remoteUnlock && openingAction(actions) !== undefined
    return [
      {
        smartlockId,
        name: view.row.name,
        code: doorCodeState(keypad, codes.get(smartlockId)),
        canOpen: isAble && target.open.has(smartlockId) && !target.shut.has(smartlockId),
        online: smartlocks.isOnline(view.row.server_state),
      },
    ]
  })
}

/** A picture of the house that this guest stays in. */
export async function picture(
  ctx: GuestCtx<'token_invalid' | 'not_found'>,
  pictureId: string,
): Promise<Picture> {
  const { address } = await targetOf(ctx)
  return address ? house.picture(ctx, address.id, pictureId) : ctx.fail('not_found')
}

/** What became of an opening that this very link asked for. */
export async function statusOf(
  ctx: GuestCtx<'token_invalid' | 'not_found'>,
  operationId: string,
): Promise<{ status: OperationStatus }> {
  await targetOf(ctx)
  if (!(await links.isOpeningOf(ctx, ctx.guest.linkId, operationId))) ctx.fail('not_found')
  const row = (await operations.findAny(ctx, new Set([operationId]))).get(operationId)
  return row?.account_id === ctx.accountId ? { status: row.status as OperationStatus } : ctx.fail('not_found')
}
