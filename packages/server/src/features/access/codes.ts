import { type AccessWindow, overlaps } from '@latchwork/access-window'
import type { Capability } from '@latchwork/contract'
import type { Ctx } from '../../platform/context.ts'
import { codeFrom, codeProblem, commonLength, windowOf } from './rules.ts'
import * as store from './store.ts'

/** Keypad codes: kept encrypted, compared by keyed fingerprints, never shown to anybody who did not ask for them. */

const sealContext = (id: string) => `smartlock_auth.code ${id}`

/** The columns of a code. */
export const codeColumns = (ctx: Ctx<never>, id: string, code: number | undefined) =>
  code === undefined
    ? { code_sealed: null, code_hash: null }
    : { code_sealed: ctx.sealer.seal(String(code), sealContext(id)), code_hash: hashOf(ctx, code) }

export const openCode = (
  ctx: Pick<Ctx<never>, 'sealer'>,
  { id, code_sealed }: Pick<store.AuthRow, 'id' | 'code_sealed'>,
): number | undefined =>
  code_sealed === null ? undefined : Number(ctx.sealer.open(code_sealed, sealContext(id)))

/** The same code of the same account has the same fingerprint, on whatever lock. */
const hashOf = (ctx: Ctx<never>, code: number): string =>
  ctx.sealer.mac(String(code), hashContext(ctx.accountId))

/** While the key changes, the same code may be stored with the fingerprint of either. */
const hashesOf = (ctx: Ctx<never>, code: number): string[] =>
  ctx.sealer.macs(String(code), hashContext(ctx.accountId))

const hashContext = (accountId: number): string => `smartlock_auth.code ${accountId}`

/** What has this code on a lock, as it was typed: a leading zero makes another code. */
export const findByCode = (ctx: Ctx<never>, smartlockId: number, typed: string): Promise<store.AuthRow[]> =>
  typed.startsWith('0')
    ? Promise.resolve([])
    : store.listWithCode(ctx.db, ctx.accountId, smartlockId, hashesOf(ctx, Number(typed)))

/** The same code of the same person on other doors; without a person only the right itself. */
export async function withSameCode(ctx: Ctx<never>, row: store.AuthRow): Promise<store.AuthRow[]> {
  const code = openCode(ctx, row)
  if (code === undefined || row.account_user_id === null) return [row]
  return store.listOfUserWithCode(ctx.db, ctx.accountId, row.account_user_id, hashesOf(ctx, code))
}

/** Who uses one of these codes on one of these locks, by lock and code. */
export async function usersOfCodes(
  ctx: Ctx<never>,
  smartlockIds: readonly number[],
  codes: readonly number[],
): Promise<ReadonlyMap<string, readonly CodeUser[]>> {
  if (codes.length === 0) return new Map()
  const byHash = new Map(codes.flatMap((code) => hashesOf(ctx, code).map((hash) => [hash, code] as const)))
  const rows = await store.listCodeUsers(ctx.db, ctx.accountId, [...byHash.keys()], smartlockIds)
  return Map.groupBy(rows, (row) => `${row.smartlock_id} ${byHash.get(row.code_hash ?? '')}`)
}

export type CodeUser = Awaited<ReturnType<typeof store.listCodeUsers>>[number]

/** What has one of these codes on a lock; none of them begins with a zero. */
export const findByCodes = (
  ctx: Ctx<never>,
  smartlockId: number,
  codes: readonly string[],
): Promise<store.AuthRow[]> =>
  codes.length === 0
    ? Promise.resolve([])
    : store.listWithCode(
        ctx.db,
        ctx.accountId,
        smartlockId,
        codes.flatMap((code) => hashesOf(ctx, Number(code))),
      )

/** What matters about a lock for its codes. */
export interface CodeLock {
  smartlock_id: number
  name: string
  code: Capability['code']
}

export function checkCode(ctx: Ctx<'code_invalid'>, locks: readonly CodeLock[], code: number): void {
  for (const lock of locks) {
    const problem = codeProblem(lock.code, String(code))
    if (problem === undefined) continue
    const message = `code ${problem} on ${lock.name}`
    const supplied = { parameter: 'code', value: String(code), problem: 'is not valid' } as const
    ctx.fail('code_invalid', { message, supplied, errors: [{ path: 'code', message: problem }] })
  }
}

export interface CodeUse {
  lock: CodeLock
  code: number
  window: AccessWindow
  /** The authorization itself, where there is one already. */
  id?: string
}

/** The same code twice on a lock: not while both are valid, or not at all, as the lock has it (D52). */
export async function checkConflicts(ctx: Ctx<'code_conflict'>, uses: readonly CodeUse[]): Promise<void> {
  if (uses.length === 0) return
  const hashed = uses.flatMap((use) => hashesOf(ctx, use.code).map((hash) => ({ ...use, hash })))
  const hashes = [...new Set(hashed.map(({ hash }) => hash))]
  const locks = new Set(uses.map(({ lock }) => lock))
  const users = await store.listCodeUsers(ctx.db, ctx.accountId, hashes, idsOf([...locks]))
  const byCode = Map.groupBy(users, (user) => `${user.smartlock_id} ${user.code_hash}`)
  for (const { lock, hash, window, id, code } of hashed)
    for (const other of byCode.get(`${lock.smartlock_id} ${hash}`) ?? []) {
      if (other.id === id || !isConflict(lock, window, other)) continue
      const message = `${lock.name}: "${other.name}" uses the same code.`
      const supplied = { parameter: 'code', value: String(code), problem: 'exists already' } as const
      ctx.fail('code_conflict', { message, supplied })
    }
}

