import '../virtual-time/install.ts'
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { HubKeypad } from '../../../simulator/src/nuki/hub-keypad.ts'
import { AdoptionBook } from '../../src/book/adoptions.ts'
import { openBook } from '../../src/book/book.ts'
import { SpeakerBook } from '../../src/book/speakers.ts'
import type { HubConfig } from '../../src/family.ts'
import { systemClock } from '../../src/system-clock.ts'
import { newDataDir } from '../data-folder.ts'
import { startServiceBench } from '../nuki-web/service-bench.ts'
import { untilOnline } from '../service-rig.ts'
import { hubBroker, startHubLock } from './hub-partner.ts'
import { freePort, KEY, untilThere } from './partner.ts'

const ROGUE = { username: 'rogue', password: 'a password of its own' }
const CODE = { type: 13, name: 'Ida', remoteAllowed: false, code: 438_365 } as const

test('after a restart of the gateway the hub that was beside a lock is believed, whoever comes first', async (t) => {
  const { w, gatewayId, start, params, log } = await startServiceBench(t)
  const port = await freePort()
  const config = hubBroker(port)
  const both = { ...config, logins: { ...config.logins, [ROGUE.username]: ROGUE.password } }
  const keypad = new HubKeypad(systemClock)
  const rogueKeypad = new HubKeypad(systemClock)
  const come = async (options: Parameters<typeof startHubLock>[1]) => {
    const hub = await untilThere(() => startHubLock(port, { movementMs: 50, ...options }))
    t.after(() => hub.face.stop())
    return hub
  }
  const comeAsRogue = () => come({ ...ROGUE, root: ROGUE.username, keypad: rogueKeypad })
  const isServed = async () => {
    const { data } = await w.api.smartlocks.get({ params })
    return data.driver === 'nuki-hub' && data.serverState === 0
  }
  const hubError = async () => {
    const { data } = await w.api.gateways.get({ params: { gatewayId } })
    return data.hubs[0]?.error
  }

  const starting = start([both])
  const first = await come({ keypad })
  await starting
  await w.until('its hub to serve the lock', isServed)
  await first.face.stop()
  await start([both])
  await untilOnline(w, params.smartlockId, false)

  const rogue = await comeAsRogue()
  const created = await w.api.authorizations.createOn({ params, body: CODE })
  await w.until('the other one to be told of', async () => /nuki:/.test((await hubError()) ?? ''))
  assert.ok(log.some((line) => line.includes('two hubs') && line.includes('"refused":"rogue"')))
  assert.equal(await isServed(), false)
  const own = await come({ keypad })
  await w.untilOperation(created.operationId, 'confirmed')
  assert.deepEqual([keypad.entries.size, rogueKeypad.entries.size], [1, 0])
  assert.ok(!rogue.face.received.join().includes('438365'))

  // Its owner takes the login of the first one out of the config file: then it will not come, and the other one may speak.
  await Promise.all([rogue.face.stop(), own.face.stop()])
  const restarting = start([{ ...config, logins: { [ROGUE.username]: ROGUE.password } }])
  await comeAsRogue()
  await restarting
  const second = await w.api.authorizations.createOn({
    params,
    body: { ...CODE, name: 'Bo', code: 438_366 },
  })
  await w.untilOperation(second.operationId, 'confirmed')
  assert.ok(rogueKeypad.withCode('438366'))
})

function openSpeakers(t: TestContext, hubs: HubConfig[]) {
  const dataDir = newDataDir()
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const book = openBook(dataDir, Buffer.alloc(32, 7))
  t.after(() => book.close())
  const adoptions = new AdoptionBook(book)
  const adopt = () =>
    adoptions.begin({ key: KEY, deviceId: '0A0B0C0D', smartlockId: 1, type: 4, name: 'Door' })
  const lines: string[] = []
  const among = (now: HubConfig[]) =>
    new SpeakerBook(book, now, (_level, fact, details) => lines.push(JSON.stringify({ fact, ...details })))
  return { adoptions, adopt, lines, among, speakers: among(hubs) }
}

const at = (host: string, ...names: string[]): HubConfig => ({
  family: 'nuki-hub',
  address: `mqtt://${host}:1883`,
  ...(names.length > 0 && { logins: Object.fromEntries(names.map((name) => [name, 'a long password'])) }),
})

test('who speaks for a lock is remembered when it is adopted, connected, and until it is given back', (t) => {
  const hub = at('10.0.0.1', 'one', 'two')
  const { adoptions, adopt, lines, speakers } = openSpeakers(t, [hub])
  assert.ok(speakers.believes(KEY, hub, 'one', true))
  assert.ok(speakers.believes(KEY, hub, 'two', true), 'nobody adopted it')
  adopt()
  assert.ok(speakers.believes(KEY, hub, 'one', false), 'what a broker kept is remembered by nobody')
  assert.ok(speakers.believes(KEY, hub, 'two', true))
  assert.equal(speakers.believes(KEY, hub, 'one', false), false)
  assert.deepEqual(lines, [])
  for (let i = 0; i < 2; i++) assert.equal(speakers.believes(KEY, hub, 'one', true), false)
  assert.equal(lines.length, 1, 'told once')
  adoptions.forget(KEY)
  assert.ok(speakers.believes(KEY, hub, 'one', true))
})

test('a hub of the same name at another broker is another one, unless the broker moved', (t) => {
  const [here, there] = [at('10.0.0.1', 'one'), at('10.0.0.2', 'one', 'two')]
  const { adopt, among, speakers } = openSpeakers(t, [here, there])
  adopt()
  assert.ok(speakers.believes(KEY, here, 'one', true))
  assert.equal(speakers.believes(KEY, there, 'one', true), false)
  assert.equal(among([there]).believes(KEY, there, 'two', true), false)
  assert.ok(among([there]).believes(KEY, there, 'one', true))
  assert.equal(among([at('10.0.0.2')]).believes(KEY, at('10.0.0.2'), 'two', true), false, 'it may be there')
  assert.ok(among([at('10.0.0.2', 'two')]).believes(KEY, at('10.0.0.2', 'two'), 'two', true))
})
