import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OtherAnswer {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

/** What the account at the other service has, as its interface tells it. */
export interface OtherAccount {
  locks: unknown[]
  people: unknown[]
  addresses: unknown[]
  /** By address. */
  units: Record<string, unknown[]>
  /** By lock. */
  rights: Record<string, unknown[]>
  /** By lock, newest first. */
  logs: Record<string, { id: string; [field: string]: unknown }[]>
}

export interface OtherService {
  readonly url: string
  readonly account: OtherAccount
  /** Path and query of every request so far, and the token it came with. */
  readonly requests: { path: string; token: string | undefined }[]
  /** Answers in place of the account where it returns something; a promise holds the answer back. */
  instead: (path: string) => OtherAnswer | undefined | Promise<OtherAnswer | undefined>
}

export const emptyAccount = (): OtherAccount => ({
  ...{ locks: [], people: [], addresses: [], units: {}, rights: {}, logs: {} },
})

/** A service of the same interface as ours that a test plays: it may say whatever it likes. */
export async function startOther(
  t: { after(end: () => Promise<unknown>): void },
  account: OtherAccount = emptyAccount(),
): Promise<OtherService> {
  const requests: OtherService['requests'] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    requests.push({ path, token: request.headers.authorization?.replace('Bearer ', '') })
    const { status, headers, body } = (await other.instead(path)) ?? answerOf(account, path)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(body === undefined ? '' : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const other: OtherService = {
    url: `http://127.0.0.1:${port}`,
    account,
    requests,
    instead: () => undefined,
  }
  return other
}

const PAGE = 50

function answerOf(account: OtherAccount, path: string): OtherAnswer {
  const { pathname, searchParams } = new URL(path, 'http://other')
  const [, area = '', id = '', part] = pathname.split('/')
  const body = {
    smartlock:
      part === 'auth'
        ? account.rights[id]
        : part === 'log'
          ? logOf(account, id, searchParams)
          : account.locks,
    account: account.people,
    address: part === 'unit' ? account.units[id] : account.addresses,
  }[area]
  return body === undefined ? { status: id === '' ? 404 : 200, body: [] } : { status: 200, body }
}

function logOf(account: OtherAccount, id: string, query: URLSearchParams) {
  const entries = account.logs[id] ?? []
  const after = entries.findIndex((entry) => entry.id === query.get('id'))
  return entries.slice(after + 1, after + 1 + Math.min(Number(query.get('limit') ?? 20), PAGE))
}