/** The same among several that are stored together. */
function checkAmongThem(ctx: Ctx<'code_conflict'>, uses: readonly CodeUse[]): void {
  const seen = new Map<string, AccessWindow[]>()
  for (const { lock, code, window } of uses) {
    const earlier = seen.get(keyOf(lock, code)) ?? []
    if (earlier.some((other) => lock.code.uniqueness === 'lock' || overlaps(window, other)))
      ctx.fail('code_conflict', { message: `${lock.name}: another one uses the same code.` })
    seen.set(keyOf(lock, code), [...earlier, window])
  }
}

const keyOf = ({ smartlock_id }: CodeLock, code: number): string => `${smartlock_id} ${code}`

/** Many new codes at once: none is in use already, nor twice among them (D52). */
export async function checkNewCodes(ctx: Ctx<'code_conflict'>, uses: readonly CodeUse[]): Promise<void> {
  checkAmongThem(ctx, uses)
  await checkConflicts(ctx, uses)
}

export const isConflict = (
  lock: Pick<CodeLock, 'code'>,
  window: AccessWindow,
  other: Pick<store.AuthRow, 'from_date' | 'until_date'>,
): boolean =>
  lock.code.uniqueness === 'lock' ||
  overlaps(window, windowOf({ ...other, week_days: null, from_time: null, until_time: null }))

const idsOf = (locks: readonly CodeLock[]) => locks.map(({ smartlock_id }) => smartlock_id)

const CANDIDATES = 32
const ROUNDS = 20

/** A code that every one of the locks takes and none of them has, whenever valid (D51). */
export async function freeCode(ctx: Ctx<'code_conflict'>, locks: readonly CodeLock[]): Promise<number> {
  const [strictest] = locks.toSorted((a, b) => a.code.alphabet.length - b.code.alphabet.length)
  if (!strictest) throw new Error('no lock to make a code for')
  const length = commonLength(locks.map(({ code }) => code))
  if (length === undefined)
    return ctx.fail('code_conflict', { message: 'These locks want codes of different lengths.' })
  for (let round = 0; round < ROUNDS; round++) {
    const candidates = Array.from({ length: CANDIDATES }, () =>
      codeFrom({ length, alphabet: strictest.code.alphabet }, ctx.ids.random()),
    )
      .filter((code) => locks.every((lock) => codeProblem(lock.code, code) === undefined))
      .map((code) => ({ code: Number(code), hashes: hashesOf(ctx, Number(code)) }))
    if (candidates.length === 0) continue
    const hashes = candidates.flatMap((candidate) => candidate.hashes)
    const taken = await store.listCodeUsers(ctx.db, ctx.accountId, hashes, idsOf(locks))
    const free = candidates.find(
      ({ hashes }) => !taken.some(({ code_hash }) => hashes.includes(code_hash ?? '')),
    )
    if (free) return free.code
  }
  return ctx.fail('code_conflict', { message: 'No code was found that is free on all of these locks.' })
}

/** A code for each of these, which its lock takes and has not, nor is about to have; a lock may be there several times. */
export async function freeCodes(
  ctx: Ctx<'code_conflict'>,
  locks: readonly CodeLock[],
  soonUsed: readonly Pick<CodeUse, 'lock' | 'code'>[],
): Promise<number[]> {
  const used = new Set(soonUsed.map(({ lock, code }) => keyOf(lock, code)))
  const found: number[] = []
  let open = [...locks.keys()]
  for (let round = 0; open.length > 0; round++) {
    if (round === ROUNDS) ctx.fail('code_conflict', { message: 'No code was found that is free.' })
    const tried = open.map((i) => ({
      i,
      lock: locks[i] as CodeLock,
      code: codeOn(ctx, locks[i] as CodeLock),
    }))
    const codes = new Set(tried.flatMap(({ code }) => code ?? []))
    const users = await usersOfCodes(ctx, [...new Set(idsOf(tried.map(({ lock }) => lock)))], [...codes])
    for (const { i, lock, code } of tried) {
      if (code === undefined || users.has(keyOf(lock, code)) || used.has(keyOf(lock, code))) continue
      used.add(keyOf(lock, code))
      found[i] = code
    }
    open = open.filter((i) => found[i] === undefined)
  }
  return found
}

/** A code by chance; undefined where the lock would not take it. */
function codeOn(ctx: Ctx<never>, { code: rules }: CodeLock): number | undefined {
  const length = commonLength([rules]) ?? 0
  const code = codeFrom({ length, alphabet: rules.alphabet }, ctx.ids.random())
  return codeProblem(rules, code) === undefined ? Number(code) : undefined
}
