import type { AdoptionBook } from '../src/book/adoptions.ts'
import type { Book } from '../src/book/book.ts'
import type { Hub } from '../src/hubs/hub.ts'
import type { LockSurroundings } from '../src/locks/lock-surroundings.ts'
import { systemClock } from '../src/system-clock.ts'

/** What is around an adopted lock that has one hub, and nobody who listens but the test. */
export const surroundingsOf = (
  { book, adoptions, hub }: { book: Book; adoptions: AdoptionBook; hub: () => Hub },
  changes: Partial<LockSurroundings> = {},
): LockSurroundings => ({
  book,
  adoptions,
  clock: systemClock,
  version: '0',
  hubOf: hub,
  broker: () => undefined,
  turnedAway: () => undefined,
  brokerFailed: () => undefined,
  left: () => undefined,
  ...changes,
})
