import assert from 'node:assert/strict'
import { OPERATION_TYPES, SCOPES, type Scope } from '@latchwork/contract'
import { apiTest, type Caller, type World } from '../world.ts'

/** One operation of every type, straight in the store. */
async function everyOperation(w: World): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const now = w.service.platform.clock.now()
  for (const type of OPERATION_TYPES) {
    const id = w.service.platform.ids.timeOrdered()
    ids.set(type, id)
    await w.db
      .insertInto('operation')
      .values({
        id,
        account_id: w.owner.accountId,
        actor_account_id: w.owner.accountId,
        actor_name: 'Owner',
        api_key_id: null,
        request_id: null,
        request_sealed: null,
        parent_id: null,
        smartlock_id: null,
        type,
        status: 'confirmed',
        payload: '{}',
        auth_ids: null,
        error_code: null,
        proof: null,
        error: null,
        deadline_at: null,
        session_id: null,
        open_children: null,
        created_at: now,
        updated_at: now,
      })
      .execute()
  }
  return ids
}

const seenBy = async ({ api }: Caller) =>
  (await api.operations.list({ query: { limit: 100 } })).data.map(({ type }) => type).toSorted()

const EXPECTED: Partial<Record<Scope, string[]>> = {
  'smartlock.action': ['action', 'sync'],
  'smartlock.auth': ['auth.create', 'auth.delete', 'auth.update', 'pairing', 'user.delete'],
  'smartlock.config': ['adminPin', 'advancedConfig', 'config', 'openerConfig', 'smartdoorConfig'],
  account: [
    'address.delete',
    'reservation.issue',
    'reservation.revoke',
    'reservation.update',
    'service.sync',
    'token.redeem',
    'unit.delete',
    'user.delete',
  ],
}

apiTest(
  'a narrow token sees the operations its scope could have started, and no other exists (D111)',
  async (w) => {
    const ids = await everyOperation(w)
    assert.deepEqual(await seenBy(w.owner), [...OPERATION_TYPES].toSorted())
    for (const scope of SCOPES) {
      const narrow = await w.caller({ of: w.owner, scopes: [scope] })
      const expected = EXPECTED[scope] ?? []
      assert.deepEqual(await seenBy(narrow), expected, scope)
      for (const [type, id] of ids) {
        const answer = await w.request('GET', `/operation/${id}`, { token: narrow.token })
        assert.equal(answer.statusCode, expected.includes(type) ? 200 : 404, `${type} with ${scope}`)
      }
    }
  },
)
