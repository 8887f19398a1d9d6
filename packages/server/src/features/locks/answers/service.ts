import type { Smartlock } from '@latchwork/contract'
import { LRUCache } from 'lru-cache'
import type { Ctx, RequestCtx } from '../../../platform/context.ts'
import { JsonText } from '../../../platform/json-text.ts'
import type { Changed, Changes } from '../../../platform/store/changes.ts'
import { type LockView, present } from '../present.ts'
import { staleAt } from '../rules.ts'
import * as smartlocks from '../service.ts'
import { AccountTexts, type KeptList, type KeptText } from './account-texts.ts'

/** Characters that are kept at most, over all accounts. */
const MAX_SIZE = 64 * 1024 * 1024
/** A timer that counts seconds down. */
const COUNTING_MS = 1000

/** Answers come at once where they are kept. */
export interface SmartlockTexts {
  list(ctx: RequestCtx): Answer<Smartlock[]>
  get(ctx: RequestCtx<'not_found'>, smartlockId: number): Answer<Smartlock>
  /** What can be said without reading anything. */
  keptList(accountId: number, now: number): JsonText<Smartlock[]> | undefined
  keptOne(accountId: number, now: number, smartlockId: number): JsonText<Smartlock> | undefined
}

type Answer<T> = JsonText<T> | Promise<JsonText<T>>

/** Locks that are being read: what was read of those that change meanwhile may be older than what is stored. */
interface Reading {
  readonly accountId: number
  spoilt: Set<number> | 'all'
}

/**
 * The locks of an account as they go over the wire. Integrators poll them far more often than they change, and turning
 * them into text is most of the work, so the text of each lock is kept until its row changes or the clock makes it untrue.
 * Before an answer is taken from here, `Changes` has told of everything that was committed by then.
 */
export function createSmartlockTexts(changes: Changes): SmartlockTexts {
  const { kept, read } = createKept(changes)

  async function readOne(ctx: RequestCtx<'not_found'>, smartlockId: number): Promise<JsonText<Smartlock>> {
    const found = await read(
      ctx.accountId,
      async () => textOf(ctx, await smartlocks.view(ctx, smartlockId)),
      (texts, known, spoilt) => {
        if (!spoilt.has(smartlockId)) texts.put(smartlockId, known)
      },
    )
    return found.text
  }

  /** All locks, or those of which nothing true is known any more, to go with the others. */
  async function readList(ctx: RequestCtx): Promise<JsonText<Smartlock[]>> {
    const all = kept.get(ctx.accountId)?.all(ctx.clock.now())
    const known = (all ?? []).flatMap(([id, text]) => (text ? [[id, text] as const] : []))
    const wanted = all?.flatMap(([id, text]) => (text ? [] : [id]))
    const { list } = await read(
      ctx.accountId,
      async () => {
        const views = await (wanted ? smartlocks.views(ctx, wanted) : smartlocks.list(ctx, {}))
        const fresh = views.map((view) => [view.row.smartlock_id, textOf(ctx, view)] as const)
        return { fresh: new Map(fresh), list: listOf([...known, ...fresh]) }
      },
      (texts, found, spoilt) => keepList(texts, wanted, found, spoilt),
    )
    return list.text
  }

  const listOfAccount = (accountId: number, now: number) => kept.get(accountId)?.list(now)
  const oneOfAccount = (accountId: number, now: number, smartlockId: number) =>
    kept.get(accountId)?.get(smartlockId, now)?.text
  const listNow = (ctx: RequestCtx) => listOfAccount(ctx.accountId, ctx.clock.now()) ?? readList(ctx)
  const getNow = (ctx: RequestCtx<'not_found'>, smartlockId: number) =>
    oneOfAccount(ctx.accountId, ctx.clock.now(), smartlockId) ?? readOne(ctx, smartlockId)

  return {
    list: (ctx) => changes.caughtUp()?.then(() => listNow(ctx)) ?? listNow(ctx),
    get: (ctx, smartlockId) =>
      changes.caughtUp()?.then(() => getNow(ctx, smartlockId)) ?? getNow(ctx, smartlockId),
    keptList: (accountId, now) => (changes.isCaughtUp() ? listOfAccount(accountId, now) : undefined),
    keptOne: (accountId, now, id) => (changes.isCaughtUp() ? oneOfAccount(accountId, now, id) : undefined),
  }
}

