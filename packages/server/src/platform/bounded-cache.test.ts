import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoundedCache } from './bounded-cache.ts'

test('a cache keeps so many entries, forgets the one that was used longest ago, and takes no room before', () => {
  const cache = new BoundedCache<string, number>(2)
  cache.set('a', 1)
  cache.set('b', 2)
  cache.get('a')
  cache.set('c', 3)
  assert.deepEqual([cache.size, cache.get('a'), cache.get('b'), cache.get('c')], [2, 1, undefined, 3])
  const before = process.memoryUsage().heapTotal
  const caches = Array.from({ length: 50 }, () => new BoundedCache<string, number>(1_000_000))
  assert.ok(process.memoryUsage().heapTotal - before < 100_000_000, `${caches.length} caches`)
})
