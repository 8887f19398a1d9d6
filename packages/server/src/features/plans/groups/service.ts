import {
  type AccessGroup,
  type GroupKind,
  type GroupMember,
  MOST_GROUPS,
  MOST_MEMBERS,
  MOST_PLANNED,
} from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction, type WorkCtx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import { withinQuota } from '../../identity/account/service.ts'
import * as accountUsers from '../../identity/users/service.ts'
import { assertNothingGainedIn } from '../../keys/token-limits/service.ts'
import * as smartlocks from '../../locks/service.ts'
import { assertUnused, groupChanged } from '../marks.ts'
import { sightOf } from '../sight.ts'
import { present } from './present.ts'
import * as store from './store.ts'

export async function list(ctx: WorkCtx, filter: store.ListFilter): Promise<AccessGroup[]> {
  const rows = await store.list(ctx.db, ctx.accountId, { ...filter, sight: sightOf(ctx) })
  const counts = await store.countMembers(
    ctx.db,
    ctx.accountId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => present(row, counts.get(row.id) ?? 0))
}

/** The group, or the same 404 whether it is missing, somebody else's (D38), or about more than the caller is for (D206). */
export async function find(ctx: WorkCtx<'not_found'>, groupId: string): Promise<store.GroupRow> {
  return (await store.find(ctx.db, ctx.accountId, groupId, sightOf(ctx))) ?? ctx.fail('not_found')
}

export const get = async (ctx: WorkCtx<'not_found'>, groupId: string): Promise<AccessGroup> =>
  shown(ctx, await find(ctx, groupId))

async function shown(ctx: Ctx<never>, row: store.GroupRow): Promise<AccessGroup> {
  const counts = await store.countMembers(ctx.db, ctx.accountId, [row.id])
  return present(row, counts.get(row.id) ?? 0)
}

export function create(
  ctx: WorkCtx<'quota_exceeded' | 'right_missing'>,
  { kind, name }: { kind: GroupKind; name: string },
): Promise<AccessGroup> {
  assertChangeable(ctx, kind)
  const quota = {
    limit: MOST_GROUPS,
    of: 'groups per account',
    count: (tx: typeof ctx) => store.count(tx.db, tx.accountId),
  }
  return withinQuota(ctx, quota, async (tx) => {
    const now = tx.clock.now()
    const id = tx.ids.timeOrdered()
    const made = { id, account_id: tx.accountId, kind, name, created_at: now, updated_at: now }
    const maker = tx.principal?.accountId ?? null
    const row = await store.insert(tx.db, { ...made, made_by_account_id: maker })
    await audit.record(tx, { action: 'group.created', subject: id, detail: { kind } })
    return present(row, 0)
  })
}

/** Returns the rows that exist, and leaves out the others. */
export async function known(ctx: Ctx<never>, groupIds: readonly string[]): Promise<Set<string>> {
  if (groupIds.length === 0) return new Set()
  return new Set(await store.listIds(ctx.db, ctx.accountId, groupIds))
}

/** A group of another service, with those of its members that are here. */
export const bring = (
  ctx: WorkCtx<'quota_exceeded' | 'not_found' | 'right_missing'>,
  fields: { kind: GroupKind; name: string },
  ids: readonly number[],
): Promise<string> =>
  inTransaction(ctx, async (tx) => {
    const { groupId } = await create(tx, fields)
    const there = (await hereOf(tx, fields.kind, ids)).slice(0, MOST_MEMBERS[fields.kind])
    if (there.length > 0) await join(tx, groupId, there)
    return groupId
  })

/** Roles and tokens are given by groups of doors: who is for some doors would change what others are for. */
function assertChangeable(ctx: WorkCtx<'right_missing'>, kind: GroupKind): void {
  if (kind === 'doors' && sightOf(ctx))
    ctx.fail('right_missing', {
      message: 'The role is for some doors only, and groups of doors are made for the whole account.',
    })
}

