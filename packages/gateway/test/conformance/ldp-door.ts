import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { AccessEntry, HeldAccess } from '@latchwork/contract/device'
import { startBroker } from '../../../simulator/test/broker.ts'
import { startService } from '../../../simulator/test/service-double.ts'
import { systemClock } from '../../src/system-clock.ts'

export const DEVICE_ID = '0A0B0C0D'
export const CREDENTIALS = { username: 'lock-1', secret: 'a secret of the lock' }

export const UNLOCK = 1
export const LOCK = 2
const UNLOCKED = 3
const LOCKED = 1

const ASK_AGAIN_MS = 10_000

const keyOf = (number: number) => number.toString(16).padStart(24, '0')

export const codeEntry = (code: number, changes: Partial<AccessEntry> = {}): AccessEntry => ({
  type: 13,
  name: 'Ida',
  enabled: true,
  remote: false,
  code,
  ...changes,
})

/** The service's side of one lock: the same for a lock that speaks LDP/1 itself and for one behind a gateway. */
export interface LdpDoor {
  readonly brokerUrl: string
  isOnline(): boolean
  bolt(): 'locked' | 'unlocked' | 'other'
  /** All that the lock ever said it was, since `forget`. */
  bolts(): readonly string[]
  forget(): void
  /** The code of the answer; undefined when there was none until the order was over. */
  order(action: number, options?: { withinMs?: number }): Promise<number | undefined>
  change(set: Record<number, AccessEntry | null>): Promise<{
    errors: Record<number, number>
    values: Record<number, HeldAccess>
  }>
  /** How a right was last told of. */
  held(number: number): HeldAccess | undefined
  foreignSlots(): number
  /** Events by number, each as often as it was told. */
  eventNumbers(): number[]
  events(): readonly { kind: string; action: number; authId?: number | undefined }[]
  acknowledge(): Promise<void>
  /** Everything that was heard, as text, but for numbers that only count: any four digits come up there some day. */
  heard(): string
  close(): Promise<void>
}

export async function openDoor(): Promise<LdpDoor> {
  const endings: (() => unknown)[] = []
  const t = { after: (end: () => unknown) => endings.push(end) } as unknown as TestContext
  const broker = await startBroker(t)
  const service = await startService(t, {
    url: broker.url,
    deviceId: DEVICE_ID,
    secret: CREDENTIALS.secret,
    clock: systemClock,
  })
  let statesFrom = 0
  let orders = 0
  // Revisions only ever grow, also for a lock that remembers those of the test before.
  let rev = Date.now()
  const states = () => service.all('state').slice(statesFrom)
  const named = (lock: number | undefined) =>
    lock === LOCKED ? 'locked' : lock === UNLOCKED ? 'unlocked' : 'other'
  const numbered = <V>(entries: [string, V][]) =>
    Object.fromEntries(entries.map(([key, value]) => [Number.parseInt(key, 16), value]))

  return {
    brokerUrl: broker.url,
    isOnline: () => service.all('presence').at(-1)?.online === true,
    bolt: () => named(service.all('state').at(-1)?.lock),
    bolts: () => states().map(({ lock }) => named(lock)),
    forget: () => {
      statesFrom = service.all('state').length
    },
    async order(action, { withinMs = 9000 } = {}) {
      const exp = Date.now() + withinMs
      const command = service.command({ action, exp, id: `order-${++orders}-of-the-kit` })
      await service.send(command)
      const answer = () => service.acks(command.id).find((ack) => ack.startsWith('done'))
      while (!answer() && Date.now() < exp + 500) await wait(5)
      return answer() === undefined ? undefined : Number(answer()?.slice(5))
    },
    async change(set) {
      const own = ++rev
      const keyed = Object.fromEntries(Object.entries(set).map(([n, entry]) => [keyOf(Number(n)), entry]))
      const answer = () => service.all('reported').find((one) => one.section === 'auths' && one.rev === own)
      let askedAt = Number.NEGATIVE_INFINITY
      while (!answer()) {
        // The service asks again, too: an answer that finds another connection is not given.
        if (Date.now() - askedAt > ASK_AGAIN_MS) {
          askedAt = Date.now()
          await service.request('desired', { section: 'auths', rev: own, set: keyed })
        }
        await wait(5)
      }
      const { errors = [], values = {} } = answer() ?? {}
      return {
        errors: numbered(errors.map(({ path, code }) => [path, code])),
        values: numbered(Object.entries(values as Record<string, HeldAccess>)),
      }
    },
    held: (number) => lastToldOf(service, keyOf(number)),
    foreignSlots: () => service.all('foreign').findLast((page) => 'codes' in page)?.codes.length ?? 0,
    eventNumbers: () => service.all('event').map(({ seq }) => seq),
    events: () => service.all('event'),
    acknowledge: () => service.acknowledgeEvents(Math.max(0, ...service.all('event').map(({ seq }) => seq))),
    heard: () => JSON.stringify(service.heard, withoutCounters),
    async close() {
      for (const end of endings.reverse()) await end()
    },
  }
}

const COUNTERS = new Set(['seq', 'rev', 'oldest'])
const withoutCounters = (member: string, value: unknown) => (COUNTERS.has(member) ? undefined : value)

/** Pages speak for all keys between their ends, answers for those they name. */
function lastToldOf(service: Awaited<ReturnType<typeof startService>>, key: string): HeldAccess | undefined {
  for (const { leaf, message } of service.heard.toReversed()) {
    if (leaf === 'auths' && (message.after ?? '') < key && key <= (message.upTo ?? 'g'))
      return message.entries[key]
    if (leaf === 'reported' && message.section === 'auths') {
      const values = (message.values ?? {}) as Record<string, HeldAccess>
      if (values[key]) return values[key]
    }
  }
  return undefined
}
