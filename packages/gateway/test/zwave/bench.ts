import { zwaveFamilyWith } from '../../src/families/zwave/index.ts'
import type { NetworkOptions } from '../../src/families/zwave/network.ts'
import { ACCESS_CONTROL_SCHEMA } from '../../src/families/zwave/user-code.ts'
import type { ActAnswer, Family, WriteAnswer } from '../../src/family.ts'
import { RecordingSink, realTools } from '../recording-sink.ts'
import type { ZwavePartner } from './partner.ts'
import type { PartnerLock } from './partner-lock.ts'

/** Soon enough for a test to see that a lock is lost and found again. */
const PROBE_AFTER_MS = 2500
const ORDER_MS = 9000

/** The family on its partner, as the gateway would hold it: one thing at a time. */
export interface ZwaveBench {
  readonly partner: ZwavePartner
  readonly family: Family
  readonly sink: RecordingSink
  /** Everything that was logged. */
  readonly log: readonly string[]
  keyOf(lock: PartnerLock): string
  act(lock: PartnerLock, action: number, withinMs?: number): Promise<ActAnswer>
  write(lock: PartnerLock, slot: number, digits: string): Promise<WriteAnswer>
  /** All locks locked and healthy, nothing remembered of what was heard before. */
  calm(): Promise<void>
  close(): void
}

export const UNLOCK = 1
export const LOCK = 2
export const within = (ms: number) => AbortSignal.timeout(ms)

export async function startBench(partner: ZwavePartner, options: NetworkOptions = {}): Promise<ZwaveBench> {
  const sink = new RecordingSink()
  const tools = realTools()
  const make = zwaveFamilyWith({ probeAfterMs: PROBE_AFTER_MS, ...options })
  const family = make({ family: 'zwave-js', address: partner.address }, tools)
  const end = new AbortController()
  family.open(sink, end.signal)
  const old = [partner.codes, partner.schlage]
  // Before users and credentials there were none, and a lock that has nothing else has no codes.
  const locks = (options.newestSchema ?? Infinity) < ACCESS_CONTROL_SCHEMA ? old : [...old, partner.users]
  const keyOf = ({ nodeId }: PartnerLock) => `zwave:${partner.homeId.toString(16)}:${nodeId}`
  await sink.until(() => locks.every((lock) => sink.locks.get(keyOf(lock))?.capability.codes))
  return {
    partner,
    family,
    sink,
    log: tools.lines,
    keyOf,
    act: (lock, action, withinMs = ORDER_MS) =>
      family.act(keyOf(lock), { action, deadline: Date.now() + withinMs }, within(withinMs)),
    write: (lock, slot, digits) => family.write(keyOf(lock), slot, { digits, name: 'Ida' }, within(60_000)),
    async calm() {
      for (const lock of locks) lock.heal()
      await sink.until(() => locks.every((lock) => sink.presences.get(keyOf(lock))))
      for (const lock of locks) {
        lock.stand(true)
        await family.look(keyOf(lock), 'state', within(20_000))
        lock.heal()
      }
      sink.forget()
    },
    close: () => end.abort(),
  }
}
