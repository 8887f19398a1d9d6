import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { FoundLock, GatewayReport, LockCapability } from '@latchwork/contract'
import type { LdpDevice } from './ldp-device.ts'
import type { RegisteredLock, World } from './world.ts'

/** A lock as a Z-Wave gateway would describe it: fixed four digits, nobody keeps orders from running late. */
export const FOUND_CAPABILITY: LockCapability = {
  actions: [1, 2],
  expiry: { by: 'none', worstLateMs: 10_000 },
  proof: 'read',
  mayRepeat: false,
  presence: { detectMs: 43_200_000, probe: true },
  codes: {
    places: 5,
    minDigits: 4,
    maxDigits: 4,
    alphabet: '0123456789',
    forbiddenPrefixes: [],
    unique: 'lock',
    nameLength: 0,
    readBack: 'occupied',
    foreign: true,
  },
  windows: { dates: 'gateway', weekly: 'gateway', acrossMidnight: true },
  events: { who: true, denied: false, buffered: false },
  secretsOnWire: true,
}

export const foundLock = (more: Partial<FoundLock> = {}): FoundLock => ({
  key: 'zwave:e5f1a2b3:12',
  hub: 'zwave',
  family: 'zwave-js',
  vendor: 'Schlage',
  model: 'BE469ZP',
  name: 'Front door',
  ready: true,
  present: true,
  notes: [],
  capability: FOUND_CAPABILITY,
  ...more,
})

/** A gateway that a test plays over HTTP. */
export interface PlayedGateway {
  readonly gatewayId: string
  readonly token: string
  call(path: string, body?: object): ReturnType<World['request']>
  report(more?: Partial<GatewayReport>): ReturnType<World['request']>
  /** Adopts a lock and connects as it. */
  adopt(key: string, name: string): Promise<RegisteredLock & { device: LdpDevice }>
}

export const newGatewayToken = (): string => `lwg_${randomBytes(32).toString('base64url')}`

/** A gateway of the owner, claimed. */
export async function playGateway(w: World): Promise<PlayedGateway> {
  const { data } = await w.api.gateways.create({ body: { name: 'Cellar' } })
  const { gatewayId, claimCode } = data
  const token = newGatewayToken()
  const claimed = await w.request('POST', '/gateway/claim', {
    token: null,
    body: { claimCode, token, version: '1.0.0' },
  })
  assert.equal(claimed.statusCode, 200, claimed.payload)
  const call: PlayedGateway['call'] = (path, body = {}) =>
    w.request('POST', `/gateway/self/${path}`, { token, body })
  return {
    gatewayId,
    token,
    call,
    report: (more = {}) => call('report', { version: '1.0.0', hubs: [], queue: { waiting: 0 }, ...more }),
    async adopt(key, name) {
      await w.api.gateways.adopt({ params: { gatewayId, key }, body: { name } })
      const answer = await call(`adoptions/${key}/credentials`)
      const lock = { password: '', ...(answer.json() as Omit<RegisteredLock, 'password'>) }
      return { ...lock, device: await w.connect(lock) }
    },
  }
}
