import '../virtual-time/install.ts'
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { AdoptionBook } from '../../src/book/adoptions.ts'
import { openBook } from '../../src/book/book.ts'
import { LockPage } from '../../src/book/lock-page.ts'
import { zwaveFamily } from '../../src/families/zwave/index.ts'
import { Hub } from '../../src/hubs/hub.ts'
import { AdoptedLock } from '../../src/locks/adopted-lock.ts'
import { systemClock } from '../../src/system-clock.ts'
import { eventually } from '../conformance/waiting.ts'
import { newDataDir } from '../data-folder.ts'
import { codeEntry, keyOf } from '../rig.ts'
import { surroundingsOf } from '../surroundings.ts'
import { startZwavePartner, type ZwavePartner } from './partner.ts'
import type { PartnerLock } from './partner-lock.ts'

const LOCKS = 10
const CODES = 20
const digitsOf = (slot: number) => 48_291_000 + slot

function newFolder(t: TestContext): string {
  const folder = newDataDir()
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const nameOf = (partner: ZwavePartner, { nodeId }: PartnerLock) =>
  `zwave:${partner.homeId.toString(16)}:${nodeId}`

/** The book of a gateway that put these codes there, and the locks that hold them. */
function putCodes(partner: ZwavePartner, dataDir: string): void {
  const book = openBook(dataDir, Buffer.alloc(32, 7))
  const adoptions = new AdoptionBook(book)
  for (const lock of partner.locks) {
    const key = nameOf(partner, lock)
    adoptions.begin({ key, deviceId: '0A0B0C0D', smartlockId: lock.nodeId, type: 0, name: 'Door' })
    adoptions.noteForeignListed(key)
    const page = new LockPage(book, key)
    for (let slot = 1; slot <= CODES; slot++) {
      const right = keyOf(slot)
      const entry = codeEntry(digitsOf(slot))
      lock.setCode(slot, String(entry.code))
      page.putRight({ key: right, number: slot, entry, isGone: false, repairs: 0 })
      const held = JSON.stringify({ digits: String(entry.code), name: '' })
      page.putSlot({ slot, key: right, held, isErasing: false, proof: 'value', attempts: 0 })
    }
  }
  book.close()
}

test(`a gateway, started again with ${CODES * LOCKS} codes on ${LOCKS} locks, writes nothing and reads each code once`, async (t) => {
  const partner = await startZwavePartner(Array.from({ length: LOCKS }, () => 'codes'))
  t.after(() => partner.close())
  const dataDir = newFolder(t)
  putCodes(partner, dataDir)
  for (const lock of partner.locks) lock.heal()

  const book = openBook(dataDir, Buffer.alloc(32, 7))
  const adoptions = new AdoptionBook(book)
  const served = new Map<string, AdoptedLock>()
  const hub = new Hub({
    id: 'hub-1',
    config: { family: 'zwave-js', address: partner.address },
    make: zwaveFamily,
    clock: systemClock,
    log: () => undefined,
    listener: {
      changed: (_, lock) => {
        for (const [key, one] of served) if (lock === undefined || lock === key) one.hubChanged()
      },
      state: (lock, sight) => served.get(lock)?.sighted(sight),
      happened: (lock, happening) => served.get(lock)?.happened(happening),
    },
  })
  for (const adoption of adoptions.all())
    served.set(adoption.lock, new AdoptedLock(adoption, surroundingsOf({ book, adoptions, hub: () => hub })))
  hub.open()
  t.after(async () => {
    for (const lock of served.values()) await lock.stop()
    hub.close()
    book.close()
  })
  const reads = () => partner.locks.reduce((sum, { codeReads }) => sum + codeReads, 0)
  await eventually('all codes to be read', () => reads() >= LOCKS * CODES, 120_000)
  await eventually('nothing to be left to do', () => hub.turns.waiting === 0)
  // Whatever would follow follows at once.
  await sleep(500)
  assert.equal(hub.turns.waiting, 0)
  assert.deepEqual(
    partner.locks.map(({ codeReads, codeWrites }) => [codeReads, codeWrites]),
    partner.locks.map(() => [CODES, 0]),
  )
})