/** A group that the caller may change. */
async function findChangeable(
  ctx: WorkCtx<'not_found' | 'right_missing'>,
  groupId: string,
): Promise<store.GroupRow> {
  const [row] = await store.listByIds(ctx.db, ctx.accountId, [groupId])
  if (row && sightOf(ctx)) await find(ctx, groupId)
  if (row) assertChangeable(ctx, row.kind)
  return row ?? ctx.fail('not_found')
}

export const rename = (
  ctx: WorkCtx<'not_found' | 'right_missing'>,
  groupId: string,
  name: string,
): Promise<AccessGroup> =>
  inTransaction(ctx, async (tx) => {
    await findChangeable(tx, groupId)
    const row = await store.update(tx.db, tx.accountId, groupId, { name, updated_at: tx.clock.now() })
    await audit.record(tx, { action: 'group.renamed', subject: groupId })
    return shown(tx, row)
  })

export const remove = (
  ctx: WorkCtx<'not_found' | 'right_missing' | 'group_in_use'>,
  groupId: string,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await findChangeable(tx, groupId)
    await assertUnused(tx, groupId)
    await store.remove(tx.db, tx.accountId, groupId)
    reachChanged(tx)
    await audit.record(tx, { action: 'group.deleted', subject: groupId })
  })

export async function members(
  ctx: WorkCtx<'not_found'>,
  groupId: string,
  page: { offset?: number; limit: number },
): Promise<GroupMember[]> {
  const { kind } = await find(ctx, groupId)
  const listed = kind === 'people' ? store.listPeople : store.listDoors
  return listed(ctx.db, ctx.accountId, groupId, page)
}

/** All of them, or the same 404 whether one is missing or somebody else's (D38). */
export const join = (
  ctx: WorkCtx<'not_found' | 'right_missing' | 'quota_exceeded'>,
  groupId: string,
  ids: readonly number[],
): Promise<AccessGroup> =>
  inTransaction(ctx, async (tx) => {
    const { kind } = await findChangeable(tx, groupId)
    const plans = await groupChanged(tx, groupId)
    if (kind === 'doors') assertNothingGainedIn(tx, groupId, ids)
    await assertThere(tx, kind, ids)
    const add = kind === 'people' ? store.addPeople : store.addDoors
    const added = await add(tx.db, tx.accountId, groupId, ids)
    const counts = await store.countMembers(tx.db, tx.accountId, [groupId])
    if ((counts.get(groupId) ?? 0) > MOST_MEMBERS[kind])
      tx.fail('quota_exceeded', { message: `At most ${MOST_MEMBERS[kind]} members per group of ${kind}.` })
    for (const plan of plans)
      await assertBounded(tx, { peopleGroupId: plan.people_group_id, doorGroupId: plan.door_group_id })
    return changed(tx, groupId, 'group.joined', added)
  })

export const leave = (
  ctx: WorkCtx<'not_found' | 'right_missing'>,
  groupId: string,
  ids: readonly number[],
): Promise<AccessGroup> =>
  inTransaction(ctx, async (tx) => {
    const { kind } = await findChangeable(tx, groupId)
    await groupChanged(tx, groupId)
    const take = kind === 'people' ? store.removePeople : store.removeDoors
    const sized = sizedFor(kind, ids)
    const taken = sized.length > 0 ? await take(tx.db, tx.accountId, groupId, sized) : 0
    return changed(tx, groupId, 'group.left', taken)
  })

/** Larger numbers are nobody's, and no store has a column for them. */
const MOST_PERSON_ID = 2_147_483_647

const sizedFor = (kind: GroupKind, ids: readonly number[]): number[] =>
  ids.filter((id) => kind === 'doors' || id <= MOST_PERSON_ID)

async function assertThere(
  ctx: WorkCtx<'not_found'>,
  kind: GroupKind,
  ids: readonly number[],
): Promise<void> {
  if ((await hereOf(ctx, kind, ids)).length < ids.length) ctx.fail('not_found')
}

