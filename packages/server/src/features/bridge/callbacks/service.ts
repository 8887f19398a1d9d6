import { MAX_BRIDGE_CALLBACKS } from '@latchwork/contract'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import * as events from '../../events/log/service.ts'
import * as store from './store.ts'

export type { CallbackRow } from './store.ts'

export const list = (ctx: Ctx<never>) => store.list(ctx.db, ctx.accountId)

/** As long as programs may make them. */
const MAX_URL_LENGTH = 254

/** Why it was not added, in the words that programs look for; undefined when it was. */
export type AddProblem = 'callback already added' | 'too many callbacks registered' | `url ${string}`

/** URLs are read past these, and one of them is what PostgreSQL does not store. */
const characterProblem = (url: string): string | undefined =>
  /\p{Cc}/u.test(url) ? 'must not contain control characters' : undefined

/** The first free number is the new one's. It is told of what happens from now on. */
export async function add(ctx: RequestCtx, url: string): Promise<AddProblem | undefined> {
  const problem =
    url.length > MAX_URL_LENGTH
      ? `must not be longer than ${MAX_URL_LENGTH} characters`
      : (characterProblem(url) ?? ctx.outbound.problemWith(url, 'near'))
  if (problem) return `url ${problem}`
  return inTransaction(ctx, async (tx) => {
    const known = await list(tx)
    if (known.some((row) => row.url === url)) return 'callback already added'
    const taken = new Set(known.map(({ slot }) => slot))
    const slot = [...Array(MAX_BRIDGE_CALLBACKS).keys()].find((number) => !taken.has(number))
    if (slot === undefined) return 'too many callbacks registered'
    await store.insert(tx.db, {
      id: tx.ids.random(),
      account_id: tx.accountId,
      slot,
      url,
      last_event_id: (await events.headOf(tx, tx.accountId)) ?? '',
      failures: 0,
      next_at: 0,
      leased_until: null,
      lease_owner: null,
    })
    await audit.record(tx, {
      action: 'bridge.callbackAdded',
      subject: slot,
      detail: { to: new URL(url).origin },
    })
    return undefined
  })
}

export async function remove(ctx: RequestCtx, slot: number): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const isRemoved = await store.remove(tx.db, tx.accountId, slot)
    if (isRemoved) await audit.record(tx, { action: 'bridge.callbackRemoved', subject: slot })
    return isRemoved
  })
}

export const removeAll = (ctx: Ctx<never>) => store.removeAll(ctx.db, ctx.accountId)