/** What is kept, and how something is read so that it may be. */
function createKept(changes: Changes) {
  const kept = new LRUCache<number, AccountTexts>({ maxSize: MAX_SIZE, sizeCalculation: ({ size }) => size })
  const readings = new Set<Reading>()
  changes.listen((changed) => {
    forget(kept, changed)
    for (const reading of readings) spoil(reading, changed)
  })

  /** Reads, and keeps what is still true when it has been read. */
  async function read<T>(
    accountId: number,
    work: () => Promise<T>,
    keep: (texts: AccountTexts, found: T, spoilt: ReadonlySet<number>) => void,
  ): Promise<T> {
    const reading: Reading = { accountId, spoilt: new Set() }
    readings.add(reading)
    const found = await work().finally(() => readings.delete(reading))
    if (reading.spoilt === 'all') return found
    const texts = kept.get(accountId) ?? new AccountTexts()
    keep(texts, found, reading.spoilt)
    // Taken out before: it is measured when it is put in.
    kept.delete(accountId)
    kept.set(accountId, texts)
    return found
  }
  return { kept, read }
}

function forget(kept: LRUCache<number, AccountTexts>, changed: Changed): void {
  if (changed === 'all') kept.clear()
  else for (const [accountId, smartlockId] of changed) kept.peek(accountId)?.drop(smartlockId)
}

interface ReadList {
  readonly fresh: ReadonlyMap<number, KeptText>
  readonly list: KeptList
}

/** Without `wanted` all locks of the account were read. */
function keepList(
  texts: AccountTexts,
  wanted: readonly number[] | undefined,
  { fresh, list }: ReadList,
  spoilt: ReadonlySet<number>,
): void {
  if (!wanted) texts.putIds(new Set(fresh.keys()).union(spoilt))
  const isTrue = (id: number) => !spoilt.has(id)
  for (const [id, text] of [...fresh].filter(([id]) => isTrue(id))) texts.put(id, text)
  const gone = (wanted ?? []).filter((id) => !fresh.has(id) && isTrue(id))
  for (const id of gone) texts.dropId(id)
  if (spoilt.size === 0) texts.putList(list)
}

function spoil(reading: Reading, changed: Changed): void {
  if (changed === 'all' || reading.spoilt === 'all') reading.spoilt = 'all'
  else for (const [accountId, id] of changed) if (accountId === reading.accountId) reading.spoilt.add(id)
}

/** The text of a lock as it is now, and until when the clock leaves it so. */
function textOf(ctx: Ctx<never>, view: LockView): KeptText {
  const now = ctx.clock.now()
  const lock = present(view, now)
  const isCounting = lock.state.ringToOpenEnd !== undefined
  return {
    text: new JsonText<Smartlock>(JSON.stringify(lock)),
    createdAt: view.row.created_at,
    until: isCounting ? now + COUNTING_MS : staleAt(view.row.last_seen_at, now),
  }
}

/** In the order of the store. */
function listOf(entries: (readonly [smartlockId: number, known: KeptText])[]): KeptList {
  entries.sort(([a, { createdAt: one }], [b, { createdAt: other }]) => one - other || a - b)
  const texts = entries.map(([, { text }]) => text.text)
  return {
    text: new JsonText<Smartlock[]>(`[${texts.join(',')}]`),
    until: entries.reduce((first, [, { until }]) => Math.min(first, until), Number.POSITIVE_INFINITY),
  }
}
