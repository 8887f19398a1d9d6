import './virtual-time/install.ts'
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { AdoptionBook } from '../src/book/adoptions.ts'
import { openBook } from '../src/book/book.ts'
import { Hub } from '../src/hubs/hub.ts'
import { AdoptedLock } from '../src/locks/adopted-lock.ts'
import { systemClock } from '../src/system-clock.ts'
import { eventually } from './conformance/waiting.ts'
import { newDataDir } from './data-folder.ts'
import { FakeLock, fakeHub } from './fake-family.ts'
import { surroundingsOf } from './surroundings.ts'

const LOCK = 'fake:1'

/** An adopted lock without a service, whose hub takes its time for each exchange. */
function adopt(t: TestContext, exchangeMs: number) {
  const dataDir = newDataDir()
  const book = openBook(dataDir, Buffer.alloc(32, 7))
  const adoptions = new AdoptionBook(book)
  const fake = fakeHub({ [LOCK]: new FakeLock() })
  fake.exchangeMs = exchangeMs
  adoptions.begin({ key: LOCK, deviceId: '0A0B0C0D', smartlockId: 1, type: 0, name: 'Door' })
  const kept = adoptions.one(LOCK)
  assert.ok(kept)
  const left: string[] = []
  const hub: Hub = new Hub({
    id: 'fake-1',
    config: { family: 'fake', address: 'nowhere' },
    make: fake.make,
    clock: systemClock,
    log: () => undefined,
    listener: {
      changed: () => lock.hubChanged(),
      state: () => undefined,
      happened: () => undefined,
    },
  })
  const lock: AdoptedLock = new AdoptedLock(
    kept,
    surroundingsOf({ book, adoptions, hub: () => hub }, { left: (key) => left.push(key) }),
  )
  hub.open()
  t.after(async () => {
    await lock.stop()
    hub.close()
    book.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { lock, fake, left }
}

test('a lock that goes offline while it is left is not gone before the work on it has come to rest', async (t) => {
  const { lock, fake, left } = adopt(t, 300)
  await eventually('the lock to be looked at', () => fake.asked.length > 0)
  lock.leave()
  fake.goDown()
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(left, [])
  await eventually('the lock to be left', () => left.length > 0)
})
