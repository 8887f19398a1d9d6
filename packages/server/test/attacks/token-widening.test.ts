import assert from 'node:assert/strict'
import { SCOPES, type Scope } from '@latchwork/contract'
import { CALLER_PASSWORD } from '../callers.ts'
import { clockOf, standingStill } from '../manual-time.ts'
import { apiTest, type Caller, type World } from '../world.ts'

/** Whoever holds two narrow tokens cannot make one of them wider with the other (D110, D119). */
const LATER = '2031-01-01T00:00:00.000Z'

async function tokenOf(w: World, by: Caller, body: object) {
  const { data: key } = await by.api.apiKeys.create()
  const path = `/api/key/${key.apiKeyId}/token`
  const made = await w.request('PUT', path, { token: by.token, body })
  assert.equal(made.statusCode, 200, made.payload)
  return { path: `${path}/${made.json().id}`, token: made.json().accessToken as string }
}

const change = async (w: World, token: string, path: string, body: object) => {
  const answer = await w.request('POST', path, { token, body })
  return answer.statusCode === 204 ? 'done' : answer.json().code
}

apiTest(
  'the scope account takes no limit off a token that has other scopes, nor lets it live longer',
  async (w) => {
    const owner = await w.account()
    const [mine, other] = [await w.lock({ by: owner }), await w.lock({ by: owner })]
    const narrow = await w.caller({ of: owner, scopes: ['account'] })
    const soon = new Date(clockOf(w).now() + 60_000).toISOString()
    const bounds = { smartlockIds: [mine.smartlockId], networks: ['127.0.0.0/8'], expiresAt: soon }
    const scopes: Scope[] = ['smartlock.readOnly']
    const cleaner = await tokenOf(w, owner, { scopes, ...bounds })
    for (const wider of [
      { smartlockIds: null },
      { smartlockIds: [mine.smartlockId, other.smartlockId] },
      { networks: null },
      { networks: ['0.0.0.0/0'] },
      { expiresAt: null },
      { expiresAt: LATER },
    ])
      assert.equal(await change(w, narrow.token, cleaner.path, wider), 'scope_missing', JSON.stringify(wider))
    const seen = await w.request('GET', '/smartlock', { token: cleaner.token })
    assert.deepEqual(
      seen.json().map(({ smartlockId }: { smartlockId: number }) => smartlockId),
      [mine.smartlockId],
    )
    clockOf(w).advance(60_000)
    assert.equal(
      await change(w, narrow.token, cleaner.path, { expiresAt: LATER }),
      'scope_missing',
      'revival',
    )
    assert.equal((await w.request('GET', '/smartlock', { token: cleaner.token })).statusCode, 401)
    assert.equal(await change(w, narrow.token, cleaner.path, { networks: ['127.0.0.1'] }), 'done', 'less')
    const proof = { currentPassword: CALLER_PASSWORD }
    assert.equal(await change(w, narrow.token, cleaner.path, { expiresAt: LATER, ...proof }), 'done')
    assert.equal(await change(w, owner.token, cleaner.path, { smartlockIds: null }), 'done', 'who has it all')
  },
  standingStill(),
)

apiTest(
  'a token that ends, or works from some networks only, gives others neither scopes nor time beyond its own',
  async (w) => {
    const owner = await w.account()
    const soon = new Date(clockOf(w).now() + 3_600_000).toISOString()
    const plain = await tokenOf(w, owner, { scopes: ['account'] })
    const ended = await tokenOf(w, owner, { scopes: ['account'], expiresAt: soon })
    const near = await tokenOf(w, owner, { scopes: [...SCOPES], networks: ['127.0.0.1'] })
    const brief = await tokenOf(w, owner, { scopes: [...SCOPES], expiresAt: soon })
    const more = { scopes: ['account', 'smartlock'] }
    for (const by of [near, brief])
      assert.equal(await change(w, by.token, plain.path, more), 'token_limited', 'more scopes')
    assert.equal(await change(w, near.token, ended.path, { expiresAt: LATER }), 'token_limited', 'more time')
    assert.equal(await change(w, near.token, plain.path, { ...more, networks: ['127.0.0.1'] }), 'done')
    assert.equal(await change(w, brief.token, plain.path, { scopes: ['account'] }), 'done', 'less')
  },
  standingStill(),
)
