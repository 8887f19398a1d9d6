import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@latchwork/sdk'
import { seeded } from '../../../../tests/chaos/plan.ts'
import { FakeLock } from '../fake-family.ts'
import { type House, openHouse } from './house.ts'
import { Movements } from './movements.ts'

/** Codes of others, which nobody may touch. */
const FOREIGN = new Map([
  [1, '77777777'],
  [3, '88888888'],
])
const SETTLE_MS = 120_000
const MOST_TRIES = 600
/** How many codes are ordered between two kills, at most. */
const MOST_ORDERS_BETWEEN = 12
const LONGEST_ORDER_MS = 100

export interface KillOptions {
  readonly seed: number
  readonly kills: number
  readonly locks: number
  readonly say?: (line: string) => void
}

export interface KillResult {
  readonly breaches: string[]
  readonly orders: number
  readonly gatewayKills: number
  readonly serverKills: number
  readonly writes: number
  /** Orders to lock and unlock, how the service says they ended, and how many reached a lock. */
  readonly movements: {
    readonly orders: number
    readonly ends: Record<string, number>
    readonly moves: number
  }
  readonly settledMs: number
}

/**
 * Kills a gateway or its service at random moments while codes are added, changed and removed and doors are locked and
 * unlocked, lets both come to rest, and compares every lock with what the service promised.
 */
export async function runKills(options: KillOptions): Promise<KillResult> {
  const locks = new Map<string, FakeLock>()
  for (let i = 1; i <= options.locks; i++) {
    const lock = new FakeLock()
    for (const [slot, digits] of FOREIGN) lock.slots.set(slot, digits)
    locks.set(`ipc:${i}`, lock)
  }
  await using house = await openHouse(locks)
  return await campaign(house, locks, options)
}

async function campaign(
  house: House,
  locks: ReadonlyMap<string, FakeLock>,
  { seed, kills, say = () => undefined }: KillOptions,
): Promise<KillResult> {
  const random = seeded(seed)
  const doors = await house.adoptAll()
  const traffic = new Traffic(house, [...doors.values()], seeded(seed + 1))
  for (const smartlockId of doors.values())
    await house.api.smartlocks.update({ params: { smartlockId }, body: { remoteUnlock: true } })
  const movements = new Movements(house, doors, seeded(seed + 2))
  const working = Promise.all([traffic.run(), movements.run()])
  let [gatewayKills, serverKills] = [0, 0]
  for (let kill = 0; kill < kills; kill++) {
    // Kills have to meet work under way: everything is up again, and some orders later the next one is in the middle of it.
    await house.untilOnline(doors.values())
    await later(traffic, 1 + Math.floor(random() * MOST_ORDERS_BETWEEN))
    await sleep(random() * LONGEST_ORDER_MS)
    const isServer = random() < 0.2
    say(`${kill + 1}: kills the ${isServer ? 'service' : 'gateway'}`)
    if (isServer) serverKills += 1
    else gatewayKills += 1
    await (isServer ? house.killServer() : house.killGateway())
  }
  // However slow the machine is, a door was opened.
  while (house.moves.length === 0) await sleep(20)
  traffic.stop()
  movements.stop()
  await working
  const began = performance.now()
  let breaches = await compare(house, locks, doors, traffic)
  while (breaches.length > 0 && performance.now() - began < SETTLE_MS) {
    await sleep(500)
    breaches = await compare(house, locks, doors, traffic)
  }
  const writes = [...locks.values()].reduce((sum, lock) => sum + lock.writes, 0)
  breaches.push(...(await movements.breaches()))
  return {
    breaches,
    orders: traffic.orders,
    gatewayKills,
    serverKills,
    writes,
    movements: { orders: movements.orders, ends: await movements.summary(), moves: house.moves.length },
    settledMs: performance.now() - began,
  }
}

/** Waits until so many more codes were ordered. */
async function later(traffic: Traffic, orders: number): Promise<void> {
  const enough = traffic.orders + orders
  while (traffic.orders < enough) await sleep(5)
}

