import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { AdoptionBook } from './adoptions.ts'
import { openBook } from './book.ts'
import { deviceMemory } from './device-memory.ts'

const LOCK = 'fake:1'
const KEY = Buffer.alloc(32, 7)
const event = (at: number) => ({ at, kind: 'door', action: 240, trigger: 0, result: 0 }) as const

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'gateway-book-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function open(t: TestContext, path: string, boot: string) {
  const book = openBook(path, KEY, boot)
  t.after(() => book.close())
  const adoptions = new AdoptionBook(book)
  if (!adoptions.one(LOCK))
    adoptions.begin({ key: LOCK, deviceId: '0A0B0C0D', smartlockId: 1, type: 0, name: 'Door' })
  const { epoch } = adoptions.one(LOCK)!
  return { book, epoch, events: deviceMemory(book, LOCK, epoch).events }
}

/** The files as they are while the book is open: what a process leaves that is killed. */
function killed(t: TestContext, path: string): string {
  const copy = folder(t)
  cpSync(path, copy, { recursive: true })
  return copy
}

test('events, after the process was killed, are all there and go on with the next number', (t) => {
  const path = folder(t)
  const first = open(t, path, 'monday')
  for (const at of [1, 2, 3]) first.events.add(event(at))
  first.events.acknowledge(1)
  const next = open(t, killed(t, path), 'monday')
  assert.equal(next.epoch, first.epoch)
  assert.deepEqual(
    next.events.pending.map(({ seq, at }) => [seq, at]),
    [
      [2, 2],
      [3, 3],
    ],
  )
  assert.equal(next.events.add(event(4)).seq, 4)
})

test('events, after the machine went down, are in a new epoch: a number that was told is not given again', (t) => {
  const path = folder(t)
  const first = open(t, path, 'monday')
  for (const at of [1, 2, 3]) first.events.add(event(at))
  first.events.acknowledge(1)
  const next = open(t, killed(t, path), 'tuesday')
  assert.notEqual(next.epoch, first.epoch)
  assert.deepEqual(
    next.events.pending.map(({ seq, at }) => [seq, at]),
    [
      [1, 2],
      [2, 3],
    ],
  )
  assert.equal(next.events.add(event(4)).seq, 3)
})

test('events, of a book that was closed before the machine was, go on where they were', (t) => {
  const path = folder(t)
  const first = openBook(path, KEY, 'monday')
  new AdoptionBook(first).begin({
    key: LOCK,
    deviceId: '0A0B0C0D',
    smartlockId: 1,
    type: 0,
    name: 'Door',
  })
  const { epoch } = new AdoptionBook(first).one(LOCK)!
  deviceMemory(first, LOCK, epoch).events.add(event(1))
  first.close()
  const next = open(t, path, 'tuesday')
  assert.equal(next.epoch, epoch)
  assert.equal(next.events.add(event(2)).seq, 2)
})
