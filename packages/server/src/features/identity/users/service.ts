import type { AccountUser, Changes, Language } from '@latchwork/contract'
import { type Ctx, inTransaction, type WorkCtx } from '../../../platform/context.ts'
import { emit } from '../../events/outbox/service.ts'
import { emailKey, withinQuota } from '../account/service.ts'
import { circleOf, findUnlocked } from './lookup.ts'
import { eventPayload } from './present.ts'
import * as store from './store.ts'

export { listByIds } from './lookup.ts'
export { type ErasedUser, endRemoval, erase, type RevokeAll, remove } from './removal.ts'
export type { AccountUserRow } from './store.ts'

export interface ListQuery {
  email?: string
  offset?: number
  limit?: number
}

export const list = (ctx: WorkCtx, { email, ...page }: ListQuery) =>
  store.list(ctx.db, ctx.accountId, {
    ...page,
    circle: circleOf(ctx),
    ...(email !== undefined && { emailKey: emailKey(email) }),
  })

/** Of a statement about `account_user`: is it one that the caller has to do with? Undefined: everybody is (D209). */
export function isKnownTo(ctx: WorkCtx) {
  const circle = circleOf(ctx)
  return circle && store.inCircle(ctx.db, circle)
}

/** The user, or the same 404 whether it is missing, somebody else's (D38), or no one the caller's role has to do with (D209). */
export async function get(ctx: WorkCtx<'not_found'>, accountUserId: number): Promise<store.AccountUserRow> {
  return (await store.find(ctx.db, ctx.accountId, accountUserId, circleOf(ctx))) ?? ctx.fail('not_found')
}

/** The user, or undefined when there is none any more. */
export const find = (ctx: Ctx<never>, accountUserId: number) =>
  store.find(ctx.db, ctx.accountId, accountUserId)

/** The user with this mail address, in any letter case. */
export const findByEmail = (ctx: Ctx<never>, email: string) =>
  store.findByEmail(ctx.db, ctx.accountId, emailKey(email))

/** The mail addresses of several users in one query, by id. */
export async function emailsOf(
  ctx: Ctx<never>,
  accountUserIds: readonly number[],
): Promise<Map<number, string>> {
  if (accountUserIds.length === 0) return new Map()
  const rows = await store.listEmails(ctx.db, ctx.accountId, accountUserIds)
  return new Map(rows.map((row) => [row.account_user_id, row.email]))
}

export interface NewAccountUser {
  email: string
  name: string
  type?: AccountUser['type']
  language?: Language
}

export async function create(
  ctx: Ctx<'email_taken' | 'quota_exceeded'>,
  user: NewAccountUser,
): Promise<store.AccountUserRow> {
  return withinQuota(ctx, quotaOf(ctx), async (tx) => (await insert(tx, user)) ?? tx.fail('email_taken'))
}

/** The user with this mail address, made if there is none yet. */
export async function ensure(
  ctx: Ctx<'quota_exceeded'>,
  user: NewAccountUser,
): Promise<store.AccountUserRow> {
  return inTransaction(ctx, async (tx) => {
    const known = await findByEmail(tx, user.email)
    if (known) return known
    return withinQuota(tx, quotaOf(tx), async () => {
      const made = (await insert(tx, user)) ?? (await findByEmail(tx, user.email))
      return made as store.AccountUserRow
    })
  })
}

/**
 * Many people at once: those whose mail address is known stay as they are, the others are made as far as there is room.
 * All of them that are there then, by the key of their address.
 */
export const ensureAll = (ctx: Ctx<never>, people: readonly NewAccountUser[]): Promise<Map<string, number>> =>
  inTransaction(ctx, async (tx) => {
    if (people.length === 0) return new Map()
    const keys = people.map(({ email }) => emailKey(email))
    const known = await store.listIdsByEmail(tx.db, tx.accountId, keys)
    const ids = new Map(known.map((row) => [row.email_key, row.account_user_id]))
    const fresh = new Map(people.map((user) => [emailKey(user.email), user]))
    const wanted = [...fresh].filter(([key]) => !ids.has(key)).slice(0, await room(tx))
    if (wanted.length === 0) return ids
    const made = await store.insertMany(
      tx.db,
      wanted.map(([, user]) => rowOf(tx, user)),
    )
    for (const row of made) ids.set(row.email_key, row.account_user_id)
    await emit(
      tx,
      made.map((row) => ({ feature: 'ACCOUNT_USER' as const, payload: eventPayload(row) })),
    )
    return ids
  })

