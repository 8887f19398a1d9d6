import assert from 'node:assert/strict'
import { answerAt, callAs, open } from '../oauth-consent.ts'
import { authorizeUrl, REDIRECT, type Rig, rig, tokensFor } from '../oauth-rig.ts'
import { apiTest } from '../world.ts'

/**
 * Anybody with an account can register a client with any redirect URI. A link to the address of this service must not
 * lead to that site without a person's consent (D247).
 */

const WRONG: Record<string, string | undefined>[] = [
  { response_type: 'token' },
  { scope: undefined },
  { scope: 'everything' },
  { code_challenge: undefined, code_challenge_method: undefined },
  { code_challenge_method: 'plain' },
  { code_challenge: 'short' },
]

async function staysHere(r: Rig): Promise<void> {
  for (const changes of WRONG) {
    const url = authorizeUrl(r, { ...changes, state: 'mine' })
    const form = { method: 'POST', body: url.searchParams }
    for (const page of [await open(url), await open(`${r.base}/oauth/authorize`, form)]) {
      assert.deepEqual([page.status, page.location], [400, undefined], JSON.stringify(changes))
      assert.match(page.html, / refused because:[\w%.!~*'()-]+"/)
      assert.doesNotMatch(page.html, /client\.example/)
    }
  }
}

apiTest(
  'a wrong request of a client that nobody has allowed is answered here and leads nowhere',
  async (w) => {
    const r = await rig(w)
    await staysHere(r)
    const { body: session } = await callAs<{ accessToken: string }>(r.base, '/account/login', r.person)
    const query = authorizeUrl(r, { scope: 'everything' }).search.slice(1)
    const asked = await callAs<object>(r.base, '/account/integration/request', { query }, session.accessToken)
    assert.equal(asked.status, 400)
    assert.doesNotMatch(JSON.stringify(asked.body), /client\.example/)
  },
)

apiTest(
  'the account that registered a client, or one of its sub-accounts, cannot vouch for it',
  async (w) => {
    const r = await rig(w)
    const vendorId = r.vendor.accountId
    const tenant = await w.caller({ rights: 31 })
    await w.db
      .updateTable('account')
      .set({ master_account_id: vendorId })
      .where('account_id', '=', tenant.accountId)
      .execute()
    await tokensFor(r, 'account')
    for (const accountId of [vendorId, tenant.accountId]) {
      await w.db.updateTable('oauth_grant').set({ account_id: accountId }).execute()
      await staysHere(r)
    }
  },
)

apiTest(
  'a client that a person has denied stays untrusted; one that was allowed hears of its errors',
  async (w) => {
    const r = await rig(w)
    await answerAt(authorizeUrl(r), r.person, 'deny')
    await staysHere(r)
    await tokensFor(r, 'account')
    const { status, location } = await open(authorizeUrl(r, { scope: 'everything', state: 'mine' }))
    assert.equal(status, 303)
    assert.ok(location?.href.startsWith(`${REDIRECT}?`), String(location))
    await w.api.integrations.remove({ body: { apiKeyId: r.clientId } })
    await staysHere(r)
  },
)
