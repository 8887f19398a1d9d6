import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Scope } from '@latchwork/contract'
import { SANDBOX_BUILDING } from '@latchwork/simulator'
import { bridgeToken } from '../../packages/server/test/bridge-program.ts'
import { answerAt } from '../../packages/server/test/oauth-consent.ts'
import { REDIRECT } from '../../packages/server/test/oauth-rig.ts'
import { startReceiver, TO_RECEIVERS } from '../../packages/server/test/webhook-receiver.ts'
import { createWorld, type World } from '../../packages/server/test/world.ts'
import type { RecordedClient } from './recorded/client.ts'
import { RECORDED } from './recorded/clients.ts'
import { type Names, type Played, play } from './replay.ts'

const DAY_MS = 86_400_000
const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

test('D259: public client programs get the answers that they read', async (t) => {
  const played = await openHouse(t)
  const prepared = await prepare(played)
  const tokenFor = await tokensOf(played)
  for (const [index, recorded] of RECORDED.entries()) {
    await t.test(recorded.client, async (ofClient) => {
      const names: Names = new Map([...prepared, ...namesOf(index, played)])
      await giveAccess(recorded, names, played, tokenFor)
      for (const [at, step] of recorded.steps.entries())
        await ofClient.test(`${at + 1}: ${step.call}`, async () => {
          await play(step, names, played)
          if (!step.call.startsWith('GET')) await untilCarriedOut(played.w)
        })
    })
  }
})

/** The account of a fresh installation, which is also the operator's, with the locks of the sandbox. */
async function openHouse(t: TestContext): Promise<Played> {
  const w = await createWorld(t, 'sqlite', {
    config: {
      bridge: { enabled: true },
      outbound: TO_RECEIVERS,
    },
  })
  const url = await w.service.app.listen({ port: 0, host: '127.0.0.1' })
  await w.service.bridge?.listen({ port: 0, host: '127.0.0.1' })
  await bridgeToken(w)
  return { w, url, receiver: await startReceiver(t) }
}

/** Locks, a person with an app, a keypad code, a stay and some log entries, for all clients. */
async function prepare({ w }: Played): Promise<Names> {
  const ids = new Map<string, number>()
  for (const spec of SANDBOX_BUILDING) ids.set(spec.name, (await w.simulated({ spec })).smartlockId)
  const lock = ids.get('Front door') as number
  const spare = await w.lock()
  const { data: user } = await w.api.accountUsers.create({ body: { email: 'ada@example.com', name: 'Ada' } })
  const everyDay = { remoteAllowed: true, smartlockIds: [lock] }
  const { accountUserId } = user
  await w.api.authorizations.create({ body: { ...everyDay, name: 'Ada', type: 0, accountUserId } })
  await w.api.authorizations.create({ body: { ...everyDay, name: 'Family', type: 13, code: 345678 } })
  await w.api.smartlocks.unlock({ params: { smartlockId: lock } })
  await untilCarriedOut(w)
  const { data: auths } = await w.api.authorizations.listOf({ params: { smartlockId: lock } })
  const { data: address } = await w.api.addresses.create({
    body: { name: 'Mill Street 1', smartlockIds: [lock] },
  })
  const stay = { name: 'Ada Lovelace', email: 'ada@example.com', guests: 2 }
  await w.api.reservations.create({
    params: { addressId: address.addressId },
    body: { ...stay, startDate: `${dayIn(20)}T14:00:00Z`, endDate: `${dayIn(22)}T10:00:00Z` },
  })
  return new Map<string, unknown>([
    ['lock', lock],
    ['lockText', String(lock)],
    ['secondLock', ids.get('Apartment 1')],
    ['opener', ids.get('Intercom')],
    ['spareLock', spare.smartlockId],
    ['accountUser', accountUserId],
    ['authNumber', auths.find(({ type }) => type === 13)?.authId],
    ['address', address.addressId],
    ['day', dayIn(1)],
    ['lastDay', dayIn(7)],
    ['yesterday', dayIn(-1)],
  ])
}

/** What each client has for itself: codes have no 0 and do not begin with 12. */
function namesOf(index: number, { receiver }: Played): Names {
  const code = 411_111 + Number((index + 1).toString(8).padStart(3, '0'))
  const webhookPath = `/${index}`
  return new Map<string, unknown>([
    ['code', code],
    ['codeText', String(code)],
    ['email', `client${index}@example.com`],
    ['webhook', new URL(webhookPath, receiver.url).href],
    ['webhookPath', webhookPath],
  ])
}

type TokenFor = (scopes: string) => Promise<string>

/** Makes program tokens as the owner does at the console, and management tokens. */
async function tokensOf({ w }: Played): Promise<TokenFor> {
  const { api } = await w.session()
  const { data: key } = await api.apiKeys.create({ body: { description: 'Programs' } })
  const params = { apiKeyId: key.apiKeyId }
  return async (scopes) => {
    if (scopes === 'management') return (await w.caller({ of: w.owner, management: true })).token
    const body = { description: scopes.slice(0, 60), scopes: scopes.split(' ') as Scope[] }
    return (await api.apiKeys.createToken({ params, body })).data.accessToken ?? assert.fail('no token')
  }
}

async function giveAccess(
  recorded: RecordedClient,
  names: Names,
  { w, url }: Played,
  tokenFor: TokenFor,
): Promise<void> {
  if (recorded.token !== undefined) names.set('token', await tokenFor(recorded.token))
  else if (recorded.oauth !== undefined) {
    const { clientId, secret } = await registerApp(w)
    const asked = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      scope: recorded.oauth,
    }
    const back = await answerAt(
      new URL(`${url}/oauth/authorize?${new URLSearchParams(asked)}`),
      w.credentials,
    )
    names.set('oauthCode', back.searchParams.get('code'))
    names.set('clientId', clientId)
    names.set('clientSecret', secret)
    names.set('redirectUri', REDIRECT)
    names.set('basic', Buffer.from(`${clientId}:${secret}`).toString('base64'))
  }
}

/** An application of another account, with a client secret. */
async function registerApp(w: World): Promise<{ clientId: string; secret: string }> {
  const { api } = await w.caller()
  const { data: key } = await api.apiKeys.create({ body: { description: 'App', redirectUris: [REDIRECT] } })
  const params = { apiKeyId: key.apiKeyId }
  const company = { name: 'App', country: 'AT', description: 'An app', url: 'https://app.example' }
  await api.advancedKeys.apply({
    params,
    body: { ...company, email: 'api@app.example', type: 'ONLY_SECRET' },
  })
  const { data } = await api.advancedKeys.get({ params })
  return { clientId: key.apiKey as string, secret: data.secret ?? assert.fail('no client secret') }
}

/** The next step comes when the locks have done what was asked, as it does in life. */
async function untilCarriedOut(w: World): Promise<void> {
  await w.until('the locks have done everything', async () => {
    const [{ data: locks }, { data: auths }] = await Promise.all([
      w.api.smartlocks.list(),
      w.api.authorizations.list(),
    ])
    return ![...locks, ...auths].some(({ operationId }) => operationId !== undefined)
  })
  await w.service.settle()
}