/** Returns the rows that exist, and leaves out the others. */
export async function hereOf(ctx: WorkCtx, kind: GroupKind, ids: readonly number[]): Promise<number[]> {
  const sized = sizedFor(kind, ids)
  return kind === 'people'
    ? (await accountUsers.listByIds(ctx, sized)).map((row) => row.account_user_id)
    : (await smartlocks.listByIds(ctx, sized)).map((row) => row.smartlock_id)
}

async function changed(
  ctx: WorkCtx,
  groupId: string,
  action: 'group.joined' | 'group.left',
  count: number,
): Promise<AccessGroup> {
  const row = await store.update(ctx.db, ctx.accountId, groupId, { updated_at: ctx.clock.now() })
  if (count > 0 && row.kind === 'doors') reachChanged(ctx)
  if (count > 0) await audit.record(ctx, { action, subject: groupId, detail: { members: String(count) } })
  return shown(ctx, row)
}

/** Roles and tokens that are for the group are for other doors now. */
const reachChanged = (ctx: WorkCtx) => ctx.afterCommit(() => ctx.wake.notify('credential', ctx.accountId))

/** What a plan speaks of. */
export interface Pair {
  peopleGroupId: string
  doorGroupId: string
}

/**
 * Refuses unless both are there, of the right kinds, and together not more than a plan may give. The people that a plan has
 * already may stay, though other plans of theirs are none of the caller's.
 */
export async function assertPair(
  ctx: WorkCtx<'not_found' | 'invalid_parameter' | 'quota_exceeded'>,
  pair: Pair,
  stayingId?: string,
): Promise<void> {
  const people = await (pair.peopleGroupId === stayingId ? findAny : find)(ctx, pair.peopleGroupId)
  const doors = await find(ctx, pair.doorGroupId)
  if (people.kind !== 'people') failParameter(ctx.fail, 'peopleGroupId', 'must be a group of people')
  if (doors.kind !== 'doors') failParameter(ctx.fail, 'doorGroupId', 'must be a group of doors')
  await assertBounded(ctx, pair)
}

async function assertBounded(
  ctx: Ctx<'quota_exceeded'>,
  { peopleGroupId, doorGroupId }: Pair,
): Promise<void> {
  const counts = await store.countMembers(ctx.db, ctx.accountId, [peopleGroupId, doorGroupId])
  const rights = (counts.get(peopleGroupId) ?? 0) * (counts.get(doorGroupId) ?? 0)
  if (rights > MOST_PLANNED)
    ctx.fail('quota_exceeded', { message: `A plan gives at most ${MOST_PLANNED} rights, not ${rights}.` })
}

const findAny = async (ctx: Ctx<'not_found'>, groupId: string): Promise<store.GroupRow> =>
  (await store.find(ctx.db, ctx.accountId, groupId)) ?? ctx.fail('not_found')

/** Both groups are there, and have no door that the caller is not for. */
export async function assertPairThere(
  ctx: WorkCtx<'not_found'>,
  pair: Pair,
  stayingId?: string,
): Promise<void> {
  const ids = [pair.peopleGroupId, pair.doorGroupId]
  const held = await store.listByIds(ctx.db, ctx.accountId, ids)
  if (held.length < ids.length) ctx.fail('not_found')
  if (sightOf(ctx)) for (const id of ids) if (id !== stayingId) await find(ctx, id)
}

/** The people of a group who can be given something. */
export async function peopleOf(ctx: Ctx<never>, groupId: string) {
  const rows = await store.listGiveable(ctx.db, ctx.accountId, groupId, MOST_MEMBERS.people)
  return rows.map(({ account_user_id: accountUserId, name }) => ({ accountUserId, name }))
}

export async function doorsOf(ctx: Ctx<never>, groupId: string): Promise<number[]> {
  const doors = await store.listDoors(ctx.db, ctx.accountId, groupId, { limit: MOST_MEMBERS.doors })
  return doors.map(({ id }) => id)
}
