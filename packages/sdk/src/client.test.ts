import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@latchwork/contract'
import { ApiError, createClient, createDownloader } from './client.ts'

function recording(status: number, body: string, headers: Record<string, string> = {}) {
  const sent: { url: string; init: RequestInit }[] = []
  const fetch = async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return new Response(status === 204 ? null : body, { status, headers })
  }
  return { sent, client: createClient({ baseUrl: 'https://locks.example/', token: 't', fetch }) }
}

test('a call fills in the path, sends the token and returns the operation to ask about', async () => {
  const { sent, client } = recording(204, '', { 'operation-id': 'abc', 'x-request-id': 'r' })
  const reply = await client.smartlocks.unlock({
    params: { smartlockId: 5 },
    idempotencyKey: 'k',
    requestId: 'q',
  })
  assert.deepEqual(reply, {
    status: 204,
    data: undefined,
    operationId: 'abc',
    requestId: 'r',
    replayed: false,
  })
  const [call] = sent
  assert.equal(call?.url, 'https://locks.example/smartlock/5/action/unlock')
  assert.equal(call?.init.method, 'POST')
  assert.deepEqual(call?.init.headers, {
    authorization: 'Bearer t',
    'idempotency-key': 'k',
    'x-request-id': 'q',
  })
})

test('query and body travel where the contract says, without what is undefined', async () => {
  const { sent, client } = recording(200, '[]')
  await client.smartlocks.log({ query: { limit: 5, id: undefined as never } })
  assert.equal(sent[0]?.url, 'https://locks.example/smartlock/log?limit=5')
  await client.smartlocks.action({ params: { smartlockId: 1 }, body: { action: 2 } })
  assert.equal(sent[1]?.init.body, '{"action":2}')
})

test('a list is downloaded as a CSV file, with its filters', async () => {
  const sent: RequestInit[] = []
  const fetch = async (_url: string, init: RequestInit) => {
    sent.push(init)
    return new Response('id\r\n1\r\n')
  }
  const download = createDownloader({ baseUrl: 'https://locks.example', token: 't', fetch })
  const file = await download(api.smartlocks.log, { query: { denied: true } })
  assert.equal(await file.text(), 'id\r\n1\r\n')
  assert.deepEqual(sent[0]?.headers, { authorization: 'Bearer t', accept: 'text/csv' })
})

test('a refusal is thrown with its stable code', async () => {
  const body = {
    detailMessage: 'no',
    stackTrace: [],
    suppressedExceptions: [],
    code: 'not_found',
    requestId: 'r',
  }
  const { client } = recording(404, JSON.stringify(body))
  await assert.rejects(client.smartlocks.get({ params: { smartlockId: 1 } }), (error: unknown) => {
    assert.ok(error instanceof ApiError)
    assert.deepEqual([error.status, error.code, error.message], [404, 'not_found', 'no'])
    return true
  })
})

/** The compiler is the test. */
export const typeTests = async () => {
  const { client } = recording(200, '[]')
  const { data } = await client.smartlocks.list()
  const name: string | undefined = data[0]?.name
  // @ts-expect-error a path parameter is required
  await client.smartlocks.get()
  // @ts-expect-error and has its own type
  await client.smartlocks.get({ params: { smartlockId: 'front door' } })
  // @ts-expect-error a body field that is required
  await client.smartlocks.action({ params: { smartlockId: 1 }, body: {} })
  return name
}

test('what would lead to another path is not sent', async () => {
  const { sent, client } = recording(204, '')
  for (const id of ['', '.', '..'])
    await assert.rejects(client.authorizations.remove({ params: { smartlockId: 1, id } }), /id cannot stand/)
  assert.equal(sent.length, 0)
  await client.authorizations.remove({ params: { smartlockId: 1, id: '../%2e' } })
  assert.equal(sent[0]?.url, 'https://locks.example/smartlock/1/auth/..%2F%252e')
})
