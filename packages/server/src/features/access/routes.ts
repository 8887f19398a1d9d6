import {
  type Api,
  AUTH_TYPE,
  type Input,
  type PagedSmartlockAuths,
  type SmartlockAuth,
} from '@latchwork/contract'
import { JsonRows } from '../../http/json-rows.ts'
import type { Handlers } from '../../http/mount.ts'
import { failParameter } from '../../platform/app-error.ts'
import { toWireDate } from '../../platform/clock.ts'
import type { Ctx, RequestCtx } from '../../platform/context.ts'
import * as accountUsers from '../identity/users/service.ts'
import { assertLocks } from '../keys/token-limits/service.ts'
import * as smartlocks from '../locks/service.ts'
import { CALLBACK_PAYLOAD } from './callbacks.ts'
import * as foreignCodes from './foreign/service.ts'
import { present } from './present.ts'
import { momentOrDay, patchFrom, readChanges } from './read-changes.ts'
import * as authorizations from './service.ts'

type Routes = Api['authorizations']
type NewAuth = Input<Routes['createOn']>['body']

/** Callers of these routes may know codes: all of them have the right to manage authorizations. */
const shown = (ctx: Ctx<never>, row: authorizations.AuthRow, email?: string): SmartlockAuth =>
  present(row, { code: authorizations.openCode(ctx, row), email })

const windowFrom = (
  body: Pick<NewAuth, `allowed${string}` & keyof NewAuth>,
): NonNullable<authorizations.Grant['window']> => ({
  ...(body.allowedFromDate !== undefined && { fromDate: momentOrDay(body.allowedFromDate) }),
  ...(body.allowedUntilDate !== undefined && { untilDate: momentOrDay(body.allowedUntilDate) }),
  ...(body.allowedWeekDays !== undefined && { weekDays: body.allowedWeekDays }),
  ...(body.allowedFromTime !== undefined && { fromTime: body.allowedFromTime }),
  ...(body.allowedUntilTime !== undefined && { untilTime: body.allowedUntilTime }),
})

const grantFrom = (
  ctx: Ctx<'invalid_parameter'>,
  body: NewAuth,
  smartlockIds: readonly number[],
): authorizations.Grant => ({
  smartlockIds,
  type: body.type ?? AUTH_TYPE.app,
  name: body.name,
  remoteAllowed: isRemoteAllowed(ctx, body),
  ...(body.code !== undefined && { code: body.code }),
  window: windowFrom(body),
  ...(body.accountUserId && { accountUserId: body.accountUserId }),
  ...(body.smartActionsEnabled !== undefined && { smartActions: body.smartActionsEnabled }),
})

/** A lock of the path that is not there goes before fields that do not fit each other (D31). */
async function grantOn(ctx: RequestCtx<authorizations.GrantRefusal>, smartlockId: number, body: NewAuth) {
  await smartlocks.get(ctx, smartlockId)
  return authorizations.grant(ctx, grantFrom(ctx, body, [smartlockId]))
}

/** Booking apps leave it out for keypad codes, as the maker's own example does; otherwise nobody guesses it (D134). */
const isRemoteAllowed = (ctx: Ctx<'invalid_parameter'>, { type, remoteAllowed }: NewAuth): boolean =>
  remoteAllowed ??
  (type === AUTH_TYPE.keypadCode
    ? false
    : failParameter(ctx.fail, 'remoteAllowed', 'is required: must be true or false'))

async function withEmails(
  ctx: RequestCtx,
  rows: readonly authorizations.AuthRow[],
): Promise<SmartlockAuth[]> {
  const ids = [...new Set(rows.flatMap((row) => row.account_user_id ?? []))]
  const emails = await accountUsers.emailsOf(ctx, ids)
  return rows.map((row) => shown(ctx, row, emails.get(row.account_user_id ?? 0)))
}

