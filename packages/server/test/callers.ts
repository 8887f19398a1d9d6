import { ALL_RIGHTS, type api, SCOPES, type Scope } from '@latchwork/contract'
import type { Client } from '@latchwork/sdk'
import type { Service } from '../src/compose/compose.ts'
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
/** Its hash, worked out once: that takes longer than most tests. */
const HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$N2co0ZGXaJTzLO+x8FHdmw$qu/WAthA+zI07uXLgFDi5sFC7Ugt5OcePOcOYJR+U7A'

let callers = 0

/** Somebody who calls, put straight into the store: tests of everything else need no sign-up. */
export async function newCaller(
  { service, owner, apiFor }: Home,
  { rights, scopes = SCOPES, of, management = false }: CallerOptions = {},
): Promise<Caller> {
  const { clock, ids } = service.platform
  const { db } = service.contextFor(0)
  const now = clock.now()
  const email = `caller${callers++}-${process.pid}@example.com`
  const accountId =
    of?.accountId ??
    (
      await db
        .insertInto('account')
        .values({
          master_account_id: rights === undefined ? null : owner.accountId,
          type: 0,
          email,
          email_key: email,
          password_hash: HASH,
          name: email,
          rights: rights ?? ALL_RIGHTS,
          language: 'en',
          created_at: now,
          updated_at: now,
        })
        .returning('account_id')
        .executeTakeFirstOrThrow()
    ).account_id
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
  return { accountId, token, api: apiFor(token) }
}
