import { LockCapability } from '@latchwork/contract'
import type { Clock } from '@latchwork/ldp-device'
import { Compile } from 'typebox/compile'
import type {
  Family,
  FamilyMaker,
  FoundLock,
  Happening,
  HubConfig,
  HubSink,
  HubTrouble,
  LockSight,
} from '../family.ts'
import type { Log } from '../log.ts'
import { Turns } from './turns.ts'

const capabilityShape = Compile(LockCapability)
/** As the service names hubs and locks. */
const KEY = /^[A-Za-z0-9._:-]{1,64}$/
/** As many as the service lists for one gateway. */
const MOST_LOCKS = 500
const LONGEST_TEXT = 64
/** A family that hung is made anew after this, longer and longer while it goes on hanging. */
const FIRST_RESTART_MS = 1000
const LONGEST_RESTART_MS = 300_000

export interface HubLock {
  readonly about: FoundLock
  readonly isOnline: boolean
}

/** Who is told what a hub says, after it was looked at. */
export interface HubListener {
  /** The hub came, went, or is in other trouble; or this lock was found, described anew, lost, or changed its presence. */
  changed(hub: Hub, lock?: string): void
  state(lock: string, sight: LockSight, from: 'report' | 'read'): void
  happened(lock: string, happening: Happening): void
}

export interface HubOptions {
  readonly id: string
  readonly config: HubConfig
  readonly make: FamilyMaker
  readonly clock: Clock
  readonly log: Log
  readonly listener: HubListener
  /** Whether the book lets this speaker at this hub speak for a lock; absent: whoever comes. */
  believes?(lock: string, hub: HubConfig, speaker: string, isHere: boolean): boolean
}

/** One hub: the family that speaks to it, whose turn it is, and what it says of its locks. */
export class Hub {
  readonly id: string
  readonly config: HubConfig
  readonly turns: Turns
  readonly locks = new Map<string, HubLock>()
  /** Adopted locks that somebody else spoke for, too. */
  readonly contested = new Set<string>()
  family: Family
  status: 'connecting' | 'up' | HubTrouble = 'connecting'
  since: number
  readonly #make: FamilyMaker
  readonly #clock: Clock
  readonly #log: Log
  readonly #listener: HubListener
  readonly #believes: HubOptions['believes']
  #open = new AbortController()
  #restarts = 0
  /** Locks of the family before, which this one has not found yet. */
  #unseen = new Set<string>()
  #cancelRestart: (() => void) | undefined

  constructor(options: HubOptions) {
    this.id = options.id
    this.config = options.config
    this.#make = options.make
    this.#clock = options.clock
    this.#log = options.log
    this.#listener = options.listener
    this.#believes = options.believes
    this.since = options.clock.now()
    this.turns = new Turns(options.clock, () => this.#restart())
    this.family = this.#newFamily()
  }

  get isUp(): boolean {
    return this.status === 'up'
  }

  open(): void {
    this.family.open(this.#sink(this.#open), this.#open.signal)
  }

  close(): void {
    this.#cancelRestart?.()
    this.#open.abort()
    this.turns.close()
  }

  #newFamily(): Family {
    const log = (fact: string, details?: Record<string, number | boolean>) =>
      this.#log('info', fact, { hub: this.id, ...details })
    const believes = (lock: string, speaker: string, isHere: boolean) => {
      if (this.#believes?.(lock, this.config, speaker, isHere) ?? true) return true
      if (isHere && !this.contested.has(lock)) {
        this.contested.add(lock)
        this.#listener.changed(this)
      }
      return false
    }
    return this.#make(this.config, { clock: this.#clock, log, believes })
  }

  /** The family does not answer any more: another one takes its place, and everything it said is forgotten. */
  #restart(): void {
    this.#log('warn', 'a hub did not answer in time; connecting anew', { hub: this.id })
    this.#open.abort()
    this.#open = new AbortController()
    this.#unseen = new Set(this.locks.keys())
    this.#down('noAnswer')
    const delayMs = Math.min(FIRST_RESTART_MS * 2 ** this.#restarts, LONGEST_RESTART_MS)
    this.#restarts += 1
    this.#cancelRestart = this.#clock.after(delayMs, () => {
      this.family = this.#newFamily()
      this.open()
    })
  }

  #down(trouble: HubTrouble): void {
    const isNews = this.status !== trouble
    this.turns.close()
    this.#becomes(trouble)
    if (isNews) this.#log('warn', 'a hub cannot be used', { hub: this.id, trouble })
  }

  #becomes(status: Hub['status']): void {
    if (this.status === status) return
    this.status = status
    this.since = this.#clock.now()
    this.#listener.changed(this)
  }

  /** What a family that was given up says is nobody's business; and a hub may say anything. */
  #sink(opening: AbortController): HubSink {
    const whenOpen =
      <A extends unknown[]>(take: (...args: A) => void) =>
      (...args: A) => {
        if (!opening.signal.aborted) take(...args)
      }
    return {
      hubUp: whenOpen(() => {
        if (this.isUp) return
        for (const lock of this.#unseen) this.locks.delete(lock)
        this.#unseen.clear()
        this.turns.open()
        this.#becomes('up')
        this.#log('info', 'a hub is connected', { hub: this.id })
      }),
      hubDown: whenOpen((trouble) => this.#down(trouble)),
      found: whenOpen((lock, about) => this.#found(lock, about)),
      lost: whenOpen((lock) => {
        if (this.locks.delete(lock)) this.#listener.changed(this, lock)
      }),
      presence: whenOpen((lock, isOnline) => {
        const known = this.locks.get(lock)
        if (!known || known.isOnline === isOnline) return
        this.locks.set(lock, { ...known, isOnline })
        this.#listener.changed(this, lock)
      }),
      state: whenOpen((lock, sight, from) => {
        if (from !== 'echo' && this.locks.has(lock)) this.#listener.state(lock, sight, from)
      }),
      happened: whenOpen((lock, happening) => {
        if (this.locks.has(lock)) this.#listener.happened(lock, happening)
      }),
    }
  }

  #found(lock: string, about: FoundLock): void {
    const known = this.locks.get(lock)
    if (!KEY.test(lock) || (!known && this.locks.size >= MOST_LOCKS)) return
    if (!capabilityShape.Check(about.capability)) return
    this.#unseen.delete(lock)
    const trimmed = { ...about, ...shortTexts(about) }
    if (known && JSON.stringify(known.about) === JSON.stringify(trimmed)) return
    this.locks.set(lock, { about: trimmed, isOnline: known?.isOnline ?? false })
    this.#listener.changed(this, lock)
  }
}

/** What the hub says for people to read, so short that it fits everywhere; no store keeps the character 0. */
function shortTexts(about: FoundLock): Partial<FoundLock> {
  const texts = (['name', 'vendor', 'model', 'firmware'] as const).flatMap((member) => {
    const text = about[member]
    return typeof text === 'string' ? [[member, clean(text)] as const] : []
  })
  return Object.fromEntries(texts)
}

const clean = (text: string) => text.replaceAll('\0', '').slice(0, LONGEST_TEXT)
