import type { GuestCtx } from '../../../http/handler.ts'
import { inTransaction, type Principal, type RequestCtx } from '../../../platform/context.ts'
import { countAttempt } from '../../../platform/security/attempts.ts'
import * as audit from '../../audit/service.ts'
import * as smartlocks from '../../locks/service.ts'
import * as links from '../links/service.ts'
import { openingAction } from './rules.ts'
import { type Target, targetOf } from './target.ts'

/** Doors that one link opens an hour: a family that comes and goes, and nobody who plays with a door. */
const MOST_AN_HOUR = 60
const HOUR_MS = 3_600_000

type OpenRefusal =
  | 'token_invalid'
  | 'rate_limited'
  | 'not_found'
  | 'invalid_parameter'
  | 'not_supported_by_device'
  | 'remote_unlock_off'
  | 'smartlock_offline'
  | 'resource_locked'
  | 'reservation_not_active'

/** Opens a door of the stay: an operation like any other, whose truth the page asks for afterwards. */
export async function open(ctx: GuestCtx<OpenRefusal>, smartlockId: number): Promise<string> {
  const target = await targetOf(ctx)
  if (!target.smartlockIds.includes(smartlockId)) ctx.fail('not_found')
  const counted = await countAttempt(ctx, [
    { kind: 'guest-open', value: target.link.id, max: MOST_AN_HOUR, windowMs: HOUR_MS },
  ])
  if ('retryAfterSeconds' in counted) ctx.fail('rate_limited', counted)
  return inTransaction(ctx, async (tx) => {
    // Asked again where it counts: the host may just have taken the access away.
    const now = await targetOf(tx)
    assertOpen(tx, now, smartlockId)
    const { actions } = smartlocks.capabilityOf(await smartlocks.view(tx, smartlockId))
    const action = openingAction(actions) ?? tx.fail('not_supported_by_device')
    const operationId = await smartlocks.operate(asGuest(tx, now), smartlockId, { action })
    await links.noteOpening(tx, now.link.id, operationId)
    const actor = { accountId: null, name: `guest link ${now.link.id}` }
    const detail = { operation: operationId }
    await audit.record({ ...tx, actor }, { action: 'guestLink.doorOpened', subject: smartlockId, detail })
    return operationId
  })
}

function assertOpen(ctx: GuestCtx<OpenRefusal>, { open, shut }: Target, smartlockId: number): void {
  if (!open.has(smartlockId)) ctx.fail('reservation_not_active')
  if (shut.has(smartlockId)) ctx.fail('remote_unlock_off')
}

/** In the log of the lock the guest is named; the rights are for this one call. */
function asGuest(ctx: GuestCtx<OpenRefusal>, { link, name }: Target): RequestCtx<OpenRefusal> {
  const principal: Principal = {
    accountId: ctx.accountId,
    ownerAccountId: ctx.accountId,
    name,
    isMaster: false,
    isOperator: false,
    needsSecondFactor: false,
    rights: 0,
    scopes: new Set(),
    kind: 'session',
    tokenId: link.id,
    apiKeyId: null,
    expiresAt: ctx.clock.now(),
    management: undefined,
    networks: undefined,
    limits: undefined,
    tokenLimits: undefined,
    reach: undefined,
  }
  return { ...ctx, principal }
}
