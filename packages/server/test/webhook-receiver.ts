import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { TEST_CA_FILE, testCertificate } from './certificates.ts'

export { TEST_CA_FILE }

/**
 * Settings under which the service posts to receivers of the tests, with verified certificates. A busy machine must not
 * make a delivery fail, so this is the longest that the settings allow.
 */
export const TO_RECEIVERS = { networks: ['127.0.0.0/8'], caFile: TEST_CA_FILE, timeoutSeconds: 10 }

export interface Received {
  id: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  payload: { feature?: string; name?: string; smartlockId?: number; [field: string]: unknown }
}

type Answer = (message: Received, response: ServerResponse, request: IncomingMessage) => unknown

export interface Receiver {
  readonly url: string
  /** In the order they arrived. */
  readonly messages: Received[]
  readonly connections: () => number
  /** Replaces the behaviour from the next message on. */
  answer: Answer
  close(): Promise<void>
}

interface TestLike {
  after(cleanUp: () => unknown): void
}

/** A real HTTPS server that records what it is sent and answers as told. */
export async function startReceiver(
  t: TestLike,
  answer: Answer = (_message, response) => response.end(),
): Promise<Receiver> {
  let connections = 0
  const server = createServer(testCertificate(), (request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const message: Received = {
        id: String(request.headers['webhook-id']),
        path: request.url ?? '',
        headers: request.headers,
        body,
        payload: JSON.parse(body) as Received['payload'],
      }
      receiver.messages.push(message)
      receiver.answer(message, response, request)
    })
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `https://localhost:${(server.address() as AddressInfo).port}/hook`,
    messages: [],
    connections: () => connections,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  t.after(() => receiver.close())
  return receiver
}
