import type { LockCapability } from '@latchwork/contract'
import { type DownCmd, type DownDesired, LDP_REFUSAL } from '@latchwork/contract/device'
import {
  accessPageFor,
  accessPages,
  deviceKey,
  LdpDevice,
  type LdpHost,
  type LdpMemory,
  type SettingsAnswer,
} from '@latchwork/ldp-device'
import type { KeptAdoption } from '../book/adoptions.ts'
import { deviceMemory } from '../book/device-memory.ts'
import { LockPage } from '../book/lock-page.ts'
import type { FoundLock, Happening, LockSight, WriteRefusal } from '../family.ts'
import type { Hub } from '../hubs/hub.ts'
import { AccessDesk } from './access-desk.ts'
import { CodeKeeper, type KeeperHost } from './code-keeper.ts'
import { foreignPages, pairingPages } from './foreign-pages.ts'
import { LockConfig, refusals } from './lock-config.ts'
import { changePairings, setOnLock } from './lock-settings.ts'
import type { LockSurroundings } from './lock-surroundings.ts'
import { Mover, type MoverHost } from './mover.ts'
import { restraintsFor } from './restraint.ts'
import { TimerWatch } from './timer-watch.ts'
import { Waiter } from './waiter.ts'
import * as wording from './wording.ts'

