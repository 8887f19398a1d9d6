import type { Happening, LockSight } from '../../family.ts'
import { type ActionEvent, actionEventOf, boltOf, DOOR_TAMPERED, doorOf, wholeOf } from './topics.ts'

/** An action that the lock announced belongs to the state it comes to within this time. */
const ANNOUNCED_MS = 30_000
/** As long as a late answer to an order of ours may still come. */
const OWED_MS = 60_000
const MOST_OWED = 16
const LONGEST_NAME = 64

/** What an order that is under way wants to hear. */
export interface Ear {
  /** `isSure`: nobody else is owed an answer. */
  answered(code: number, isSure: boolean): void
  stands(state: number): void
  /** The lock has begun with something, so that the order did arrive. */
  stirred(): void
  gone(): void
}

/** What became of something that was heard: whatever is new about the lock, for whoever shows it. */
export interface News {
  isAbout?: boolean
  isSight?: boolean
  isConnected?: boolean
  happenings: Happening[]
}

/** One lock, as it shows itself on its topics. */
export class OfficialLock {
  readonly id: string
  /** How it spells its id in topics. */
  readonly spelled: string
  name: string | undefined
  firmware: string | undefined
  deviceType: number | undefined
  state: number | undefined
  sight: LockSight = { bolt: 'unknown' }
  isConnected = false
  keepaliveSeconds: number | undefined
  ear: Ear | undefined
  #percent = 100
  #isCritical = false
  #announced: (ActionEvent & { at: number }) | undefined
  #owed: number[] = []
  /** Orders of ours that the broker will show us, too. */
  #echoes = 0

  constructor(id: string, spelled: string) {
    this.id = id
    this.spelled = spelled
  }

  get key(): string {
    return `nuki:${this.id}`
  }

  /** The first topic of every lock that we write to, and the only one. */
  get orderTopic(): string {
    return `nuki/${this.spelled}/lockAction`
  }

  /** Somebody gave it an order, and is owed an answer; it carries no sign whose it is. */
  ordered(now: number): void {
    this.#owed = [...this.#owed.filter((at) => now - at < OWED_MS), now].slice(-MOST_OWED)
  }

  /** The broker shows us our own order, too. */
  expectEcho(): void {
    this.#echoes += 1
  }

  /** Its connection ended, or is another one now. */
  away(): void {
    this.isConnected = false
    this.#echoes = 0
    this.ear?.gone()
  }

  hear(leaf: string, payload: string, now: number): News {
    const news: News = { happenings: [] }
    this.#handlers.get(leaf)?.(payload, news, now)
    return news
  }

  /** By topic. A map: a topic may have the name of anything. */
  readonly #handlers = new Map<string, (payload: string, news: News, now: number) => void>(
    Object.entries({
      connected: (payload, news) => {
        news.isConnected = payload === 'true'
      },
      name: (payload, news) => {
        this.name = payload.slice(0, LONGEST_NAME)
        news.isAbout = true
      },
      firmware: (payload, news) => {
        this.firmware = payload.slice(0, LONGEST_NAME)
        news.isAbout = true
      },
      deviceType: (payload, news) => {
        this.deviceType = wholeOf(payload, 255)
        news.isAbout = true
      },
      state: (payload, news, now) => this.#hearState(wholeOf(payload, 255), news, now),
      doorsensorState: (payload, news) => this.#hearDoor(wholeOf(payload, 255), news),
      batteryChargeState: (payload, news) => {
        this.#percent = wholeOf(payload, 100) ?? this.#percent
        this.#hearBattery(news)
      },
      batteryCritical: (payload, news) => {
        this.#isCritical = payload === 'true'
        this.#hearBattery(news)
      },
      lockActionEvent: (payload, _news, now) => {
        const event = actionEventOf(payload)
        if (!event) return
        this.#announced = { ...event, at: now }
        if (event.by === 'radio') this.ear?.stirred()
      },
      commandResponse: (payload) => this.#hearResponse(wholeOf(payload, 255)),
      lockAction: (_payload, _news, now) => {
        if (this.#echoes > 0) this.#echoes -= 1
        else this.ordered(now)
      },
      lock: (_payload, _news, now) => this.ordered(now),
      unlock: (_payload, _news, now) => this.ordered(now),
    } satisfies Record<string, (payload: string, news: News, now: number) => void>),
  )

  #hearResponse(code: number | undefined): void {
    if (code === undefined || this.#owed.length === 0) return
    const isSure = this.#owed.length === 1
    this.#owed.shift()
    this.ear?.answered(code, isSure)
  }

  #hearState(state: number | undefined, news: News, now: number): void {
    if (state === undefined) return
    const before = this.sight.bolt
    const wasKnown = this.state !== undefined
    this.state = state
    const bolt = boltOf(state)
    this.sight = { ...this.sight, bolt }
    news.isSight = true
    // How it stands when it is first heard of is nothing that happened.
    if (wasKnown && bolt !== before) news.happenings.push(...this.#happeningOf(bolt, now))
    if (bolt === 'locking' || bolt === 'unlocking') this.ear?.stirred()
    this.ear?.stands(state)
    // Its first state says that it can be used.
    if (!wasKnown) news.isAbout = true
  }

  /** Who did it was announced before the motor began; without that, somebody turned the key or the knob. */
  #happeningOf(bolt: LockSight['bolt'], now: number): Happening[] {
    if (bolt !== 'locked' && bolt !== 'unlocked' && bolt !== 'unlatched' && bolt !== 'jammed') return []
    const announced = this.#announced && now - this.#announced.at < ANNOUNCED_MS ? this.#announced : undefined
    const isIt = announced !== undefined && (announced.what === bolt || bolt === 'jammed')
    // The latch springs back by itself.
    if (!isIt && bolt === 'unlocked' && announced?.what === 'unlatched') return []
    // A firmware that announces nothing did what was ordered, if something is.
    if (!isIt) return [{ what: bolt, by: this.ear ? 'radio' : 'unknown' }]
    const { by, codeId } = announced
    return [{ what: bolt, by, ...(codeId !== undefined && { credential: codeId }) }]
  }

  #hearDoor(sensor: number | undefined, news: News): void {
    if (sensor === undefined) return
    const { door: before } = this.sight
    const door = doorOf(sensor)
    const { door: _, ...rest } = this.sight
    this.sight = { ...rest, ...(door && { door }) }
    news.isSight = true
    if (sensor === DOOR_TAMPERED) news.happenings.push({ what: 'tamper', by: 'unknown' })
    if (before === undefined || before === door || (door !== 'open' && door !== 'closed')) return
    news.happenings.push({ what: door === 'open' ? 'doorOpened' : 'doorClosed', by: 'unknown' })
  }

  #hearBattery(news: News): void {
    this.sight = { ...this.sight, battery: { percent: this.#percent, isCritical: this.#isCritical } }
    news.isSight = true
  }
}
