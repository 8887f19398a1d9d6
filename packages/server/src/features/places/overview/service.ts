import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  MOST_COUNTED,
  MOST_NAMED,
  type Overview,
  RIGHTS,
  type Right,
  type Scope,
  type SmartlockState,
} from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import { limitsFor, type Principal, type RequestCtx } from '../../../platform/context.ts'
import * as webhooks from '../../events/webhooks/service.ts'
import { forecasts } from '../../locks/battery/service.ts'
import * as stays from '../stays/service.ts'
import { isCritical, type Troubles, troublesOf } from './rules.ts'
import * as store from './store.ts'

/** Locks of one statement: on SQLite nobody else is served meanwhile. */
const AT_ONCE = 500
/** Who comes within so long has to have a code. */
const SOON_MS = 2 * 86_400_000

const may = (principal: Principal, scope: Scope, right?: Right): boolean =>
  principal.scopes.has(scope) &&
  (right === undefined || principal.isMaster || (principal.rights & RIGHTS[right]) !== 0)

/** What needs somebody, as far as the caller may see it (D203). */
export async function overview(ctx: RequestCtx<'invalid_parameter'>): Promise<Overview> {
  const { principal } = ctx
  const doors = await doorsOf(ctx)
  // Codes and stays are compared with what that right is for (D209).
  const managing = {
    ...ctx,
    principal: { ...principal, limits: limitsFor(principal, 'manageAuthorizations') },
  }
  const maySeeStays = may(principal, 'account', 'manageAuthorizations')
  return {
    date: toWireDate(ctx.clock.now()),
    ...doors,
    ...(may(principal, 'smartlock.auth', 'manageAuthorizations') && { codes: await codesOf(managing) }),
    ...(maySeeStays && { arrivals: { notReady: await countUnready(managing) } }),
    ...(may(principal, 'webhook.decentral') && { webhooks: { failing: await countFailingWebhooks(ctx) } }),
    ...(may(principal, 'account') && { calendars: { failing: await countFailingCalendars(ctx) } }),
  }
}

interface Named {
  smartlockId: number
  name: string
  state: SmartlockState | undefined
}

/** Goes through all doors, a part at a time. */
async function doorsOf(ctx: RequestCtx) {
  const only = ctx.principal.limits?.smartlockIds
  const found: Record<keyof Troubles, Named[]> = {
    unlocked: [],
    open: [],
    jammed: [],
    offline: [],
    battery: [],
  }
  let total = 0
  for (let after = -1; ; await nextTurn()) {
    const rows = await store.listLocks(ctx.db, ctx.accountId, only, after, AT_ONCE)
    for (const { smartlock_id: smartlockId, name, state: text, ...row } of rows) {
      const state = text === null ? undefined : (JSON.parse(text) as SmartlockState)
      const troubles = troublesOf({ ...row, state })
      for (const kind of Object.keys(found) as (keyof Troubles)[])
        if (troubles[kind]) found[kind].push({ smartlockId, name, state })
    }
    total += rows.length
    if (rows.length < AT_ONCE) break
    after = rows.at(-1)?.smartlock_id as number
  }
  const { battery, ...others } = found
  return { total, ...shownAll(others), batteries: await batteriesOf(ctx, battery) }
}

const byName = (a: Named, b: Named): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

const shown = (all: readonly Named[]) => ({
  count: all.length,
  doors: all
    .toSorted(byName)
    .slice(0, MOST_NAMED)
    .map(({ smartlockId, name }) => ({ smartlockId, name })),
})

const shownAll = ({
  unlocked,
  open,
  jammed,
  offline,
}: Record<Exclude<keyof Troubles, 'battery'>, Named[]>) => ({
  unlocked: shown(unlocked),
  open: shown(open),
  jammed: shown(jammed),
  offline: shown(offline),
})

/** The emptiest first; only those that are named are forecast. */
async function batteriesOf(ctx: RequestCtx, all: readonly Named[]): Promise<Overview['batteries']> {
  const chargeOf = ({ state }: Named) => state?.batteryCharge ?? (state && isCritical(state) ? 0 : 100)
  const named = all.toSorted((a, b) => chargeOf(a) - chargeOf(b) || byName(a, b)).slice(0, MOST_NAMED)
  const found = await forecasts(
    ctx,
    named.map(({ smartlockId }) => smartlockId),
  )
  return {
    count: all.length,
    doors: named.map(({ smartlockId, name, state }) => {
      const forecast = found.get(smartlockId)
      return {
        smartlockId,
        name,
        critical: state !== undefined && isCritical(state),
        ...(state?.batteryCharge !== undefined && { charge: state.batteryCharge }),
        ...(forecast && {
          emptyDate: toWireDate(forecast.day),
          earliestDate: toWireDate(forecast.earliest),
          latestDate: toWireDate(forecast.latest),
        }),
      }
    }),
  }
}

async function codesOf({ db, accountId, principal }: RequestCtx) {
  const only = principal.limits?.smartlockIds
  return {
    waiting: await store.countCodes(db, accountId, 'waiting', only, MOST_COUNTED),
    failed: await store.countCodes(db, accountId, 'failed', only, MOST_COUNTED),
  }
}

async function countUnready(ctx: RequestCtx<'invalid_parameter'>): Promise<number> {
  const now = ctx.clock.now()
  const until = toWireDate(now + SOON_MS)
  const found = await stays.search(ctx, {
    ready: false,
    fromDate: toWireDate(now),
    toDate: until,
    limit: MOST_COUNTED,
  })
  return found.length
}

const countFailingWebhooks = async (ctx: RequestCtx): Promise<number> =>
  (await webhooks.list(ctx)).filter(({ failing_since }) => failing_since !== null).length

async function countFailingCalendars({ db, accountId, principal }: RequestCtx): Promise<number> {
  const links = await store.listFailingCalendars(db, accountId, MOST_COUNTED)
  const only = principal.limits?.addressIds
  return links.filter(({ address_id }) => only === undefined || only.has(address_id)).length
}
