import type { HubConfig } from '../family.ts'
import type { Log } from '../log.ts'
import type { Book } from './book.ts'

/** Who tells of a lock: a name that the family gives it, at one hub of the config file. */
interface Speaker {
  readonly address: string
  readonly name: string
}

/**
 * Which of those that say they stand beside an adopted lock is believed: the one that was believed first, as long as the
 * config file lets it in. It is on the disk before a code leaves, so that a restart is no new race.
 */
export class SpeakerBook {
  readonly #book: Book
  readonly #hubs: readonly HubConfig[]
  readonly #log: Log
  readonly #told = new Set<string>()

  constructor(book: Book, hubs: readonly HubConfig[], log: Log) {
    this.#book = book
    this.#hubs = hubs
    this.#log = log
  }

  believes(lock: string, hub: HubConfig, name: string, isHere: boolean): boolean {
    const kept = this.#kept(lock)
    const address = placeOf(hub)
    if (kept?.name === name && kept.address === address) return true
    if (kept && this.#isExpected(kept, hub.family, { address, name })) {
      if (isHere) this.#tell(lock, kept.name, name)
      return false
    }
    if (isHere && (kept || this.#isAdopted(lock))) this.#book.put('speaker', { lock, address, name })
    return true
  }

  #kept(lock: string): Speaker | undefined {
    return this.#book.rows<Speaker>('select address, name from speaker where lock = ?', lock)[0]
  }

  #isAdopted(lock: string): boolean {
    return this.#book.rows('select 1 from adoption where lock = ?', lock).length > 0
  }

  /** Whether the one that was believed may still come, so that another one is not it. A hub may move with its name. */
  #isExpected(kept: Speaker, family: string, other: Speaker): boolean {
    const ways = this.#hubs.filter(
      (hub) => hub.family === family && (!hub.logins || Object.hasOwn(hub.logins, kept.name)),
    )
    if (ways.length === 0) return false
    return kept.name !== other.name || ways.some((hub) => placeOf(hub) === kept.address)
  }

  #tell(lock: string, believed: string, refused: string): void {
    if (this.#told.has(lock)) return
    this.#told.add(lock)
    this.#log('warn', 'two hubs say that they stand beside the same lock; the one from before is believed', {
      lock,
      believed,
      refused,
    })
  }
}

/** Where a hub is, without what opens it. */
function placeOf({ address }: HubConfig): string {
  const url = URL.parse(address)
  return url ? `${url.protocol}//${url.host}` : address
}
