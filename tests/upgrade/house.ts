import { eventually } from '../../packages/server/test/eventually.ts'

/**
 * A small house, made and looked at by plain calls: any version of the service takes them, so the same lines fill a store
 * with an old one and read it with a new one.
 */

export interface Caller {
  url: string
  token: string
}

type Thing = Record<string, unknown>

async function call({ url, token }: Caller, method: string, path: string, body?: unknown) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  const text = await response.text()
  const operationId = response.headers.get('operation-id')
  if (operationId !== null) await ended({ url, token }, operationId)
  return text === '' ? undefined : JSON.parse(text)
}

const ended = (caller: Caller, operationId: string) =>
  eventually(
    'the operation has ended',
    async () => {
      const { status } = (await call(caller, 'GET', `/operation/${operationId}`)) as Thing
      return status !== 'queued' && status !== 'sent'
    },
    180_000,
  )

/** People, a code, a movement, an address with a stay, a sub-account. The locks of the sandbox are there. */
export async function fillHouse(caller: Caller): Promise<void> {
  const locks = (await eventually('the locks are online', async () => {
    const all = (await call(caller, 'GET', '/smartlock')) as Thing[]
    return all.length === 6 && all.every(({ serverState }) => serverState === 0) && all
  })) as Thing[]
  const [door] = locks.filter(({ name }) => name === 'Front door')
  const smartlockId = door?.smartlockId as number
  const anna = (await call(caller, 'PUT', '/account/user', {
    name: 'Anna',
    email: 'anna@example.com',
    language: 'de',
  })) as Thing
  await call(caller, 'PUT', `/smartlock/${smartlockId}/auth`, {
    name: 'Anna',
    accountUserId: anna.accountUserId,
    type: 13,
    code: 248_635,
    remoteAllowed: false,
    allowedWeekDays: 127,
  })
  await call(caller, 'POST', `/smartlock/${smartlockId}/action/unlock`)
  await call(caller, 'POST', `/smartlock/${smartlockId}/config`, { ledBrightness: 2 })
  const address = (await call(caller, 'PUT', '/address', {
    name: 'House by the lake',
    smartlockIds: [smartlockId],
  })) as Thing
  await call(caller, 'PUT', `/address/${address.addressId}/unit`, { name: 'Attic' })
}

/** What has to be the same after an upgrade: one answer for each path, as it is shown. */
export async function lookAtHouse(caller: Caller): Promise<Record<string, unknown>> {
  const paths = [
    '/account/user',
    '/smartlock/auth',
    '/address',
    '/smartlock/log?limit=50',
    '/audit?limit=100',
  ]
  const seen: Record<string, unknown> = {}
  for (const path of paths) seen[path] = await call(caller, 'GET', path)
  const locks = (await call(caller, 'GET', '/smartlock')) as Thing[]
  // Who is connected, and what it says then, is of the moment.
  seen['/smartlock'] = locks.map(({ smartlockId, name, type, config, advancedConfig }) => ({
    smartlockId,
    name,
    type,
    config,
    advancedConfig,
  }))
  return seen
}
