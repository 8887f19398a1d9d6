import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FuzzRequest } from './requests.ts'

/** Much longer than any answer takes, also on a busy machine. */
const ANSWER_WITHIN_MS = 60_000

/** What came back: a status, or why there is none. */
export interface Outcome {
  /** 0 where nothing came; -2 where the connection was closed without an answer. */
  readonly status: number
  /** The body, or why there is none. */
  readonly text: string
}

export interface FuzzClient {
  send(request: FuzzRequest): Promise<Outcome>
  /** Sends bytes; with `awaitsEnd` waits for an answer or the end of the connection, otherwise leaves soon. */
  sendRaw(bytes: Buffer, awaitsEnd: boolean): Promise<Outcome>
  close(): void
}

const NOT_SENDABLE = -1

export const BROKE_OFF = 'the answer broke off'

/** The request as it would be on the wire, on a connection that ends with its answer. */
function bytesOf({ method, url, headers, body }: FuzzRequest): Buffer {
  const all = {
    host: 'localhost',
    ...headers,
    connection: 'close',
    ...(body && { 'content-length': body.length }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)])
}

export function createFuzzClient(url: string, connections: number): FuzzClient {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    async send(given) {
      const outcome = await sendOnce(given, { hostname, port, agent })
      // Node's client refuses to send odd letters in headers; others do not.
      if (outcome.status === NOT_SENDABLE)
        return sendRaw({ host: hostname, port: Number(port) }, bytesOf(given), true)
      // A connection that the service closed while it lay idle is nobody's fault; the request never arrived.
      return outcome.status === 0 && outcome.text === 'ECONNRESET'
        ? sendOnce(given, { hostname, port, agent: undefined })
        : outcome
    },
    sendRaw: (bytes, awaitsEnd) => sendRaw({ host: hostname, port: Number(port) }, bytes, awaitsEnd),
    close: () => agent.destroy(),
  }
}

function sendOnce(
  { method, url, headers, body, stream }: FuzzRequest,
  to: { hostname: string; port: string; agent: Agent | undefined },
): Promise<Outcome> {
  return new Promise((resolve) => {
    try {
      const call = request({
        ...to,
        method,
        path: url,
        headers: { ...headers, ...(body && { 'content-length': body.length }) },
      })
      call.setTimeout(ANSWER_WITHIN_MS, () => call.destroy(new Error('no answer in time')))
      call.on('response', (response) => {
        const chunks: Buffer[] = []
        const done = () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
        if (stream && response.statusCode === 200) {
          done()
          call.destroy()
        }
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', done)
        response.on('error', () => resolve({ status: 0, text: BROKE_OFF }))
      })
      call.on('upgrade', (_response, socket) => socket.destroy())
      call.on('error', (error: NodeJS.ErrnoException) =>
        resolve({ status: 0, text: error.code ?? error.message }),
      )
      call.end(body)
    } catch (error) {
      resolve({ status: NOT_SENDABLE, text: (error as Error).message })
    }
  })
}

async function sendRaw(
  to: { host: string; port: number },
  bytes: Buffer,
  awaitsEnd: boolean,
): Promise<Outcome> {
  const socket = connect(to)
  let text = ''
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      resolve()
    })
    socket.on('close', () => resolve())
    socket.on('error', () => resolve())
  })
  socket.write(bytes)
  const isLate = await Promise.race([
    ended.then(() => false),
    delay(awaitsEnd ? ANSWER_WITHIN_MS : bytes.length % 20, true, { ref: false }),
  ])
  socket.destroy()
  if (awaitsEnd && isLate) return { status: 0, text: 'neither answer nor end' }
  return { status: worstOf(text), text }
}

/** Of several answers on one connection a 5xx, wherever it stands; otherwise the first. */
function worstOf(text: string): number {
  const statuses = [...text.matchAll(/^HTTP\/1\.\d (\d{3}) /gm)].map(([, status]) => Number(status))
  return statuses.find((status) => status >= 500) ?? statuses[0] ?? -2
}
