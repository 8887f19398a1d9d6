import { type FoundLock, SMARTLOCK_TYPE } from '@latchwork/contract'
import { fail } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import { loseConnection } from '../connection/service.ts'
import {
  type Credentials,
  endCredentials,
  replaceCredentials,
  waitToReplace,
} from '../credentials/service.ts'
import { isOnline } from '../rules.ts'
import * as store from '../store.ts'
import { insertLock } from './new-lock.ts'

/** Locks of others, which a gateway serves. */

/** Device ids are of eight digits: with a million locks one in four thousand is taken. */
const TRIES = 8

/**
 * Stores a lock that a gateway found. Whoever made it, it is of the oldest type, which every client knows and expects
 * least of (D141), or an opener (D148); what it can do it says itself. Its gateway asks for its credentials.
 */
export async function adopt(
  ctx: Ctx<never>,
  {
    gatewayId,
    key,
    family,
    vendor,
    model,
    kind,
    capability,
    name,
  }: FoundLock & { name: string; gatewayId: string },
): Promise<store.SmartlockRow> {
  for (let i = 0; i < TRIES; i++) {
    const row = await insertLock(ctx, {
      type: kind === 'opener' ? SMARTLOCK_TYPE.opener : SMARTLOCK_TYPE.keyturner,
      name,
      deviceId: ctx.ids.random().slice(0, 8).toUpperCase(),
      driver: family,
      gateway_id: gatewayId,
      gateway_key: key,
      vendor: vendor ?? null,
      model: model ?? null,
      capability: capability ? JSON.stringify(capability) : null,
    })
    if (row) return row
  }
  throw new Error('no free device id was found')
}

export const findServed = (ctx: Ctx<never>, gatewayId: string, key: string) =>
  store.findServed(ctx.db, ctx.accountId, gatewayId, key)

export const listServed = (ctx: Ctx<never>, gatewayId: string) =>
  store.listServed(ctx.db, ctx.accountId, gatewayId)

export const countServed = (ctx: Ctx<never>) => store.countServed(ctx.db, ctx.accountId)

/** What the locks of a gateway log in with ends at once: another box is to serve them. */
export async function endServed(ctx: Ctx<never>, gatewayId: string): Promise<void> {
  const ids = (await listServed(ctx, gatewayId)).map((row) => row.smartlock_id)
  if (ids.length === 0) return
  const held = await store.listByIds(ctx.db, ctx.accountId, ids)
  await endCredentials(ctx, held)
  for (const row of held) if (isOnline(row.server_state)) await loseConnection(ctx, row)
}

/** What ended is remembered for a day, by every process: a gateway that asks without end must not fill that. */
const RENEWALS_PER_HOUR = 20

/** New credentials for a lock, asked for by the gateway that serves it; those before end at once. */
export const renewServed = (
  ctx: Ctx<'not_found'> & audit.Origin,
  smartlockId: number,
): Promise<Credentials> =>
  inTransaction(ctx, async (tx) => {
    const row = (await store.find(tx.db, tx.accountId, smartlockId)) ?? tx.fail('not_found')
    const waitMs = await waitToReplace(tx, row, RENEWALS_PER_HOUR)
    if (waitMs > 0) fail('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    const credentials = await replaceCredentials(tx, row, 0)
    if (isOnline(row.server_state)) await loseConnection(tx, row)
    const detail = { username: credentials.username }
    await audit.record(tx, { action: 'smartlock.credentialsReplaced', subject: smartlockId, detail })
    return credentials
  })
