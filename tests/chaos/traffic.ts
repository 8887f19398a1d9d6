import { setTimeout as sleep } from 'node:timers/promises'
import type { Callers } from './callers.ts'
import type { ChaosLock } from './fleet.ts'

/** What clients were told about one lock. */
export interface ToldOfLock {
  readonly codes: Map<string, string | 'gone'>
  readonly uncertain: Set<string>
  /** Emptied when a change was never answered: then any value is right until the next that is. */
  brightness: number[]
}

export interface Traffic {
  readonly told: ReadonlyMap<number, ToldOfLock>
  readonly people: string[]
  readonly stays: string[]
  /** Resolves when every client is done with what it was doing. */
  stop(): Promise<void>
}

interface Client {
  readonly callers: Callers
  readonly lock: ChaosLock
  readonly told: ToldOfLock
  readonly random: () => number
  readonly number: () => number
}

const MOST_CODES = 20

/** One client per lock, which does one thing after the other, and a few that care for people and stays. */
export function startTraffic(
  callers: Callers,
  locks: readonly ChaosLock[],
  { random, addressId, pauseMs }: { random: () => number; addressId: number; pauseMs: number },
): Traffic {
  let isOver = false
  let last = 0
  const number = () => ++last
  const told = new Map(
    locks.map(({ smartlockId }) => [
      smartlockId,
      { codes: new Map(), uncertain: new Set<string>(), brightness: [] },
    ]),
  ) as Map<number, ToldOfLock>
  const [people, stays]: [string[], string[]] = [[], []]

  async function work(step: () => Promise<void>): Promise<void> {
    while (!isOver) {
      await step()
      await sleep(random() * 2 * pauseMs)
    }
  }

  const clients = locks.map((lock) =>
    work(() =>
      doSomething({ callers, lock, random, number, told: told.get(lock.smartlockId) as ToldOfLock }),
    ),
  )
  const office = work(async () => {
    if (random() < 0.5) await addPerson(callers, number(), people)
    else await addStay(callers, addressId, number(), stays)
    await sleep(2 * pauseMs)
  })
  return {
    told,
    people,
    stays,
    async stop() {
      isOver = true
      await Promise.all([...clients, office])
    },
  }
}

function doSomething(client: Client): Promise<void> {
  const chance = client.random()
  if (chance < 0.5) return move(client)
  if (chance < 0.65) return read(client)
  if (chance < 0.75) return setBrightness(client)
  return changeCodes(client)
}

async function move({ callers, lock: { smartlockId }, random }: Client): Promise<void> {
  const params = { smartlockId }
  const isUnlock = random() < 0.5
  await callers.ask({ kind: 'action', smartlockId }, (api, options) =>
    isUnlock ? api.smartlocks.unlock({ params, ...options }) : api.smartlocks.lock({ params, ...options }),
  )
}

async function read({ callers, lock: { smartlockId }, random }: Client): Promise<void> {
  const params = { smartlockId }
  if (random() < 0.5) await callers.read((api, signal) => api.smartlocks.get({ params, signal }))
  else await callers.read((api, signal) => api.smartlocks.logOf({ params, signal }))
}

async function setBrightness({ callers, lock: { smartlockId }, told, random }: Client): Promise<void> {
  const ledBrightness = Math.floor(random() * 6)
  const { call } = await callers.ask({ kind: 'config', smartlockId }, (api, options) =>
    api.smartlocks.setConfig({ params: { smartlockId }, body: { ledBrightness }, ...options }),
  )
  if (call.outcome === 'accepted') told.brightness.push(ledBrightness)
  else if (call.outcome === 'open') told.brightness = []
}

async function changeCodes(client: Client): Promise<void> {
  const { told, random } = client
  const known = [...told.codes].flatMap(([name, code]) =>
    code === 'gone' || told.uncertain.has(name) ? [] : [name],
  )
  const name = known[Math.floor(random() * known.length)]
  if (name === undefined || (known.length < MOST_CODES && random() < 0.5)) return addCode(client)
  const id = await idOf(client, name)
  if (id === undefined) return
  if (random() < 0.5) await changeCode(client, name, id)
  else await removeCode(client, name, id)
}

async function addCode({ callers, lock: { smartlockId }, told, number }: Client): Promise<void> {
  const n = number()
  const [name, code] = [`Guest ${n}`, codeOf(n)]
  const { call } = await callers.ask({ kind: 'code', smartlockId }, (api, options) =>
    api.authorizations.createOn({
      params: { smartlockId },
      body: { name, type: 13, code, remoteAllowed: false },
      ...options,
    }),
  )
  noteCode(told, name, call.outcome, String(code))
}

/** It is changed by its id, which is known once it is listed. */
async function idOf({ callers, lock: { smartlockId } }: Client, name: string): Promise<string | undefined> {
  const codes = await callers.read((api, signal) =>
    api.authorizations.listOf({ params: { smartlockId }, signal }),
  )
  return codes?.find((code) => code.name === name)?.id
}

async function changeCode(client: Client, name: string, id: string): Promise<void> {
  const { callers, told, number } = client
  const { smartlockId } = client.lock
  const code = codeOf(number())
  const { call } = await callers.ask({ kind: 'code', smartlockId }, (api, options) =>
    api.authorizations.update({ params: { smartlockId, id }, body: { code }, ...options }),
  )
  noteCode(told, name, call.outcome, String(code))
}

async function removeCode(
  { callers, told, lock: { smartlockId } }: Client,
  name: string,
  id: string,
): Promise<void> {
  const { call } = await callers.ask({ kind: 'code', smartlockId }, (api, options) =>
    api.authorizations.remove({ params: { smartlockId, id }, ...options }),
  )
  noteCode(told, name, call.outcome, 'gone')
}

function noteCode(told: ToldOfLock, name: string, outcome: string, value: string): void {
  if (outcome === 'accepted') told.codes.set(name, value)
  else if (outcome === 'open') told.uncertain.add(name)
}

/** Six digits without a zero that do not begin with 12, another one for every number. */
function codeOf(n: number): number {
  const digits = n.toString(9).padStart(5, '0')
  return Number(`3${[...digits].map((digit) => Number(digit) + 1).join('')}`)
}

async function addPerson(callers: Callers, n: number, people: string[]): Promise<void> {
  const email = `person-${n}@example.com`
  const { call } = await callers.ask({ kind: 'user' }, (api, options) =>
    api.accountUsers.create({ body: { email, name: `Person ${n}` }, ...options }),
  )
  if (call.outcome === 'accepted') people.push(email)
}

const DAY_MS = 86_400_000

async function addStay(callers: Callers, addressId: number, n: number, stays: string[]): Promise<void> {
  const start = Date.now() + (10 + n) * DAY_MS
  const name = `Stay ${n}`
  const body = {
    name,
    email: `stay-${n}@example.com`,
    guests: 1,
    startDate: new Date(start).toISOString(),
    endDate: new Date(start + 2 * DAY_MS).toISOString(),
  }
  const { call } = await callers.ask({ kind: 'stay' }, (api, options) =>
    api.reservations.create({ params: { addressId }, body, ...options }),
  )
  if (call.outcome === 'accepted') stays.push(name)
}