function presentPage(
  ctx: RequestCtx,
  { page = 0, size = 100, ...filter }: Input<Routes['paged']>['query'],
  { rows, total }: authorizations.Page,
): PagedSmartlockAuths {
  const totalPages = Math.ceil(total / size)
  const linkTo = (number: number) => {
    const query = new URLSearchParams({ page: String(number), size: String(size) })
    if (filter.accountUserId !== undefined) query.set('accountUserId', String(filter.accountUserId))
    if (filter.types !== undefined) query.set('types', filter.types.join(','))
    return `/smartlock/auth/paged?${query}`
  }
  return {
    results: rows.map((row) => shown(ctx, row)),
    pagination: {
      totalItems: total,
      totalPages,
      currentPage: page,
      pageSize: size,
      ...(page + 1 < totalPages && { nextPage: linkTo(page + 1) }),
      ...(page > 0 && totalPages > 0 && { prevPage: linkTo(Math.min(page, totalPages) - 1) }),
    },
  }
}

async function* presentAll(
  ctx: RequestCtx,
  parts: AsyncIterable<authorizations.AuthRow[]>,
): AsyncGenerator<SmartlockAuth[]> {
  for await (const rows of parts) yield rows.map((row) => shown(ctx, row))
}

export const authorizationHandlers: Handlers<Routes> = {
  createAdvanced: async (ctx, { body }) => {
    assertLocks(ctx, body.smartlockIds)
    const requestId = ctx.ids.random()
    const call = { requestId, payload: CALLBACK_PAYLOAD }
    const { operationId } = await authorizations.grant(ctx, grantFrom(ctx, body, body.smartlockIds), call)
    return { operationId, body: { requestId } }
  },
  list: (ctx, { query }) => JsonRows.of(presentAll(ctx, authorizations.listAll(ctx, query))),
  create: (ctx, { body }) => {
    assertLocks(ctx, body.smartlockIds)
    return authorizations.grant(ctx, grantFrom(ctx, body, body.smartlockIds))
  },
  updateMany: async (ctx, { body }) => {
    await authorizations.assertWithinLimits(
      ctx,
      body.map(({ id }) => id),
    )
    return { operationId: await authorizations.change(ctx, readChanges(ctx, body)) }
  },
  removeMany: async (ctx, { body }) => {
    await authorizations.assertWithinLimits(ctx, body)
    return { operationId: await authorizations.revoke(ctx, body) }
  },
  paged: async (ctx, { query }) => {
    const { page = 0, size = 100 } = query
    return presentPage(ctx, query, await authorizations.page(ctx, query, { page, size }))
  },
  listOf: async (ctx, { params: { smartlockId }, query }) => {
    await smartlocks.get(ctx, smartlockId)
    const rows = await authorizations.listOfLock(ctx, smartlockId, query.types)
    return query.includeEmail ? withEmails(ctx, rows) : rows.map((row) => shown(ctx, row))
  },
  createOn: async (ctx, { params, body: { id, ...body } }) => {
    const known = await authorizations.findOnLock(ctx, params.smartlockId, id)
    if (!known) return grantOn(ctx, params.smartlockId, body)
    return { operationId: await authorizations.change(ctx, [{ id: known.id, patch: patchFrom(body) }]) }
  },
  get: async (ctx, { params: { smartlockId, id } }) =>
    shown(ctx, await authorizations.get(ctx, smartlockId, id)),
  update: {
    current: async (ctx, { params: { smartlockId, id } }) =>
      shown(ctx, await authorizations.get(ctx, smartlockId, id)),
    apply: async (ctx, { params: { smartlockId, id }, body }) => {
      await authorizations.get(ctx, smartlockId, id)
      return { operationId: await authorizations.change(ctx, readChanges(ctx, [{ ...body, id }])) }
    },
  },
  remove: async (ctx, { params: { smartlockId, id } }) => {
    await authorizations.get(ctx, smartlockId, id)
    return { operationId: await authorizations.revoke(ctx, [id]) }
  },
  createSharedKey: (ctx, { params, body }) =>
    grantOn(ctx, params.smartlockId, { ...body, remoteAllowed: false }),
  foreignCodes: async (ctx, { params: { smartlockId } }) => {
    await smartlocks.get(ctx, smartlockId)
    const rows = await foreignCodes.list(ctx, smartlockId)
    return rows.map(({ slot, name, first_seen_at }) => ({
      slot,
      ...(name !== null && { name }),
      firstSeenDate: toWireDate(first_seen_at),
    }))
  },
  explain: (ctx, { params, query }) => authorizations.explain(ctx, params.smartlockId, query),
  accessAt: (ctx, { params, query }) => authorizations.accessAt(ctx, params.smartlockId, query.at),
}
