import assert from 'node:assert/strict'
import { test } from 'node:test'
import { within, type ZwaveBench } from './bench.ts'
import type { PartnerLock } from './partner-lock.ts'

/** A server from before users and credentials: codes go by the methods of the command class itself. */
export function testOldServer(on: () => ZwaveBench): void {
  const look = (lock: PartnerLock, slot: number) => {
    const { family, keyOf } = on()
    return family.look(keyOf(lock), { slot }, within(60_000))
  }

  test('a code, with a server before schema 48, is proven by its value, changed, refused and removed', async () => {
    const { partner, write, family, keyOf, sink } = on()
    for (const lock of [partner.codes, partner.schlage]) {
      assert.deepEqual(await write(lock, 5, '4829'), { answer: 'proven', by: 'value' })
      assert.deepEqual(await write(lock, 5, '1357'), { answer: 'proven', by: 'value' })
      assert.deepEqual(await look(lock, 5), { seen: true, slot: { slot: 5, holds: 'code', digits: '1357' } })
      assert.deepEqual(await write(lock, 6, '1357'), { answer: 'refused', why: 'duplicate' })
      assert.deepEqual([...lock.held], [[5, '1357']])
      assert.deepEqual(await family.erase(keyOf(lock), 5, within(60_000)), { answer: 'proven' })
      assert.deepEqual([...lock.held], [])
      assert.deepEqual(await look(lock, 5), { seen: true, slot: { slot: 5, holds: 'free' } })
      assert.equal(sink.locks.get(keyOf(lock))?.capability.codes?.places, 30)
    }
    assert.deepEqual(await write(partner.schlage, 1, '482913'), { answer: 'refused', why: 'length' })
  })

  test('a lock of users and credentials, with a server before schema 48, moves and has no codes', async () => {
    const { partner, act, sink, keyOf } = on()
    assert.equal(sink.locks.get(keyOf(partner.users))?.capability.codes, undefined)
    assert.equal((await act(partner.users, 1)).answer, 'proven')
    assert.equal(partner.users.isLocked, false)
  })
}