/** What an address is known by here, whatever its capitals. */
export const keyOfEmail = emailKey

/** Those of these keys that somebody has, with who it is. */
export async function idsByEmail(ctx: Ctx<never>, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const rows = await store.listIdsByEmail(ctx.db, ctx.accountId, keys)
  return new Map(rows.map((row) => [row.email_key, row.account_user_id]))
}

/** Somebody with one of these addresses. */
export interface KnownPerson {
  row: store.AccountUserRow
  /** False: the caller's role has nothing to do with them (D209). */
  isTheirs: boolean
}

/** Whoever has one of these mail addresses, by the key of it. */
export async function knownByEmail(
  ctx: WorkCtx,
  emails: readonly string[],
): Promise<Map<string, KnownPerson>> {
  if (emails.length === 0) return new Map()
  const keys = emails.map(emailKey)
  const rows = await store.listByEmail(ctx.db, ctx.accountId, keys)
  const circle = circleOf(ctx)
  const theirs = circle && (await store.listByEmail(ctx.db, ctx.accountId, keys, circle))
  const ids = theirs && new Set(theirs.map((row) => row.account_user_id))
  return new Map(rows.map((row) => [row.email_key, { row, isTheirs: ids?.has(row.account_user_id) ?? true }]))
}

/** How many more people the account has room for. */
export const room = async (ctx: Ctx<never>): Promise<number> =>
  Math.max(ctx.limits.accountUsers - (await store.count(ctx.db, ctx.accountId)), 0)

const quotaOf = <C extends Ctx<never>>(ctx: C) => ({
  limit: ctx.limits.accountUsers,
  of: 'account users per account',
  count: (tx: C) => store.count(tx.db, tx.accountId),
})

/** Undefined when the account has a user with this address. */
async function insert(ctx: WorkCtx, user: NewAccountUser): Promise<store.AccountUserRow | undefined> {
  const row = await store.insert(ctx.db, rowOf(ctx, user))
  if (row) await emit(ctx, [{ feature: 'ACCOUNT_USER', payload: eventPayload(row) }])
  return row
}

function rowOf(ctx: WorkCtx, user: NewAccountUser) {
  const now = ctx.clock.now()
  return {
    account_id: ctx.accountId,
    email: user.email,
    email_key: emailKey(user.email),
    name: user.name,
    type: user.type ?? 0,
    language: user.language ?? null,
    operation_id: null,
    made_by_account_id: ctx.principal?.isMaster === false ? ctx.principal.accountId : null,
    created_at: now,
    updated_at: now,
  }
}

/** Changes a user and answers with the whole of it; what is the same already is no change and no event. */
export async function update(
  ctx: Ctx<'not_found' | 'email_taken' | 'resource_locked'>,
  accountUserId: number,
  changes: Changes<{ email: string; name: string; language: Language }>,
): Promise<store.AccountUserRow> {
  const { email, name, language } = changes
  return inTransaction(ctx, async (tx) => {
    const user = await findUnlocked(tx, accountUserId)
    if (email == null && name == null && language == null) return user
    if (email != null) await assertFree(tx, email, accountUserId)
    const row = await store.update(tx.db, tx.accountId, accountUserId, {
      ...(email != null && { email, email_key: emailKey(email) }),
      ...(name != null && { name }),
      ...(language != null && { language }),
      updated_at: tx.clock.now(),
    })
    await emit(tx, [{ feature: 'ACCOUNT_USER', payload: eventPayload(row) }])
    return row
  })
}

async function assertFree(ctx: Ctx<'email_taken'>, email: string, accountUserId: number): Promise<void> {
  const other = await findByEmail(ctx, email)
  if (other && other.account_user_id !== accountUserId) ctx.fail('email_taken')
}