/** Every difference between what was promised and what is there. */
async function compare(
  house: House,
  locks: ReadonlyMap<string, FakeLock>,
  doors: ReadonlyMap<string, number>,
  traffic: Traffic,
): Promise<string[]> {
  const breaches: string[] = []
  for (const [key, smartlockId] of doors) {
    const listed = await house.api.authorizations.listOf({ params: { smartlockId } }).catch(() => undefined)
    if (!listed) return ['the service does not answer']
    const promised = listed.data.map(({ code }) => String(code)).sort()
    const told = [...traffic.codes.values()].filter((one) => one.smartlockId === smartlockId)
    const asked = told.map(({ code }) => String(code)).sort()
    if (String(asked) !== String(promised))
      breaches.push(`${key}: asked ${asked}, the service has ${promised}`)
    const slots = [...(locks.get(key)?.slots ?? [])]
    const foreign = slots.filter(([slot, digits]) => FOREIGN.get(slot) === digits)
    if (foreign.length !== FOREIGN.size) breaches.push(`${key}: a code of somebody else was touched`)
    const ours = slots.filter(([slot]) => !FOREIGN.has(slot)).map(([, digits]) => digits)
    if (String(ours.sort()) !== String(promised)) breaches.push(`${key}: promised ${promised}, holds ${ours}`)
  }
  return breaches
}

interface AskedCode {
  readonly id: string
  readonly smartlockId: number
  readonly code: number
}

/** Somebody who adds, changes and removes codes, and knows what was agreed to. */
class Traffic {
  /** By id: what the service agreed to hold. */
  readonly codes = new Map<string, AskedCode>()
  orders = 0
  readonly #house: House
  readonly #doors: readonly number[]
  readonly #random: () => number
  #isOver = false
  #lastCode = 311_111

  constructor(house: House, doors: readonly number[], random: () => number) {
    this.#house = house
    this.#doors = doors
    this.#random = random
  }

  stop(): void {
    this.#isOver = true
  }

  async run(): Promise<void> {
    while (!this.#isOver) {
      const smartlockId = this.#doors[Math.floor(this.#random() * this.#doors.length)] as number
      const own = [...this.codes.values()].filter((one) => one.smartlockId === smartlockId)
      const choice = this.#random()
      if (own.length < 4 || (choice < 0.4 && own.length < 12)) await this.#add(smartlockId)
      else
        await (choice < 0.7 ? this.#change : this.#remove).call(
          this,
          own[Math.floor(this.#random() * own.length)]!,
        )
      this.orders += 1
      await sleep(20)
    }
  }

  async #add(smartlockId: number): Promise<void> {
    const code = this.#nextCode()
    const body = { name: `C${code}`, type: 13, remoteAllowed: false, code } as const
    await this.#insist(() => this.#house.api.authorizations.createOn({ params: { smartlockId }, body }))
    const id = await this.#insist(async () => {
      const { data } = await this.#house.api.authorizations.listOf({ params: { smartlockId } })
      return data.find((one) => one.name === `C${code}`)?.id ?? ''
    })
    if (id) this.codes.set(id, { id, smartlockId, code })
  }

  async #change({ id, smartlockId }: AskedCode): Promise<void> {
    const code = this.#nextCode()
    const params = { smartlockId, id }
    const isDone = await this.#insist(() => this.#house.api.authorizations.update({ params, body: { code } }))
    if (isDone) this.codes.set(id, { id, smartlockId, code })
  }

  async #remove({ id, smartlockId }: AskedCode): Promise<void> {
    const isDone = await this.#insist(() =>
      this.#house.api.authorizations.remove({ params: { smartlockId, id } }),
    )
    if (isDone) this.codes.delete(id)
  }

  /** Six digits from 3 to 8, none twice. */
  #nextCode(): number {
    do this.#lastCode += 1
    while (!/^[3-8]{6}$/.test(String(this.#lastCode)))
    return this.#lastCode
  }

  /** Asks until there is an answer. Undefined: the lock is busy with what was asked before, so nothing happened. */
  async #insist<A>(call: () => Promise<A>): Promise<A | undefined> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      try {
        return await call()
      } catch (error) {
        const verdict = verdictOn(error, tries)
        if (verdict === 'throw') throw error
        if (verdict !== 'again') return verdict === 'done' ? (true as A) : undefined
        await sleep(100)
      }
    }
    throw new Error('the service did not come back')
  }
}

function verdictOn(error: unknown, tries: number): 'again' | 'busy' | 'done' | 'throw' {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return 'again'
  // Codes that are being taken off count until they are off.
  if (error.status === 423 || error.code === 'auth_limit_reached') return 'busy'
  // Asked for twice, because the answer got lost with the service.
  return tries > 0 && (error.status === 409 || error.status === 404) ? 'done' : 'throw'
}
