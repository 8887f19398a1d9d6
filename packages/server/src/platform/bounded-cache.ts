import { LRUCache } from 'lru-cache'

/**
 * Keeps what was used last, so many entries at most. LRUCache with `max` takes the room for all of them at once, which
 * for every cache of a service together is megabytes; counted by their size, one each, it grows with what it holds.
 */
export class BoundedCache<
  K extends object | string | number,
  V extends object | string | number | boolean,
> extends LRUCache<K, V> {
  constructor(most: number, { ttl }: { ttl?: number } = {}) {
    // Or it would set a timer of a millisecond whenever it is asked, which saves looking at the clock and costs more.
    const aging = ttl === undefined ? {} : { ttl, ttlResolution: 0 }
    super({ maxSize: most, sizeCalculation: () => 1, ...aging })
  }
}
