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
import { isCritical } from './rules.ts'
import * as store from './store.ts'

/** Who comes within so long has to have a code. */
const SOON_MS = 2 * 86_400_000

const may = (principal: Principal, scope: Scope, right?: Right): boolean =>
  principal.scopes.has(scope) &&
  (right === undefined || principal.isMaster || (principal.rights & RIGHTS[right]) !== 0)

/** What needs somebody, as far as the caller may see it (D203). */
export async function overview(ctx: RequestCtx<'invalid_parameter'>): Promise<Overview> {
  const { principal } = ctx
  // Codes and stays are compared with what that right is for (D209).
  const managing = {
    ...ctx,
    principal: { ...principal, limits: limitsFor(principal, 'manageAuthorizations') },
  }
  const maySeeCodes = may(principal, 'smartlock.auth', 'manageAuthorizations')
  const maySeeStays = may(principal, 'account', 'manageAuthorizations')
  const maySeeWebhooks = may(principal, 'webhook.decentral')
  const maySeeCalendars = may(principal, 'account')
  // At once: where the store is elsewhere, most of it is the way there.
  const [doors, codes, notReady, webhooksFailing, calendarsFailing] = await Promise.all([
    doorsOf(ctx),
    maySeeCodes ? codesOf(managing) : undefined,
    maySeeStays ? countUnready(managing) : 0,
    maySeeWebhooks ? countFailingWebhooks(ctx) : 0,
    maySeeCalendars ? countFailingCalendars(ctx) : 0,
  ])
  return {
    date: toWireDate(ctx.clock.now()),
    ...doors,
    ...(codes && { codes }),
    ...(maySeeStays && { arrivals: { notReady } }),
    ...(maySeeWebhooks && { webhooks: { failing: webhooksFailing } }),
    ...(maySeeCalendars && { calendars: { failing: calendarsFailing } }),
  }
}

/** Read are only those that are named: an account may have thousands. */
async function doorsOf(ctx: RequestCtx) {
  const { db, accountId } = ctx
  const only = ctx.principal.limits?.smartlockIds
  const [total, counts] = await Promise.all([
    store.countLocks(db, accountId, only),
    store.countTroubles(db, accountId, only),
  ])
  const shown = async (kind: Exclude<keyof typeof counts, 'battery'>) => ({
    count: counts[kind],
    doors: counts[kind] === 0 ? [] : await store.listTroubled(db, accountId, only, kind, MOST_NAMED),
  })
  const [unlocked, open, jammed, offline, batteries] = await Promise.all([
    ...([shown('unlocked'), shown('open'), shown('jammed'), shown('offline')] as const),
    counts.battery === 0 ? [] : batteriesOf(ctx, only),
  ])
  return { total, unlocked, open, jammed, offline, batteries: { count: counts.battery, doors: batteries } }
}

/** The emptiest first; only those that are named are forecast. */
async function batteriesOf(
  ctx: RequestCtx,
  only: ReadonlySet<number> | undefined,
): Promise<Overview['batteries']['doors']> {
  const named = await store.listLowBatteries(ctx.db, ctx.accountId, only, MOST_NAMED)
  const found = await forecasts(
    ctx,
    named.map(({ smartlockId }) => smartlockId),
  )
  return named.map(({ smartlockId, name, state: text }) => {
    const state = JSON.parse(text as string) as SmartlockState
    const forecast = found.get(smartlockId)
    return {
      smartlockId,
      name,
      critical: isCritical(state),
      ...(state.batteryCharge !== undefined && { charge: state.batteryCharge }),
      ...(forecast && {
        emptyDate: toWireDate(forecast.day),
        earliestDate: toWireDate(forecast.earliest),
        latestDate: toWireDate(forecast.latest),
      }),
    }
  })
}

async function codesOf({ db, accountId, principal }: RequestCtx) {
  const only = principal.limits?.smartlockIds
  const [waiting, failed] = await Promise.all([
    store.countCodes(db, accountId, 'waiting', only, MOST_COUNTED),
    store.countCodes(db, accountId, 'failed', only, MOST_COUNTED),
  ])
  return { waiting, failed }
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
