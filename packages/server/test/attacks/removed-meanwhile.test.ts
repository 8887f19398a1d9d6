import assert from 'node:assert/strict'
import { toAppError } from '../../src/http/error-handler.ts'
import { bothTest } from '../world.ts'

bothTest('a write that names something removed a moment ago is refused as not found', async (w) => {
  const orphan = w.db
    .insertInto('api_key')
    .values({ account_id: 999_999, client_id: 'x', description: null, redirect_uris: null, created_at: 1 })
    .execute()
  const error = await orphan.catch((thrown: unknown) => thrown)
  assert.equal(toAppError(error).code, 'not_found')
  // Other refusals of the store stay bugs.
  const twice = {
    account_id: w.owner.accountId,
    client_id: 'y',
    description: null,
    redirect_uris: null,
    created_at: 1,
  }
  await w.db.insertInto('api_key').values(twice).execute()
  const taken = await w.db
    .insertInto('api_key')
    .values(twice)
    .execute()
    .catch((thrown: unknown) => thrown)
  assert.equal(toAppError(taken).code, 'internal_error')
})

bothTest('requests under way while their account is deleted get no 5xx', async (w) => {
  const gone = await w.account()
  const { token } = await w.session(gone)
  const create = (i: number) =>
    w.request('PUT', '/account/user', { token: gone.token, body: { email: `u${i}@example.com`, name: 'U' } })
  const before = Array.from({ length: 10 }, (_, i) => create(i))
  const removal = w.request('DELETE', '/account', { token })
  const after = Array.from({ length: 20 }, (_, i) => create(i + 10))
  const statuses = (await Promise.all([...before, ...after])).map(({ statusCode }) => statusCode)
  assert.ok((await removal).statusCode < 500)
  assert.deepEqual(
    statuses.filter((status) => status >= 500),
    [],
  )
})
