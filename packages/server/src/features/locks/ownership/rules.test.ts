import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOCK_SHARES, shareOfDevice, shareOfLock } from '../../../schema/lock-shares.ts'
import { smartlockIdOf } from '../rules.ts'
import { divide, GIVE_AT_ONCE } from './rules.ts'
import { createProcessWatch } from './watch.ts'

interface Process {
  id: string
  linked?: boolean
  /** Has only just come. */
  isNew?: boolean
}

/** Lets all do what they are to do, until nothing changes; answers what each has and how many shares moved in all. */
function settle(owners: (string | null)[], processes: readonly Process[]) {
  let moved = 0
  for (let isMoving = true; isMoving; ) {
    isMoving = false
    for (const { id } of processes) {
      const { take, give } = divide({
        processId: id,
        processes: processes.map(({ id: process_id, linked = true }) => ({
          process_id,
          is_linked: linked ? 1 : 0,
        })),
        settled: new Set(processes.filter(({ isNew }) => !isNew).map((one) => one.id)),
        shares: owners.map((process_id, share) => ({ share, process_id, term: 0 })),
      })
      assert.ok(give.length <= GIVE_AT_ONCE)
      for (const { share } of take) owners[share] = id
      for (const share of give) owners[share] = null
      isMoving ||= take.length + give.length > 0
      moved += take.length
    }
  }
  return { moved, has: processes.map(({ id }) => owners.filter((owner) => owner === id).length) }
}

const free = () => Array.from({ length: LOCK_SHARES }, () => null as string | null)

test('shares, of however many processes, come to equal parts, and only as many move as have to', () => {
  const owners = free()
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  assert.deepEqual(settle(owners, [a]), { has: [61], moved: 61 })
  assert.deepEqual(settle(owners, [a, b]), { has: [31, 30], moved: 30 })
  assert.deepEqual(settle(owners, [a, b, c]), { has: [21, 20, 20], moved: 20 })
  assert.deepEqual(settle(owners, [a, b, c]).moved, 0, 'and then nothing moves any more')
  assert.deepEqual(settle(owners, [b, c]), { has: [31, 30], moved: 21 }, 'those of one that is gone')
})

test('shares, when a process has only just come, stay where they are served, and free ones go to it', () => {
  const owners = free()
  settle(owners, [{ id: 'a' }])
  assert.equal(settle(owners, [{ id: 'a' }, { id: 'b', isNew: true }]).moved, 0)
  for (let share = 0; share < 10; share++) owners[share] = 'gone'
  assert.deepEqual(settle(owners, [{ id: 'a' }, { id: 'b', isNew: true }]).has, [51, 10])
})

test('shares, of a process that cannot reach the broker, go to one that can, and stay while nobody can', () => {
  const owners = free()
  settle(owners, [{ id: 'a' }, { id: 'b' }])
  const lost = { id: 'a', linked: false }
  assert.deepEqual(settle(owners, [lost, { id: 'b', linked: false }]).moved, 0)
  assert.deepEqual(settle(owners, [lost, { id: 'b' }]).has, [0, 61])
})

test('a lock is in the same share by its device id and by its number, and steps in ids use all shares', () => {
  const used = new Set<number>()
  for (let i = 0; i < 1000; i++) {
    const deviceId = (0xf0000000 + i * 64).toString(16).toUpperCase()
    for (const type of [0, 2, 4, 5] as const)
      assert.equal(shareOfLock(smartlockIdOf(type, deviceId)), shareOfDevice(deviceId))
    used.add(shareOfDevice(deviceId))
  }
  assert.equal(used.size, LOCK_SHARES)
})

test('a process is silent from when its last beat was seen, never from before, and anew after a time in which nobody looked', () => {
  const watch = createProcessWatch()
  const row = (beat: number) => ({ process_id: 'a', beat, is_linked: 1 })
  const silent = (at: number) => watch.silentFor(2000, at).map(({ process_id }) => process_id)
  watch.note([row(1)], 10_000)
  assert.deepEqual(silent(10_000), [], 'however old the row may be, it was only just seen')
  watch.note([row(1)], 11_999)
  assert.deepEqual(silent(11_999), [])
  watch.note([row(2)], 12_000)
  watch.note([row(2)], 13_500)
  assert.deepEqual(silent(13_500), [])
  watch.note([row(2)], 14_000)
  assert.deepEqual(silent(14_000), ['a'])
  assert.deepEqual(watch.thereFor(3000, 14_000), new Set(['a']))
  watch.note([], 14_500)
  watch.note([row(2)], 15_000)
  assert.deepEqual(silent(16_000), [])
})
