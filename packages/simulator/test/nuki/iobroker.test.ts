// Runs in a process of its own: the adapter is given a runtime by replacing a module of its.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Clock } from '@latchwork/ldp-device'
import { LockCore } from '../../src/nuki/lock-core.ts'
import { OfficialFace } from '../../src/nuki/official-face.ts'
import { turningSpec } from '../specs.ts'
import { until } from '../until.ts'

const ID = '2BB28570'
const PASSWORD = 'a password of the lock'

const clock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(() => void callback(), delayMs)
    return () => clearTimeout(timer)
  },
}

/** What the adapter wants of the runtime of ioBroker: it stores states and tells of changes. */
class Runtime extends EventEmitter {
  readonly namespace = 'nuki-local.0'
  readonly states = new Map<string, unknown>()
  readonly complaints: string[] = []
  readonly config: Record<string, unknown>
  readonly log = {
    debug: () => undefined,
    info: () => undefined,
    warn: (line: string) => this.complaints.push(line),
    error: (line: string) => this.complaints.push(line),
  }

  constructor({ config }: { config: Record<string, unknown> }) {
    super()
    this.config = config
  }

  subscribeStates() {}
  async extendObjectAsync() {}
  async setObjectNotExistsAsync() {}
  async delObjectAsync() {}
  async getObjectAsync() {
    return null
  }
  async getStateAsync(id: string) {
    return this.states.has(id) ? { val: this.states.get(id) } : null
  }
  async setStateAsync(id: string, state: unknown) {
    this.states.set(id, (state as { val?: unknown })?.val ?? state)
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The adapter itself, with its own broker, on our runtime. */
async function startAdapter() {
  const folder = mkdtempSync(join(tmpdir(), 'latchwork-iobroker-'))
  const port = await freePort()
  const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown }
  const load = loader._load
  loader._load = (request, ...rest) =>
    request === '@iobroker/adapter-core'
      ? { Adapter: Runtime, getAbsoluteInstanceDataDir: () => folder }
      : load.call(loader, request, ...rest)
  const make = createRequire(import.meta.url)('iobroker.nuki-local') as (options: object) => Runtime
  loader._load = load
  const adapter = make({ config: { mqttPort: port, mqttUsername: ID, mqttPassword: PASSWORD } })
  adapter.emit('ready')
  await until('it to listen', () => adapter.states.get('info.connection') === true)
  const stop = async () => {
    await new Promise<void>((resolve) => adapter.emit('unload', resolve))
    rmSync(folder, { recursive: true, force: true })
  }
  return { adapter, port, stop }
}

test('iobroker.nuki-local, which was made for real locks, understands what a simulated one says, and moves it', async (t) => {
  const { adapter, port, stop } = await startAdapter()
  const core = new LockCore({ ...turningSpec(4), deviceId: ID }, clock, 50)
  const login = { host: '127.0.0.1', port, username: ID, password: PASSWORD, clock }
  const face = await OfficialFace.connect(core, login)
  t.after(async () => {
    await face.stop()
    // It waits for whoever is connected.
    await stop()
  })
  const seen = (id: string) => adapter.states.get(`${ID}.${id}`)

  await until(
    'it to know the lock',
    () =>
      seen('device.online') !== undefined && seen('status.lockState') === 1 && seen('status.doorState') === 2,
  )
  assert.equal(seen('status.locked'), true)
  assert.equal(seen('device.name'), core.spec.name)
  assert.equal(seen('device.deviceType'), 4)
  assert.equal(seen('device.mode'), 2)
  assert.match(String(seen('device.firmware')), /^\d+\.\d+\.\d+$/)
  await until('its battery', () => seen('battery.percent') === core.battery.pct)
  assert.equal(seen('battery.critical'), false)
  assert.equal(seen('status.doorState'), 2)

  adapter.emit('stateChange', `nuki-local.0.${ID}.commands.unlock`, { val: true, ack: false })
  await until(
    'the lock to have moved',
    () => seen('status.lockState') === 3 && seen('commands.lastResult') === 0,
  )
  assert.deepEqual([seen('activity.lastAction'), seen('advanced.trigger')], [1, 172])

  core.turnByHand('lock')
  core.useKeypad('fingerprint', true, { authId: 8193, name: 'Ida' })
  await until('the finger', () => seen('keypad.lastType') === 'Fingerprint')
  assert.equal(seen('advanced.codeId'), 8193)
  core.setDoor(true)
  await until('the door', () => seen('status.doorOpen') === true)
  assert.deepEqual(adapter.complaints, [])
})
