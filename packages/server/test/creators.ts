import { ALL_RIGHTS, SCOPES } from '@latchwork/contract'
import { createClient } from '@latchwork/sdk'
import type { Api } from './callers.ts'
import { checkedFetch } from './checked-fetch.ts'
import { rig, tokensFor } from './oauth-rig.ts'
import { OWNER_PASSWORD } from './started-store.ts'
import type { Caller, World } from './world.ts'

/** Everybody who can make things in an owner's account, and every way in which they can lose the power to. */

export interface Creator extends Caller {
  /** Takes the power away, as `host`, the owner. */
  end(host: Api): Promise<unknown>
}

/** Which column of the table in docs/security.md a creator belongs to. */
export type CreatorGroup = 'program' | 'subAccount' | 'console'

interface Way {
  group: CreatorGroup
  make(w: World, host: Api): Promise<Creator>
}

const asCaller = (w: World, accountId: number, token: string): Caller => ({
  accountId,
  token,
  api: createClient({ baseUrl: 'http://test', token, fetch: checkedFetch(w.service.app) }),
})

/** Changes rows as time would, and makes the service forget what it remembers of tokens. */
async function timePasses(w: World, change: Promise<unknown>): Promise<void> {
  await change
  w.service.platform.wake.notify('credential', w.owner.accountId)
}

const token = (
  end: (w: World, host: Api, key: { apiKeyId: number; id: string }) => Promise<unknown>,
): Way => ({
  group: 'program',
  async make(w, host) {
    const { data: key } = await host.apiKeys.create()
    const params = { apiKeyId: key.apiKeyId }
    const { data } = await host.apiKeys.createToken({ params, body: { scopes: [...SCOPES] } })
    const caller = asCaller(w, w.owner.accountId, data.accessToken as string)
    return { ...caller, end: (now) => end(w, now, { ...params, id: data.id }) }
  },
})

type AppTokens = { base: string; clientId: string; apiKeyId: number; refreshToken: string }

/** One application for all rounds of a world. */
const clients = new WeakMap<World, ReturnType<typeof rig>>()

const app = (end: (w: World, host: Api, app: AppTokens) => Promise<unknown>): Way => ({
  group: 'program',
  async make(w) {
    const client = clients.get(w) ?? rig(w)
    clients.set(w, client)
    const { base, clientId, apiKeyId } = await client
    const tokens = await tokensFor(await client, SCOPES.join(' '))
    const refreshToken = tokens.refresh_token as string
    const caller = asCaller(w, w.owner.accountId, tokens.access_token)
    return { ...caller, end: (host) => end(w, host, { base, clientId, apiKeyId, refreshToken }) }
  },
})

/** A sub-account that is signed in, with rights or a role for everything. */
const member = (
  given: { rights: number } | { rights: 0; roles: [{ role: 'administrator' }] },
  end: (host: Api, accountId: number) => Promise<unknown>,
): Way => ({
  group: 'subAccount',
  async make(w, host) {
    const { accountId } = await w.caller({ rights: ALL_RIGHTS })
    await host.subAccounts.update({ params: { accountId }, body: given })
    return { ...(await w.session({ ...w.owner, accountId })), end: (now) => end(now, accountId) }
  },
})

const session = (end: (person: Caller, host: Api) => Promise<unknown>): Way => ({
  group: 'console',
  async make(w) {
    const person = await w.session()
    return { ...person, end: (host) => end(person, host) }
  },
})

const removeSub = (host: Api, accountId: number) =>
  host.subAccounts.remove({ params: { accountId }, body: {} })

/** Ends every token and session of the owner but the one that asks. */
const changePassword = (host: Api) =>
  host.account.update({ body: { language: 'en', password: OWNER_PASSWORD } })

const administrator = { rights: 0, roles: [{ role: 'administrator' }] } as const

export const WAYS = {
  'API token: deleted': token((_w, host, params) => host.apiKeys.removeToken({ params })),
  'API token: expired': token((w, _host, { id }) =>
    timePasses(w, w.db.updateTable('api_token').set({ expires_at: 1 }).where('id', '=', id).execute()),
  ),
  'API token: scopes taken': token((_w, host, params) =>
    host.apiKeys.updateToken({ params, body: { scopes: ['webhook.central'] } }),
  ),
  'API token: key deleted': token((_w, host, { apiKeyId }) => host.apiKeys.remove({ params: { apiKeyId } })),
  'API token: integration deleted': token((_w, host, { apiKeyId }) =>
    host.integrations.remove({ body: { apiKeyId } }),
  ),
  'API token: password changed': token((_w, host) => changePassword(host)),
  'app: grant revoked': app((_w, _host, { base, clientId, refreshToken }) =>
    fetch(`${base}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: refreshToken, client_id: clientId }),
    }),
  ),
  'app: expired': app((w) => timePasses(w, w.db.updateTable('oauth_token').set({ expires_at: 1 }).execute())),
  'app: integration deleted': app((_w, host, { apiKeyId }) =>
    host.integrations.remove({ body: { apiKeyId } }),
  ),
  'app: password changed': app((_w, host) => changePassword(host)),
  'sub-account: rights taken': member({ rights: ALL_RIGHTS }, (host, accountId) =>
    host.subAccounts.update({ params: { accountId }, body: { rights: 0 } }),
  ),
  'sub-account: deleted': member({ rights: ALL_RIGHTS }, removeSub),
  'role: narrowed': member({ rights: 0, roles: [...administrator.roles] }, async (host, accountId) => {
    const { data } = await host.addresses.create({ body: { name: 'Elsewhere', smartlockIds: [] } })
    const roles = [{ role: 'administrator' as const, addressIds: [data.addressId] }]
    return host.subAccounts.update({ params: { accountId }, body: { roles } })
  }),
  'role: sub-account deleted': member({ rights: 0, roles: [...administrator.roles] }, removeSub),
  'console: signed out': session((person) => person.api.sessions.logout()),
  'console: session taken away': session((_person, host) => host.sessions.removeOthers()),
  'console: password changed': session((_person, host) => changePassword(host)),
} satisfies Record<string, Way>

export type WayName = keyof typeof WAYS
