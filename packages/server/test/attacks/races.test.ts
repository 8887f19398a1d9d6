import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import * as stepUp from '../../src/features/identity/step-up/service.ts'
import * as grants from '../../src/features/keys/oauth/grants.ts'
import * as oauth from '../../src/features/keys/oauth/service.ts'
import { fail } from '../../src/platform/app-error.ts'
import { inTransaction, type RequestCtx } from '../../src/platform/context.ts'
import { hashToken } from '../../src/platform/security/crypto.ts'
import { CALLER_PASSWORD } from '../callers.ts'
import { bothTest, type Caller, type World } from '../world.ts'

/**
 * Whoever locks a thief out by a new password has done so when it is answered: what the thief had under way at that
 * moment, and was allowed when it began, comes too late.
 */
const change = (w: World, { token }: Caller, password: string, more: object = {}) =>
  w.request('POST', '/account', { token, body: { language: 'en', password, ...more } })

const login = async (w: World, email: string, password: string) =>
  w.request('POST', '/account/login', { token: null, body: { email, password } })

const emailOf = async (caller: Caller) => (await caller.api.account.get()).data.email

/** A call that came with the old password, as it stands when its transaction begins. */
bothTest('what was proved with a password counts no more once there is another', async (w) => {
  const owner = await w.account()
  const { id } = await w.db
    .selectFrom('api_token')
    .select('id')
    .where('account_id', '=', owner.accountId)
    .executeTakeFirstOrThrow()
  const ctx = callOf(w, owner.accountId, id)
  await stepUp.assertStepUp(ctx, { currentPassword: CALLER_PASSWORD })
  await inTransaction(ctx, stepUp.assertStillThere)
  await change(w, owner, 'first horse', { deleteApiTokens: false })
  await assert.rejects(inTransaction(ctx, stepUp.assertStillThere), { code: 'step_up_required' })
  await owner.api.apiKeys.list()
  await w.db.deleteFrom('api_token').where('id', '=', id).execute()
  await assert.rejects(inTransaction(ctx, stepUp.assertStillThere), { code: 'token_invalid' })
})

/** The context of a call that one may hold on to. */
const callOf = (w: World, accountId: number, tokenId: string) =>
  ({
    ...w.service.contextFor(accountId),
    fail,
    requestId: 'race',
    network: '192.0.2.1',
    incoming: { headers: {} },
    principal: { accountId, ownerAccountId: accountId, kind: 'api', tokenId, scopes: new Set(['account']) },
  }) as unknown as RequestCtx<stepUp.StepUpRefusal | 'token_invalid'>

bothTest('a token that is made while all tokens end does not stay behind', async (w) => {
  const owner = await w.account()
  const { data: key } = await owner.api.apiKeys.create()
  const session = await w.session(owner)
  const make = () => w.request('PUT', `/api/key/${key.apiKeyId}/token`, { token: owner.token, body: {} })
  const changed = change(w, session, 'first horse')
  let isDone = false
  const made: Promise<unknown>[] = []
  void changed.then(() => {
    isDone = true
  })
  // As fast as it goes, so that some are let in before the change and come after it.
  while (!isDone) {
    made.push(make())
    await sleep(5)
  }
  assert.equal((await changed).statusCode, 200)
  await Promise.all(made)
  const left = await w.db
    .selectFrom('api_token')
    .select('id')
    .where('account_id', '=', owner.accountId)
    .execute()
  assert.deepEqual(left, [])
})

bothTest('a log-in with the old password that is under way during the change opens no session', async (w) => {
  const owner = await w.account()
  const email = await emailOf(owner)
  const session = await w.session(owner)
  const changed = change(w, session, 'first horse').then((answer) => answer.statusCode)
  const logins = [1, 2, 3].map(() => login(w, email, CALLER_PASSWORD))
  assert.equal(await changed, 200)
  for (const answer of await Promise.all(logins)) {
    if (answer.statusCode !== 200) continue
    const { accessToken: token } = answer.json()
    assert.equal((await w.request('GET', '/account', { token })).statusCode, 401)
  }
})

bothTest(
  'the consent to an application ends with the password it was given with, at every step',
  async (w) => {
    const { ctx, client, ticketFor, codeFor } = await consents(w)
    const gone = await ticketFor()
    const code = await codeFor()
    await w.db.updateTable('oauth_code').set({ used_at: 1 }).execute()
    await w.db.deleteFrom('oauth_ticket').execute()
    await w.db.deleteFrom('oauth_code').execute()
    assert.equal(
      await oauth.decide(ctx, w.owner.accountId, { ticket: gone, isAllowed: true, isForOneHour: false }),
      undefined,
    )
    // The library had looked the code up and used it; then it was taken back.
    const use = { accountId: w.owner.accountId, codeHash: hashToken(code), scopes: ['account' as const] }
    assert.equal(await grants.redeem(ctx, client, use), undefined)
    assert.deepEqual(await w.db.selectFrom('oauth_grant').select('id').execute(), [])
  },
)

async function consents(w: World) {
  const { data: key } = await w.api.apiKeys.create({ body: { redirectUris: ['https://app.example/back'] } })
  const ctx = w.service.contextFor(0)
  const client = {
    apiKeyId: key.apiKeyId,
    clientId: key.apiKey as string,
    name: 'App',
    redirectUris: ['https://app.example/back'],
    secret: undefined,
    oldSecret: undefined,
    isSuspended: false,
  }
  const request = {
    clientId: client.clientId,
    redirectUri: 'https://app.example/back',
    scopes: ['account' as const],
    state: undefined,
    codeChallenge: 'A'.repeat(43),
  }
  const { accountId } = w.owner
  const ticketFor = () => oauth.askPerson(ctx, accountId, request)
  const codeFor = async () => {
    const to = await oauth.decide(ctx, accountId, {
      ticket: await ticketFor(),
      isAllowed: true,
      isForOneHour: false,
    })
    return new URL(to ?? '').searchParams.get('code') ?? ''
  }
  return { ctx, client, ticketFor, codeFor }
}
