import assert from 'node:assert/strict'
import { ALL_RIGHTS, type api, SCOPES, type Scope } from '@latchwork/contract'
import type { Client } from '@latchwork/sdk'
import type { Service } from '../src/compose/compose.ts'
import * as account from '../src/features/identity/account/service.ts'
import * as apiKeys from '../src/features/keys/api-keys/service.ts'
import { inTransaction } from '../src/platform/context.ts'
import { hashToken, newToken } from '../src/platform/security/crypto.ts'

export type Api = Client<typeof api>

export interface Caller {
  accountId: number
  token: string
  api: Api
}

export interface CallerOptions {
  /** A sub-account of the owner with these; without, another master account. */
  rights?: number
  scopes?: readonly Scope[]
  /** Another token of somebody who is there already. */
  of?: Caller
  /** A management token (D243) instead of a program token. */
  management?: boolean
}

interface Home {
  service: Service
  owner: Caller
  apiFor: (token: string) => Api
}

/** The same account, signed in as a person: a session straight in the store. */
export async function newSession(
  { service, apiFor }: Omit<Home, 'owner'>,
  accountId: number,
): Promise<Caller> {
  const { clock, ids } = service.platform
  const token = newToken()
  await service
    .contextFor(0)
    .db.insertInto('session')
    .values({
      id: ids.timeOrdered(),
      account_id: accountId,
      token_hash: hashToken(token),
      created_at: clock.now(),
      verified_at: clock.now(),
      expires_at: clock.now() + 12 * 3_600_000,
    })
    .execute()
  return { accountId, token, api: apiFor(token) }
}

/** The password of everybody who is made here. */
export const CALLER_PASSWORD = 'another horse'
/** The hash of `CALLER_PASSWORD`: to compute it takes longer than most tests. */
const CALLER_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$N2co0ZGXaJTzLO+x8FHdmw$qu/WAthA+zI07uXLgFDi5sFC7Ugt5OcePOcOYJR+U7A'
/** The hash of `OWNER_PASSWORD` (started-store.ts). */
const OWNER_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$h1d696FC6qe8ppgTHvjJ2g$bos0RVcGtYWY49GxwR49XQHBL2Bdh6Zwjh7i7s0Kj8w'

let callers = 0

/** Opens a master account like a first start does: with a log, a key and a token for every scope. */
export async function openMaster(
  service: Service,
  name: string,
  { management = false } = {},
): Promise<{ accountId: number; token: string; email: string }> {
  const email = `owner${callers++}-${process.pid}@example.com`
  return inTransaction(service.contextFor(0), async (tx) => {
    const opened = { email, passwordHash: OWNER_HASH, name, language: 'en' }
    const accountId = await account.openIfFree(tx, opened)
    assert.ok(accountId)
    const token = await apiKeys.createFirstToken({ ...tx, accountId }, accountId)
    // Most programs have a program token; tests of management tokens ask for one.
    if (!management)
      await tx.db
        .updateTable('api_token')
        .set({ management: 0 })
        .where('account_id', '=', accountId)
        .execute()
    return { accountId, email, token }
  })
}

/** Somebody who calls, put straight into the store: tests of everything else need no sign-up. */
export async function newCaller(
  { service, owner, apiFor }: Home,
  { rights, scopes = SCOPES, of, management = false }: CallerOptions = {},
): Promise<Caller> {
  const accountId = of?.accountId ?? (await insertAccount(service, owner?.accountId, rights))
  const token = await insertToken(service, accountId, scopes, management)
  return { accountId, token, api: apiFor(token) }
}

async function insertAccount(
  service: Service,
  ownerId: number | undefined,
  rights: number | undefined,
): Promise<number> {
  const now = service.platform.clock.now()
  const email = `caller${callers++}-${process.pid}@example.com`
  const { account_id } = await service
    .contextFor(0)
    .db.insertInto('account')
    .values({
      master_account_id: rights === undefined ? null : (ownerId ?? null),
      type: 0,
      email,
      email_key: email,
      password_hash: CALLER_HASH,
      name: email,
      rights: rights ?? ALL_RIGHTS,
      language: 'en',
      created_at: now,
      updated_at: now,
    })
    .returning('account_id')
    .executeTakeFirstOrThrow()
  return account_id
}

/** A token under a key of its own. */
async function insertToken(
  service: Service,
  accountId: number,
  scopes: readonly Scope[],
  management: boolean,
): Promise<string> {
  const { clock, ids } = service.platform
  const { db } = service.contextFor(0)
  const now = clock.now()
  const key = await db
    .insertInto('api_key')
    .values({
      account_id: accountId,
      client_id: ids.random() + ids.random(),
      description: null,
      redirect_uris: null,
      created_at: now,
    })
    .returning('api_key_id')
    .executeTakeFirstOrThrow()
  const token = newToken()
  await db
    .insertInto('api_token')
    .values({
      id: ids.timeOrdered(),
      account_id: accountId,
      api_key_id: key.api_key_id,
      token_hash: hashToken(token),
      prefix: token.slice(0, 6),
      description: null,
      scopes: JSON.stringify(scopes),
      created_at: now,
      last_used_at: null,
      management: management ? 1 : 0,
    })
    .execute()
  return token
}