/** One adopted lock: a device of LDP/1 upward, a lock of some family downward, the book in between. */
export class AdoptedLock implements LdpHost, KeeperHost, MoverHost {
  readonly lock: string
  readonly type: number
  readonly firmware: string
  readonly timer: TimerWatch
  readonly #around: LockSurroundings
  readonly #page: LockPage
  readonly #keeper: CodeKeeper
  readonly #mover: Mover
  readonly #restraints: ReturnType<typeof restraintsFor>
  readonly #memory: LdpMemory
  readonly #config: LockConfig
  readonly #desk: AccessDesk
  readonly #way = { lock: () => this.lock, hub: () => this.hub(), about: () => this.#about }
  #adoption: KeptAdoption
  #key: Buffer = Buffer.alloc(0)
  #device: LdpDevice | undefined
  #sight: LockSight | undefined
  #about: FoundLock | undefined
  #last = wording.NOTHING_YET
  #wasPresent = false
  readonly #waiter: Waiter
  #connecting: Promise<void> = Promise.resolve()
  #isStopped = false
  readonly #tellInfo = () =>
    this.#restraints.infos.whenAllowed(() => {
      this.#device?.publishInfo()
      if (this.#about?.pairings) this.#device?.publishForeign()
    })

  constructor(adoption: KeptAdoption, around: LockSurroundings) {
    const { adoptions, clock } = around
    const { lock } = adoption
    this.lock = lock
    this.type = adoption.type
    this.firmware = around.version
    this.#adoption = adoption
    this.#around = around
    this.#sight = adoption.sight
    this.#about = adoption.about
    this.#page = new LockPage(around.book, lock)
    const ofTimer = { about: () => this.#about, changed: () => this.#tellInfo() }
    this.timer = new TimerWatch(lock, { adoptions, clock, timeZone: () => this.timeZone(), ...ofTimer })
    this.#keeper = new CodeKeeper(this.#page, clock, this, adoption.knowsForeign)
    this.#config = new LockConfig(adoption, adoptions)
    this.#mover = new Mover(clock, this)
    this.#memory = deviceMemory(around.book, lock, adoption.epoch)
    this.#restraints = restraintsFor(clock)
    this.#waiter = new Waiter(clock)
    this.#desk = new AccessDesk({
      page: this.#page,
      keeper: this.#keeper,
      key: () => this.#key,
      capability: () => this.capability(),
      nextNumber: () => adoptions.nextNumber(lock),
    })
  }

  get hasCredentials(): boolean {
    return this.#adoption.credentials !== undefined
  }

  /** Whether it was connected once; from then on it comes back by itself. */
  get isStarted(): boolean {
    return this.#device !== undefined
  }

  get isConnected(): boolean {
    return this.#device?.isConnected ?? false
  }

  renew(adoption: KeptAdoption): void {
    this.#adoption = adoption
  }

  /** Connects with the credentials and to the broker there are now, one time after the other. */
  connect(): void {
    this.#connecting = this.#connecting.then(() => this.#connectAnew())
  }

  async #connectAnew(): Promise<void> {
    await this.#device?.disconnect()
    this.#device = undefined
    const broker = this.#around.broker()
    const { credentials, deviceId } = this.#adoption
    if (!credentials || !broker || this.#isStopped) return
    const { clock } = this.#around
    this.#key = deviceKey(credentials.secret)
    const options = { ...credentials, ...broker, deviceId, key: this.#key, memory: this.#memory, clock }
    this.#device = new LdpDevice(options, this)
    // A failed attempt has already planned the next one.
    await this.#device.connect().catch(() => undefined)
  }

  /** Nobody's lock any more: what is ours comes off, now or when the lock is there. */
  leave(): void {
    this.#adoption = { ...this.#adoption, isLeaving: true, credentials: undefined }
    void this.#device?.disconnect()
    this.#device = undefined
    this.#page.removeAllRights()
    void this.#keeper.work().then(() => this.#tellLeft())
  }

  async stop(): Promise<void> {
    for (const restraint of Object.values(this.#restraints)) restraint.stop()
    this.#waiter.leave()
    this.#isStopped = true
    await this.#device?.disconnect()
    await this.#keeper.stop()
  }

  whenPresent(withinMs: number, callback: () => void): void {
    this.#waiter.wait(withinMs, callback)
  }

  #tellLeft(): void {
    if (this.#adoption.isLeaving && this.#keeper.isClean) this.#around.left(this.lock)
  }

  hubChanged(): void {
    const hub = this.#around.hubOf(this.lock)
    const found = hub?.locks.get(this.lock)
    if (found && JSON.stringify(found.about) !== JSON.stringify(this.#about)) {
      this.#about = found.about
      this.#around.adoptions.keepAbout(this.lock, found.about)
      this.#tellInfo()
      void this.#keeper.work()
    }
    this.#restraints.presences.whenAllowed(() => this.#takePresence())
  }

  #takePresence(): void {
    const isPresent = this.isPresent()
    if (isPresent === this.#wasPresent) return
    this.#wasPresent = isPresent
    this.#device?.presenceChanged()
    if (isPresent) this.#waiter.come()
    if (isPresent) void this.#keeper.lockIsBack().then(() => this.#tellLeft())
    else void this.#keeper.work()
  }

  sighted(sight: LockSight): void {
    const merged = { ...this.#sight, ...sight }
    if (JSON.stringify(merged) === JSON.stringify(this.#sight)) return
    this.#sight = merged
    this.#restraints.states.whenAllowed(() => {
      this.#around.adoptions.keepSight(this.lock, this.#sight ?? merged)
      this.#device?.publishState()
    })
  }

  happened(happening: Happening): void {
    if (happening.what === 'codesChanged') this.#keeper.codesChanged(happening.slot)
    if (happening.what === 'unlocked') this.#keeper.codeUsed(happening.slot, happening.at)
    if (this.#mover.isOwnWord(happening) || !this.#restraints.happenings.allows()) return
    if (happening.number !== undefined && !this.#around.adoptions.isNews(this.lock, happening.number)) return
    this.#last = wording.lastActOf(happening) ?? this.#last
    const event = wording.eventOf(happening, this.#page.rightIn(happening.slot))
    if (event) this.#record({ ...event, ...wording.timeOf(happening, this.#around.clock.now()) })
  }

  #record(event: Parameters<LdpDevice['recordEvent']>[0]): void {
    if (this.#device) this.#device.recordEvent(event)
    else this.#memory.events.add({ at: this.#around.clock.now(), ...event })
  }

  info() {
    const { name, timeZone } = this.#config
    const driver = this.#around.hubOf(this.lock)?.config.family ?? 'gateway'
    const capability = this.capability()
    return wording.infoOf({ type: this.type, name, timeZone, driver, about: this.#about, capability })
  }

  state() {
    return wording.stateOf(this.#sight, this.#last)
  }

  accessPages() {
    return accessPages(this.#desk.held())
  }

  foreignPages() {
    const canTell = this.capability()?.codes?.foreign && this.#adoption.knowsForeign
    return [...(canTell ? foreignPages(this.#page.foreign) : []), ...pairingPages(this.#about?.pairings)]
  }

  isPresent(): boolean {
    const hub = this.#around.hubOf(this.lock)
    return hub?.isUp === true && hub.locks.get(this.lock)?.isOnline === true
  }

  turnedAway(): void {
    this.#around.turnedAway(this.lock)
  }

  notConnected(cause: unknown): void {
    this.#around.brokerFailed(cause)
  }

  canDo(action: number): boolean {
    return this.capability()?.actions.includes(action) ?? false
  }

  execute(command: DownCmd): void {
    void this.#mover.move(command)
  }

  configure(desired: DownDesired): SettingsAnswer | undefined | Promise<SettingsAnswer | undefined> {
    if (desired.section === 'auths') return this.#desk.apply(desired)
    if (desired.section === 'config') return this.#takeConfig(desired.set)
    if (desired.section === 'pairings') return changePairings(this.#way, desired.set)
    return { errors: refusals(Object.keys(desired.set), LDP_REFUSAL.notCapable) }
  }

  async #takeConfig(set: DownDesired['set']): Promise<SettingsAnswer> {
    const errors = await this.#config.take(set, (others) => setOnLock(this.#way, others))
    void this.#keeper.work()
    return { errors, values: { ...this.info().config } }
  }

  capability(): LockCapability | undefined {
    return this.timer.capability()
  }

  timeZone(): number | undefined {
    return this.#config.timeZone
  }

  reach() {
    const hub = this.hub()
    const about = hub?.locks.get(this.lock)?.about
    return hub && about ? { hub, capability: about.capability } : undefined
  }

  hub(): Hub | undefined {
    return this.isPresent() ? this.#around.hubOf(this.lock) : undefined
  }

  accessChanged(keys: readonly string[]): void {
    const held = this.#desk.held(keys)
    this.#device?.publishAccess(keys.map((key) => accessPageFor(key, held[key])))
  }

  foreignChanged(): void {
    this.#device?.publishForeign()
  }

  foreignListed(): void {
    if (this.#adoption.knowsForeign) return
    this.#around.adoptions.noteForeignListed(this.lock)
    this.#adoption = { ...this.#adoption, knowsForeign: true }
  }

  moved(command: DownCmd, how: 'report' | 'read', sight: LockSight): void {
    this.#last = wording.orderedAct(this.type, command.action)
    this.#sight = { ...this.#sight, ...sight }
    // Who hears that it is done has already heard the state and the event.
    this.#device?.publishState()
    this.#record(wording.orderedEvent(this.type, command.id, command.action, how))
    this.#device?.finishCommand(command.id, 0, how)
    this.#around.adoptions.keepSight(this.lock, this.#sight)
  }

  notMoved(command: DownCmd, code: number): void {
    this.#device?.finishCommand(command.id, code)
  }

  codeRefused(key: string, why: WriteRefusal): void {
    this.#desk.refuse(key, why)
  }
}
