import { fail } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction, type Platform, systemContext } from '../../../platform/context.ts'
import type { Db } from '../../../platform/store/database.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/work/work-loop.ts'
import * as authorizations from '../../access/service.ts'
import * as audit from '../../audit/service.ts'
import * as makers from '../../events/makers/service.ts'
import { within } from './creators.ts'
import * as store from './store.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const PAGE = 100

/**
 * Takes away access that was redeemed from an address token once the creator of the token may not give it any more (D256).
 * Every change of what somebody may do wakes it; besides, it checks when a token ends, and every hour.
 */
export function createRedemptionKeeper(platform: Platform, db: Db): WorkLoop {
  const system = systemContext(platform, db, 0)

  async function checkAll(rows: readonly store.UnitRow[]): Promise<void> {
    for (const [accountId, units] of Map.groupBy(rows, (unit) => unit.account_id))
      await check({ ...system, accountId }, units)
  }

  async function pass(about: ReadonlySet<number> | 'all'): Promise<void> {
    for (let after = ''; about !== 'all'; ) {
      const rows = await store.listChecksOf(db, [...about], after, PAGE)
      await checkAll(rows)
      const last = rows.at(-1)
      if (!last || rows.length < PAGE) break
      after = last.id
    }
    for (;;) {
      const due = await store.listDueChecks(db, system.clock.now(), PAGE)
      await checkAll(due)
      if (due.length < PAGE) return
    }
  }

  return createWorkLoop(platform, 'credential', 'checking redeemed access', pass, () => store.nextCheck(db))
}

/** Units of one account. */
async function check(ctx: Ctx<never>, units: readonly store.UnitRow[]): Promise<void> {
  const backings = await makers.backingsOf(ctx, units)
  for (const unit of units) {
    try {
      await inTransaction(ctx, (tx) => checkOne(tx, unit.id, backings.get(unit)))
    } catch (error) {
      ctx.log.error({ err: error, unit: unit.id }, 'redeemed access could not be checked')
      await store.update(ctx.db, ctx.accountId, [unit.id], { creator_check_at: ctx.clock.now() + MINUTE_MS })
    }
  }
}

async function checkOne(ctx: Ctx<never>, unitId: string, backing: makers.Backing | undefined): Promise<void> {
  const [unit] = await store.listByIds(ctx.db, ctx.accountId, [unitId])
  // The owner may have kept it meanwhile.
  if (unit?.creator_check_at == null) return
  if (unit.is_deleting === 1) {
    // The deletion takes the access away, unless a lock refuses.
    await store.update(ctx.db, ctx.accountId, [unitId], { creator_check_at: ctx.clock.now() + MINUTE_MS })
    return
  }
  const authIds = JSON.parse(unit.auth_ids ?? '[]') as string[]
  const rights = await authorizations.knownRows(ctx, authIds)
  const here = rights.filter((right) => right.sync_state !== 'deleting')
  const given = new Set(
    backing
      ? within(
          backing,
          here.map((right) => right.smartlock_id),
        )
      : [],
  )
  const lost = here.filter((right) => !given.has(right.smartlock_id)).map(({ id }) => id)
  const work = { ...ctx, fail, actor: audit.SERVICE }
  if (lost.length > 0) {
    await authorizations.revoke(work, lost, { replacesPending: true })
    await audit.record(work, { action: 'addressToken.ended', subject: unitId })
  }
  const isLeft = here.length > lost.length
  const next = isLeft ? nextCheckAt(ctx, backing) : null
  const isSooner = unit.creator_check_at <= ctx.clock.now() || next === null || next < unit.creator_check_at
  if (isSooner) await store.update(ctx.db, ctx.accountId, [unitId], { creator_check_at: next })
}

const nextCheckAt = ({ clock }: Ctx<never>, backing: makers.Backing | undefined): number =>
  Math.min(clock.now() + HOUR_MS, backing?.principal?.expiresAt ?? Number.POSITIVE_INFINITY)
