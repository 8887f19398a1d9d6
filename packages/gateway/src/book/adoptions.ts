import { randomBytes } from 'node:crypto'
import type { FoundLock, LockSight } from '../family.ts'
import type { Book } from './book.ts'

/** What was last found out about a lock's own timer. */
export type TimerTrust =
  | { readonly zone: string; readonly at: number; readonly isRight: boolean }
  /** It did not keep what it was told, with this firmware. */
  | { readonly broken: string }

export interface Credentials {
  readonly username: string
  readonly secret: string
}

/** As the service tells of it. */
export interface NewAdoption {
  readonly key: string
  readonly deviceId: string
  readonly smartlockId: number
  readonly type: number
  readonly name: string
}

/** A lock of the book. */
export interface KeptAdoption {
  readonly lock: string
  readonly deviceId: string
  readonly smartlockId: number
  readonly type: number
  readonly name: string
  readonly credentials?: Credentials | undefined
  /** Un-adopted: its codes are still being taken off the lock. */
  readonly isLeaving: boolean
  readonly epoch: string
  readonly timeZone?: number | undefined
  readonly sight?: LockSight | undefined
  readonly about?: FoundLock | undefined
  /** Whether the places of others were listed once. */
  readonly knowsForeign: boolean
}

interface Row {
  lock: string
  device_id: string
  smartlock_id: number
  type: number
  name: string
  username: string | null
  secret: string | null
  epoch: string
  time_zone: number | null
  sight: string | null
  about: string | null
  knows_foreign: number
  is_leaving: number
}

const parsed = <T>(text: string | null): T | undefined => (text === null ? undefined : JSON.parse(text))

/** Which locks people adopted, as the service last said. */
export class AdoptionBook {
  readonly #book: Book

  constructor(book: Book) {
    this.#book = book
  }

  all(): KeptAdoption[] {
    return this.#book.rows<Row>('select * from adoption order by lock').map((row) => this.#read(row))
  }

  one(lock: string): KeptAdoption | undefined {
    const [row] = this.#book.rows<Row>('select * from adoption where lock = ?', lock)
    return row && this.#read(row)
  }

  #read(row: Row): KeptAdoption {
    return {
      lock: row.lock,
      deviceId: row.device_id,
      smartlockId: row.smartlock_id,
      type: row.type,
      name: row.name,
      ...(row.username !== null &&
        row.secret !== null && {
          credentials: {
            username: row.username,
            secret: this.#book.seal.open(row.secret, `${row.lock}/secret`),
          },
        }),
      isLeaving: row.is_leaving === 1,
      epoch: row.epoch,
      timeZone: row.time_zone ?? undefined,
      sight: parsed<LockSight>(row.sight),
      about: parsed<FoundLock>(row.about),
      knowsForeign: row.knows_foreign === 1,
    }
  }

  /**
   * A lock is ours from now on, as another device than before if it ever was: what that one was told to hold is to come
   * off, and its events are nobody's any more.
   */
  begin({ key: lock, deviceId, smartlockId, type, name }: NewAdoption): void {
    this.#book.atomically(() => {
      for (const table of ['event', 'lock_timer']) this.#book.run(`delete from ${table} where lock = ?`, lock)
      this.#book.run('update access set is_gone = 1, previous = null where lock = ?', lock)
      // A right without a place on the lock has nothing that must come off.
      this.#book.run(
        'delete from access where lock = ? and key not in (select key from slot where slot.lock = access.lock)',
        lock,
      )
      this.#book.run(
        `insert into adoption (lock, device_id, smartlock_id, type, name, epoch) values (?, ?, ?, ?, ?, ?)
         on conflict (lock) do update set device_id = excluded.device_id, smartlock_id = excluded.smartlock_id,
           type = excluded.type, name = excluded.name, epoch = excluded.epoch, username = null, secret = null,
           last_event = 0, states_reserved = 0, is_leaving = 0`,
        ...[lock, deviceId, smartlockId, type, name, randomBytes(8).toString('hex')],
      )
    })
  }

  /** Nobody's lock any more; its codes have to come off first. */
  leave(lock: string): void {
    this.#book.run('update adoption set is_leaving = 1, username = null, secret = null where lock = ?', lock)
  }

  /** Nothing of it is left on the lock. */
  forget(lock: string): void {
    this.#book.atomically(() => {
      for (const table of ['adoption', 'access', 'slot', 'foreign_code', 'event', 'lock_timer', 'speaker'])
        this.#book.run(`delete from ${table} where lock = ?`, lock)
    })
  }

  keepCredentials(lock: string, { username, secret }: Credentials): void {
    const sealed = this.#book.seal.close(secret, `${lock}/secret`)
    this.#book.run('update adoption set username = ?, secret = ? where lock = ?', username, sealed, lock)
  }

  keepName(lock: string, name: string): void {
    this.#book.run('update adoption set name = ? where lock = ?', name, lock)
  }

  keepZone(lock: string, timeZone: number): void {
    this.#book.run('update adoption set time_zone = ? where lock = ?', timeZone, lock)
  }

  /** Read again from the lock after every start: nobody waits for the disk. */
  keepSight(lock: string, sight: LockSight): void {
    this.#book.promptly(() =>
      this.#book.run('update adoption set sight = ? where lock = ?', JSON.stringify(sight), lock),
    )
  }

  keepAbout(lock: string, about: FoundLock): void {
    this.#book.run('update adoption set about = ? where lock = ?', JSON.stringify(about), lock)
  }

  timerOf(lock: string): TimerTrust | undefined {
    const [row] = this.#book.rows<{ trust: string }>('select trust from lock_timer where lock = ?', lock)
    return row && JSON.parse(row.trust)
  }

  keepTimer(lock: string, trust: TimerTrust): void {
    this.#book.put('lock_timer', { lock, trust: JSON.stringify(trust) })
  }

  noteForeignListed(lock: string): void {
    this.#book.run('update adoption set knows_foreign = 1 where lock = ?', lock)
  }

  /** A number for an access right; never given again. */
  nextNumber(lock: string): number {
    const [row] = this.#book.rows<{ last_number: number }>(
      'update adoption set last_number = last_number + 1 where lock = ? returning last_number',
      lock,
    )
    return row?.last_number ?? 1
  }

  /** Whether the hub's own number of a happening is news. */
  isNews(lock: string, hubNumber: number): boolean {
    const rows = this.#book.rows(
      `update adoption set hub_number = ? where lock = ? and (hub_number is null or hub_number < ?) returning lock`,
      ...[hubNumber, lock, hubNumber],
    )
    return rows.length > 0
  }
}
