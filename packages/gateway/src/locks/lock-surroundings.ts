import type { Clock } from '@latchwork/ldp-device'
import type { AdoptionBook } from '../book/adoptions.ts'
import type { Book } from '../book/book.ts'
import type { Hub } from '../hubs/hub.ts'
import type { BrokerAddress } from '../service/broker-address.ts'

/** What an adopted lock finds around it. */
export interface LockSurroundings {
  readonly book: Book
  readonly adoptions: AdoptionBook
  readonly clock: Clock
  readonly version: string
  /** The hub that has this lock, whether it can be used now or not. */
  hubOf(lock: string): Hub | undefined
  broker(): BrokerAddress | undefined
  /** The broker does not take the credentials of this lock. */
  turnedAway(lock: string): void
  /** The broker is not reached, or nobody vouches for it. */
  brokerFailed(cause: unknown): void
  /** Un-adopted, and nothing of ours is on the lock any more. */
  left(lock: string): void
}
