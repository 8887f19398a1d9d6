import { rmSync } from 'node:fs'
import { AdoptionBook } from '../../src/book/adoptions.ts'
import { openBook } from '../../src/book/book.ts'
import type { FamilyMaker, HubConfig } from '../../src/family.ts'
import { Hub } from '../../src/hubs/hub.ts'
import { AdoptedLock } from '../../src/locks/adopted-lock.ts'
import { systemClock } from '../../src/system-clock.ts'
import { newDataDir } from '../data-folder.ts'
import { surroundingsOf } from '../surroundings.ts'
import type { Hands, Harness } from './harness.ts'
import { CREDENTIALS, DEVICE_ID, openDoor } from './ldp-door.ts'
import { eventually } from './waiting.ts'

interface GatewayOptions {
  readonly lock: string
  readonly hub: HubConfig
  readonly make: FamilyMaker
  readonly code: (number: number) => number
  /** A way on which there are no codes. */
  readonly hasNoCodes?: boolean
  hands(): Hands
}

/** A lock of any family behind the real gateway: its hub, its book, its end of LDP/1. */
export async function startGatewayHarness(options: GatewayOptions): Promise<Harness> {
  const door = await openDoor()
  const dataDir = newDataDir()
  const lines: string[] = []
  const run = () => runLock(options, dataDir, door.brokerUrl, (line) => lines.push(line))
  let running = await run()
  await eventually('the lock to be there', () => door.isOnline())
  return {
    door,
    hands: options.hands(),
    code: options.code,
    capability: () => running.capability(),
    log: () => lines.join('\n'),
    async restart() {
      await running.stop()
      running = await run()
    },
    async stop() {
      await running.stop()
      await door.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function runLock(
  { lock, hub: config, make, hasNoCodes = false }: GatewayOptions,
  dataDir: string,
  brokerUrl: string,
  log: (line: string) => void,
) {
  const book = openBook(dataDir, Buffer.alloc(32, 7))
  const adoptions = new AdoptionBook(book)
  if (!adoptions.one(lock)) {
    adoptions.begin({ key: lock, deviceId: DEVICE_ID, smartlockId: 1, type: 0, name: 'Door' })
    adoptions.keepCredentials(lock, CREDENTIALS)
  }
  const kept = adoptions.one(lock)
  if (!kept) throw new Error('the book has no lock')
  const hub = new Hub({
    id: 'hub-1',
    config,
    make,
    clock: systemClock,
    log: (level, fact, details) => log(`${level} ${fact} ${JSON.stringify(details ?? {})}`),
    listener: {
      changed: () => adopted.hubChanged(),
      state: (key, sight) => key === lock && adopted.sighted(sight),
      happened: (key, happening) => key === lock && adopted.happened(happening),
    },
  })
  const adopted: AdoptedLock = new AdoptedLock(
    kept,
    surroundingsOf({ book, adoptions, hub: () => hub }, { broker: () => ({ brokerUrl }) }),
  )
  hub.open()
  const codesOf = () => hub.locks.get(lock)?.about.capability.codes
  await eventually(
    'the lock to be found',
    () => adopted.isPresent() && (hasNoCodes || codesOf() !== undefined),
  )
  await adopted.connect()
  return {
    capability: () => {
      const found = hub.locks.get(lock)
      if (!found) throw new Error('the lock is gone')
      return found.about.capability
    },
    async stop() {
      await adopted.stop()
      hub.close()
      book.close()
    },
  }
}
