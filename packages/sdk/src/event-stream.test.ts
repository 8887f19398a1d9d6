import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from './client.ts'
import { followEvents, type StreamState } from './event-stream.ts'

const id = (n: number) => n.toString(16).padStart(24, '0')
const frame = (n: number) =>
  `id: ${id(n)}\nevent: DEVICE_STATUS\ndata: ${JSON.stringify({ feature: 'DEVICE_STATUS', smartlockId: n })}\n\n`

/** A service whose connections each say what they are given, in pieces, and then end. */
function service(...connections: (string[] | Response)[]) {
  const sent: Headers[] = []
  const fetch = async (_url: string, init: RequestInit) => {
    sent.push(new Headers(init.headers))
    const next = connections.shift() ?? []
    if (next instanceof Response) return next
    const pieces = next.map((piece) => new TextEncoder().encode(piece))
    return new Response(ReadableStream.from(pieces))
  }
  return { sent, options: { baseUrl: 'https://locks.example', token: () => 't', fetch } }
}

const at = { delayMs: () => 0 }

async function take(count: number, ...args: Parameters<typeof followEvents>): Promise<unknown[]> {
  const seen: unknown[] = []
  for await (const message of followEvents(...args)) {
    seen.push(message.kind === 'event' ? message.payload : message.kind)
    if (seen.length === count) break
  }
  return seen
}

const payload = (n: number) => ({ feature: 'DEVICE_STATUS', smartlockId: n })

test('events, however the network cuts them, are told one by one', async () => {
  const all = `:\n\n${frame(1)}:\n\n${frame(2)}`
  for (const size of [1, 7, 1000]) {
    const { options } = service(all.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])
    assert.deepEqual(await take(2, options, at), [payload(1), payload(2)])
  }
})

test('a stream that breaks off, mid-message, goes on after the last whole event', async () => {
  const { sent, options } = service([frame(1), frame(2).slice(0, 20)], [frame(2)])
  const states: StreamState[] = []
  const seen = await take(2, options, { ...at, onState: (state) => states.push(state) })
  assert.deepEqual(seen, [payload(1), payload(2)])
  assert.deepEqual(
    sent.map((headers) => [headers.get('authorization'), headers.get('last-event-id')]),
    [
      ['Bearer t', null],
      ['Bearer t', id(1)],
    ],
  )
  assert.deepEqual(states, ['connecting', 'open', 'waiting', 'connecting', 'open'])
})

test('a message that does not end is given up with its connection, and the events behind it come from the next', async () => {
  const endless = Array.from({ length: 12 }, () => 'x'.repeat(100_000))
  const { options } = service(['data: ', ...endless, '\n\n', frame(1)], [frame(2)])
  assert.deepEqual(await take(1, options, at), [payload(2)])
})

test('a service in trouble is tried again; one that lost the place says reset', async () => {
  const reset = 'event: reset\ndata: {}\n\n'
  const { options } = service(new Response('<h1>bad gateway</h1>', { status: 502 }), [reset, frame(7)])
  assert.deepEqual(await take(2, options, { ...at, after: id(3) }), ['reset', payload(7)])
})

test('a refusal for good, such as a token that died, ends the stream with its code', async () => {
  const body = JSON.stringify({ detailMessage: 'no', code: 'token_invalid', requestId: 'r' })
  const { options } = service(new Response(body, { status: 401 }))
  await assert.rejects(
    take(1, options, at),
    (error: unknown) => error instanceof ApiError && error.code === 'token_invalid',
  )
})

test('the signal ends the stream, also while it waits for the next attempt', async () => {
  const { options } = service([])
  const abort = new AbortController()
  const onState = (state: StreamState) => state === 'waiting' && abort.abort()
  assert.deepEqual(await take(1, options, { signal: abort.signal, onState, delayMs: () => 60_000 }), [])
})
