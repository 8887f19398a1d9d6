import type { Random } from './random.ts'

export interface FuzzCaller {
  readonly token: string | undefined
  /** The account it belongs to, where that may be spoilt by the run. */
  readonly tenant: string | undefined
  /** Ids it was told, by the name of their field. */
  readonly known: Map<string, (string | number)[]>
}

export interface Callers {
  /** Somebody for the request; `endsCallers` keeps those out that could not be replaced. */
  choose(random: Random, options: { endsCallers: boolean; operator: boolean }): FuzzCaller
  /** The caller's token is over; somebody new takes its place. */
  replace(caller: FuzzCaller): Promise<void>
  readonly replaced: number
}

type Call = (method: string, path: string, body?: object, token?: string) => Promise<Record<string, unknown>>

export const OWNER = {
  email: 'owner@latchwork.local',
  password: 'correct horse battery',
  token: 'token-of-the-fuzz-run-with-at-least-32-characters',
}

/** All API tokens are the same to the service but for their scopes; these are wide, narrow, and without any use. */
const SCOPES_OF_TENANTS = [
  undefined,
  [
    'account',
    'smartlock',
    'smartlock.readOnly',
    'smartlock.action',
    'smartlock.auth',
    'smartlock.config',
    'smartlock.log',
  ],
  ['smartlock.readOnly'],
]

/** An address of its own for every number. */
export const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

/** The owner and the operator, who last; tenants, who can be replaced; and strangers. */
export async function createCallers(url: string): Promise<Callers> {
  const call = callerOf(url)
  const permanent = [fresh(OWNER.token), fresh(await login(call, OWNER.email, OWNER.password))] as const
  const strangers = [fresh(undefined), fresh('x'.repeat(43)), fresh('~'.repeat(10))]
  let tenants = 0
  let replaced = 0
  const newTenant = async (): Promise<FuzzCaller[]> => {
    const email = `tenant${tenants}@example.com`
    const scopes = SCOPES_OF_TENANTS[tenants++ % SCOPES_OF_TENANTS.length]
    await call('PUT', '/account', { email, password: OWNER.password, name: 'Tenant', language: 'en' })
    const session = await login(call, email, OWNER.password)
    const { apiKeyId } = await call('PUT', '/api/key', {}, session)
    const { accessToken } = await call('PUT', `/api/key/${apiKeyId}/token`, scopes ? { scopes } : {}, session)
    return [fresh(session, email), fresh(String(accessToken), email)]
  }
  const pool = (await Promise.all([newTenant(), newTenant(), newTenant()])).flat()
  /** The same account signs in again; where it is gone or its password is another, there is a new one. */
  const revive = async ({ tenant = '' }: FuzzCaller): Promise<FuzzCaller[]> => {
    try {
      return [fresh(await login(call, tenant, OWNER.password), tenant)]
    } catch {
      // Accounts cannot be opened without end; the others go on then.
      return newTenant().catch(() => [])
    }
  }

  return {
    choose(random, { endsCallers, operator }) {
      if (random.chance(0.05)) return random.pick(strangers)
      const tenant = pool.length > 0 ? random.pick(pool) : random.pick(strangers)
      if (endsCallers) return tenant
      if (operator) return random.chance(0.7) ? permanent[1] : tenant
      return random.chance(0.5) ? random.pick(permanent) : tenant
    },
    async replace(caller) {
      const at = pool.indexOf(caller)
      if (at < 0) return
      // Taken out at once: others may notice at the same time.
      pool.splice(at, 1)
      replaced += 1
      pool.push(...(await revive(caller)))
    },
    get replaced() {
      return replaced
    },
  }
}

const fresh = (token: string | undefined, tenant?: string): FuzzCaller => ({
  token,
  tenant,
  known: new Map(),
})

async function login(call: Call, email: string, password: string): Promise<string> {
  return String((await call('POST', '/account/login', { email, password })).accessToken)
}

function callerOf(url: string): Call {
  let calls = 0
  return async (method, path, body, token) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': addressOf(calls++),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  }
}

const MAX_KNOWN = 30

/** Remembers ids of an answer, so that later requests are about things that exist. */
export function learn(caller: FuzzCaller, answer: unknown, depth = 0): void {
  if (depth > 4 || typeof answer !== 'object' || answer === null) return
  if (Array.isArray(answer)) {
    for (const item of answer.slice(0, 5)) learn(caller, item, depth + 1)
    return
  }
  for (const [name, value] of Object.entries(answer)) {
    if (/id$/i.test(name) && typeof value !== 'object') remember(caller.known, name, value)
    else learn(caller, value, depth + 1)
  }
}

function remember(known: FuzzCaller['known'], name: string, value: string | number): void {
  const values = known.get(name) ?? []
  if (!values.includes(value)) values.push(value)
  if (values.length > MAX_KNOWN) values.shift()
  known.set(name, values)
}
