import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export const GREETING = {
  type: 'version',
  homeId: 0x7e57_0001,
  serverVersion: '3.10.2',
  driverVersion: '15.29.0',
  minSchemaVersion: 0,
  maxSchemaVersion: 50,
}

export type Request = Record<string, unknown> & { readonly command: string; readonly messageId: string }

/** Something that listens where a Z-Wave server should, and says what a test wants it to say. */
export interface HostileHub {
  readonly address: string
  readonly requests: Request[]
  readonly connections: number
  send(frame: unknown): void
  sendRaw(data: string | Buffer): void
  close(): Promise<void>
}

/** A lock as a Z-Wave server describes one, as far as it matters. */
export const lockState = (nodeId: number, more: object = {}) => ({
  nodeId,
  status: 4,
  ready: true,
  isSecure: true,
  endpoints: [{ index: 0, commandClasses: [{ id: 98 }, { id: 99 }] }],
  values: [{ commandClass: 98, endpoint: 0, property: 'currentMode', value: 255 }],
  ...more,
})

export async function startHostileHub(
  says: {
    greeting?: unknown
    nodes?: readonly unknown[]
    /** Undefined: no answer at all. */
    answer?: (request: Request) => unknown
  } = {},
): Promise<HostileHub> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const requests: Request[] = []
  let connections = 0
  let last: WebSocket | undefined
  server.on('connection', (socket) => {
    connections++
    last = socket
    socket.on('error', () => undefined)
    socket.on('message', (data) => {
      const request = JSON.parse(String(data)) as Request
      requests.push(request)
      const result = says.answer?.(request) ?? usual(request, says.nodes ?? [])
      const { messageId } = request
      if (result)
        socket.send(JSON.stringify({ type: 'result', messageId, success: true, result, ...failed(result) }))
    })
    socket.send(JSON.stringify(says.greeting ?? GREETING))
  })
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get connections() {
      return connections
    },
    send: (frame) => last?.send(JSON.stringify(frame)),
    sendRaw: (data) => last?.send(data),
    async close() {
      for (const client of server.clients) client.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

const failed = (result: unknown) => (result as { failed?: object }).failed ?? {}

function usual({ command }: Request, nodes: readonly unknown[]): unknown {
  if (command === 'initialize') return {}
  if (command === 'start_listening') return { state: { driver: {}, controller: {}, nodes } }
  return undefined
}
