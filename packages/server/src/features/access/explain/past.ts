import { localText } from '@latchwork/access-window'
import type { AccessAt, AccessAtRule, AuthType } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import { toWireDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import * as retention from '../../identity/retention/service.ts'
import * as smartlocks from '../../locks/service.ts'
import { keepingOf } from '../delivery/service.ts'
import * as history from '../history/service.ts'
import type { AuthRow } from '../store.ts'
import { explain, type Moment } from './rules.ts'

const DAY_MS = 86_400_000

/** Who could open a lock at a moment that is over, and why; exact from `knownSince` on (D202). */
export async function accessAt(
  ctx: Ctx<'not_found' | 'invalid_parameter'>,
  smartlockId: number,
  wireAt: string,
): Promise<AccessAt> {
  const lock = await smartlocks.get(ctx, smartlockId)
  const [at, now] = [Date.parse(wireAt), ctx.clock.now()]
  if (at > now) failParameter(ctx.fail, 'at', 'must not be in the future')
  const { versions, proven, began, ...found } = await history.versionsAt(ctx, smartlockId, at)
  const zone = found.zone ?? keepingOf(lock).zone
  const { logDays } = await retention.daysOf(ctx)
  const knownSince = Math.max(lock.created_at, began, now - logDays * DAY_MS)
  const moment = { at, now, zone }
  const rights = versions.map((version) => ({
    authId: version.auth_id,
    name: version.name,
    type: version.type as AuthType,
    ...(version.account_user_id !== null && { accountUserId: version.account_user_id }),
    ...verdictAt(version, proven.get(version.auth_id), moment),
    sinceDate: toWireDate(version.from_at),
    ...(!history.isOpen(version) && { untilDate: toWireDate(version.until_at) }),
  }))
  return {
    smartlockId,
    at: toWireDate(at),
    timeZone: zone,
    localTime: localText(zone, at),
    knownSince: toWireDate(knownSince),
    isKnown: at >= knownSince,
    rights: rights.toSorted(
      (a, b) => Number(b.allowed) - Number(a.allowed) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
    ),
  }
}

interface Verdict {
  allowed: boolean
  rule: AccessAtRule
  reason: string
}

/**
 * Whether a right opened at a moment that is over. Where a change had not reached the lock, the lock went by what it had
 * confirmed before: `proven`.
 */
function verdictAt(
  version: history.VersionRow,
  proven: history.VersionRow | undefined,
  moment: Moment,
): Verdict {
  const told = verdictOf(version, moment)
  if (told.allowed || version.sync_state !== 'pending' || version.device_number === null || !proven)
    return told
  // As the lock had it: there, and in that form.
  const before = verdictOf({ ...proven, place: null }, moment)
  if (!before.allowed) return told
  const since = localText(moment.zone, version.pending_since ?? version.from_at)
  return {
    allowed: true,
    rule: 'earlier_terms',
    reason: `It was changed on ${since}, but the smartlock had not confirmed that: it went by the earlier terms, and those were met.`,
  }
}

function verdictOf(version: history.VersionRow, moment: Moment): Verdict {
  const { allowed, rule, reason } = explain({ ...version, id: version.auth_id } as unknown as AuthRow, moment)
  return { allowed, rule: rule as AccessAtRule, reason }
}
