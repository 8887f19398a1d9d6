import { TIME_ZONES } from '@latchwork/contract'
import type { DownDesired } from '@latchwork/contract/device'
import { ACCESS_ERROR, type SettingsAnswer } from '@latchwork/ldp-device'
import type { AdoptionBook, KeptAdoption } from '../book/adoptions.ts'
import { NO_ZONE } from './wording.ts'

const LONGEST_NAME = 32

const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST_NAME
const isZone = (value: unknown): value is number =>
  typeof value === 'number' && (value in TIME_ZONES || value === NO_ZONE)

/** Of the configuration a name and a zone are all that a gateway can keep for a lock; the rest the lock keeps, or nobody. */
export class LockConfig {
  readonly #lock: string
  readonly #book: AdoptionBook
  name: string
  timeZone: number | undefined

  constructor({ lock, name, timeZone }: KeptAdoption, book: AdoptionBook) {
    this.#lock = lock
    this.#book = book
    this.name = name
    this.timeZone = timeZone
  }

  /** Takes what it can, and has the rest set on the lock; returns what was not taken. */
  async take(
    { name, timezoneId, ...others }: DownDesired['set'],
    setOnLock: (set: DownDesired['set']) => Promise<SettingsAnswer['errors']>,
  ): Promise<SettingsAnswer['errors']> {
    const errors: SettingsAnswer['errors'] = []
    if (isName(name)) {
      this.#book.keepName(this.#lock, name)
      this.name = name
    } else if (name !== undefined) errors.push({ path: 'name', code: ACCESS_ERROR.badParameter })
    if (isZone(timezoneId)) {
      this.#book.keepZone(this.#lock, timezoneId)
      this.timeZone = timezoneId
    } else if (timezoneId !== undefined) errors.push({ path: 'timezoneId', code: ACCESS_ERROR.badParameter })
    return [...errors, ...(await setOnLock(others))]
  }
}

export const refusals = (paths: readonly string[], code: number) => paths.map((path) => ({ path, code }))
