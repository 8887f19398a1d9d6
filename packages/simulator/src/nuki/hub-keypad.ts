import type { Clock } from '@latchwork/ldp-device'

/** One keypad code, with the members and forms that nuki_hub gives it. */
export interface KeypadEntry {
  readonly codeId: number
  readonly code: number
  readonly enabled: number
  readonly name: string
  readonly dateCreated: string
  readonly lockCount: number
  readonly dateLastActive: string
  readonly timeLimited: number
  readonly allowedFrom: string
  readonly allowedUntil: string
  readonly allowedWeekdays: readonly string[]
  readonly allowedFromTime: string
  readonly allowedUntilTime: string
}

/** How the owner set the hub up, and what can go wrong with its keypad; changed at any time. */
export interface KeypadManners {
  publishesCodes: boolean
  /** Entries that its list has room for. */
  mostListed: number
  keypadControl: boolean
  hasPin: boolean
  /** Says `success` and stores nothing. */
  dropsWrites: boolean
  /** Does not tell its list again. */
  withholds: boolean
}

/** Bytes that the lock keeps of a name. */
const NAME_BYTES = 20
const MOST_CODES = 100
const FIRST_CODE_ID = 1
const NEVER = '0000-00-00 00:00:00'
const DATE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const TIME = /^\d\d:\d\d$/
const FORMS = { allowedFrom: DATE, allowedUntil: DATE, allowedFromTime: TIME, allowedUntilTime: TIME }

/** As the lock's clock shows it, which runs in UTC. */
export const lockTime = (instant: number) => new Date(instant).toISOString().slice(0, 19).replace('T', ' ')

/** The codes of a lock, and what nuki_hub answers to whoever changes them. */
export class HubKeypad {
  readonly manners: KeypadManners = {
    publishesCodes: false,
    mostListed: 100,
    keypadControl: true,
    hasPin: true,
    dropsWrites: false,
    withholds: false,
  }
  readonly entries = new Map<number, KeypadEntry>()
  readonly #clock: Clock
  writes = 0
  #lastId = FIRST_CODE_ID - 1

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** As its list shows them: the first ones, and the code only if the owner wants it so. */
  list(): object[] {
    const shown = [...this.entries.values()].slice(0, this.manners.mostListed)
    return shown.map(({ code, ...entry }) => (this.manners.publishesCodes ? { ...entry, code } : entry))
  }

  /** Somebody else, with the maker's app. */
  put(code: string, name: string, instead?: number): number {
    const codeId = instead ?? ++this.#lastId
    this.entries.set(codeId, { ...this.#fresh(codeId), code: Number(code), name })
    return codeId
  }

  withCode(code: string): KeypadEntry | undefined {
    return [...this.entries.values()].find((entry) => String(entry.code) === code)
  }

  /** Carries a command out; the word is the hub's. */
  command(text: string): string {
    const { keypadControl, hasPin } = this.manners
    if (!hasPin) return 'noValidPinSet'
    if (!keypadControl) return 'keypadControlDisabled'
    let wanted: Record<string, unknown>
    try {
      wanted = JSON.parse(text) as Record<string, unknown>
    } catch {
      return 'invalidJson'
    }
    const codeId = Number(wanted.codeId)
    if (wanted.action === 'add') return this.#add(wanted)
    if (wanted.action !== 'update' && wanted.action !== 'delete') return 'invalidAction'
    if (!this.entries.has(codeId)) return 'noExistingCodeIdSet'
    this.writes += 1
    if (wanted.action === 'update') return this.#store(codeId, wanted)
    if (!this.manners.dropsWrites) this.entries.delete(codeId)
    return 'success'
  }

  #add(wanted: Record<string, unknown>): string {
    if (typeof wanted.name !== 'string' || wanted.name === '') return 'noNameSet'
    if (wanted.code === undefined) return 'noCodeSet'
    this.writes += 1
    if (this.entries.size >= MOST_CODES) return 'failed'
    return this.#store(++this.#lastId, { ...wanted, enabled: 1 })
  }

  #store(codeId: number, wanted: Record<string, unknown>): string {
    const known = this.entries.get(codeId) ?? this.#fresh(codeId)
    const code = Number(wanted.code ?? known.code)
    if (!/^[1-9]{6}$/.test(String(code))) return 'noValidCodeSet'
    const times = timesOf(wanted, known)
    const wrong = Object.entries(times).find(
      ([member, text]) => !FORMS[member as keyof typeof FORMS].test(text),
    )
    if (wrong) return `invalid${wrong[0].charAt(0).toUpperCase()}${wrong[0].slice(1)}`
    const isTaken = [...this.entries.values()].some((one) => one.code === code && one.codeId !== codeId)
    if (isTaken || String(code).startsWith('12')) return 'failed'
    if (this.manners.dropsWrites) return 'success'
    this.entries.set(codeId, {
      ...known,
      code,
      name: cut(String(wanted.name ?? known.name)),
      enabled: Number(wanted.enabled ?? known.enabled),
      timeLimited: Number(wanted.timeLimited ?? known.timeLimited),
      allowedWeekdays: (wanted.allowedWeekdays as string[] | undefined) ?? known.allowedWeekdays,
      ...times,
    })
    return 'success'
  }

  #fresh(codeId: number): KeypadEntry {
    return {
      codeId,
      code: 0,
      enabled: 1,
      name: '',
      dateCreated: lockTime(this.#clock.now()),
      lockCount: 0,
      dateLastActive: NEVER,
      timeLimited: 0,
      allowedFrom: NEVER,
      allowedUntil: NEVER,
      allowedWeekdays: [],
      allowedFromTime: '00:00',
      allowedUntilTime: '00:00',
    }
  }
}

/** At a byte, whatever letter that is in the middle of. */
const cut = (name: string) => Buffer.from(name).subarray(0, NAME_BYTES).toString('utf8')

/** What is not said stays as it was. */
const timesOf = (wanted: Record<string, unknown>, known: KeypadEntry) => ({
  allowedFrom: String(wanted.allowedFrom ?? known.allowedFrom),
  allowedUntil: String(wanted.allowedUntil ?? known.allowedUntil),
  allowedFromTime: String(wanted.allowedFromTime ?? known.allowedFromTime),
  allowedUntilTime: String(wanted.allowedUntilTime ?? known.allowedUntilTime),
})
