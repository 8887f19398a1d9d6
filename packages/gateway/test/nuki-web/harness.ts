import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { nukiWebFamilyWith } from '../../src/families/nuki/web/web-family.ts'
import { startGatewayHarness } from '../conformance/gateway-harness.ts'
import type { Hands, Harness } from '../conformance/harness.ts'
import { eventually } from '../conformance/waiting.ts'
import { freePort } from '../nuki/partner.ts'
import { Cloud } from './cloud.ts'

const LOCKED = 1
const PLACES = 100
/** What was taken may come so much later; tests do not wait ten minutes for it. */
const LATE_MS = 6000
/** The service's own half minutes, so short that tests need not wait. */
export const QUICK = { pollMs: 200, calledPollMs: 200, shortestMs: 20, codesMs: 0, rereadMs: 40 }

/** The keypad has no 0. */
export const codeOf = (number: number) =>
  345_000 + 111 + Number([81, 9, 1].map((place) => Math.floor(number / place) % 9).join(''))

/** The kit on a lock that only the service of its maker reaches: a second service of ours plays that. */
export async function startWebHarness(): Promise<Harness> {
  const endings: (() => Promise<unknown>)[] = []
  const cloud = await Cloud.start({ after: (end: () => Promise<unknown>) => void endings.push(end) })
  const hooks = `http://127.0.0.1:${await freePort()}`
  const harness = await startGatewayHarness({
    lock: cloud.key,
    hub: cloud.hub({ webhook: { listen: hooks, url: `${hooks}/news` } }),
    make: nukiWebFamilyWith({ ...QUICK, provenMs: LATE_MS - 1000, lateMs: LATE_MS }),
    code: codeOf,
    hands: () => handsOn(cloud, hooks),
  })
  return {
    ...harness,
    hands: { ...harness.hands, reset: () => reset(cloud, harness) },
    async stop() {
      await harness.stop()
      for (const end of endings.reverse()) await end()
    },
  }
}

let movesBefore = 0

async function reset(cloud: Cloud, { door }: Harness): Promise<void> {
  const { simulator } = cloud.lock
  cloud.heal()
  Object.assign(simulator.faults, { jam: false, mute: false })
  await simulator.goOnline()
  await eventually('the lock to be there', () => door.isOnline())
  const isLocked = () => simulator.snapshot().state === LOCKED
  if (!isLocked()) simulator.turnByHand('lock')
  await eventually('it to be locked', () => isLocked() && door.bolt() === 'locked')
  if (cloud.owesCodes) await wait(LATE_MS)
  cloud.owesCodes = false
  await removeAll(cloud)
  await door.change(Object.fromEntries(Array.from({ length: PLACES + 1 }, (_, i) => [i + 1, null])))
  await eventually('foreign codes to be gone', () => door.foreignSlots() === 0)
  await door.acknowledge()
  movesBefore = simulator.snapshot().motorStarts
  cloud.requests.length = 0
}

/** A code that the gateway still wants there, and that is gone now, it writes again: that one is removed, too. */
async function removeAll({ world, lock }: Cloud): Promise<void> {
  const params = { smartlockId: lock.smartlockId }
  const deadline = Date.now() + 40_000
  do {
    assert.ok(Date.now() < deadline, 'the codes are not gone')
    const { data } = await world.api.authorizations.listOf({ params, query: { types: [13] } })
    const body = data.map(({ id }) => id)
    // The gateway may have been quicker.
    if (body.length > 0) await world.api.authorizations.removeMany({ body }).catch(() => undefined)
    await wait(20)
  } while (codesOn(lock).length > 0)
}

const codesOn = ({ simulator }: Cloud['lock']): string[] =>
  simulator.access().flatMap(({ code }) => (code === undefined ? [] : [code]))

function handsOn(cloud: Cloud, hooks: string): Hands {
  const { lock, faults } = cloud
  const { simulator } = lock
  return {
    isLocked: () => simulator.snapshot().state === LOCKED,
    stand: () => undefined,
    moves: () => simulator.snapshot().motorStarts - movesBefore,
    held: () => codesOn(lock),
    reset: () => Promise.resolve(),
    away: () => simulator.loseConnection(),
    back: () => simulator.goOnline(),
    mute: (isOn) => {
      faults.swallowsOrders = isOn
    },
    refuse: (isOn) => {
      simulator.faults.jam = isOn
    },
    mask: (isOn) => {
      faults.hidesCodes = isOn
    },
    keypad: (code) => simulator.typeCode(code),
    manual: (toLocked) => simulator.turnByHand(toLocked ? 'lock' : 'unlock'),
    async restartHub() {
      cloud.close()
      await cloud.open()
    },
    async readALot() {
      for (let i = 0; i < 20; i++) await foreignCode(cloud, String(codeOf(200 + i)))
    },
    tellALot: (count) => void tell(cloud, hooks, count),
    writes: () => cloud.changesOfCodes().filter(({ method }) => method !== 'DELETE').length,
    dropWrites: (isOn) => {
      faults.swallowsCodes = isOn
    },
    withhold: (isOn) => {
      faults.hidesCodes = isOn
    },
    foreignCode: (code, instead) => foreignCode(cloud, code, instead),
  }
}

/** A code that somebody made or changed in the maker's app. */
async function foreignCode({ world, lock }: Cloud, code: string, instead?: string): Promise<void> {
  const params = { smartlockId: lock.smartlockId }
  const { data } = await world.api.authorizations.listOf({ params, query: { types: [13] } })
  const known = data.find((one) => String(one.code) === instead)
  const body = { name: 'Somebody', code: Number(code), remoteAllowed: false }
  if (known)
    await world.api.authorizations.update({ params: { ...params, id: known.id }, body: { code: body.code } })
  else await world.api.authorizations.createOn({ params, body: { ...body, type: 13 } })
  await eventually('it to be on the lock', () => codesOn(lock).includes(code))
}

/** Calls as the service makes them, as many at once as are let in. */
async function tell({ hookSecret = '', lock }: Cloud, hooks: string, count: number): Promise<void> {
  const body = JSON.stringify({ feature: 'DEVICE_STATUS', smartlockId: lock.smartlockId })
  const signature = createHmac('sha256', hookSecret).update(body).digest('hex')
  const headers = { 'x-nuki-signature-sha256': signature }
  const call = () => fetch(hooks, { method: 'POST', headers, body }).catch(() => undefined)
  for (let told = 0; told < count; told += 20) await Promise.all(Array.from({ length: 20 }, call))
}
