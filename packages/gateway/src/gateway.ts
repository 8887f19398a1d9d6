import type { Clock } from '@latchwork/ldp-device'
import { AdoptionBook, type KeptAdoption } from './book/adoptions.ts'
import { type Book, openBook } from './book/book.ts'
import { SpeakerBook } from './book/speakers.ts'
import type { GatewayConfig } from './config/config.ts'
import { IdentityFile } from './config/identity.ts'
import type { FamilyMaker, Happening, LockSight } from './family.ts'
import { Hub, type HubListener } from './hubs/hub.ts'
import { AdoptedLock } from './locks/adopted-lock.ts'
import type { Log } from './log.ts'
import { OperatorError } from './operator-error.ts'
import { watchAdoptions } from './service/adoption-watch.ts'
import { type BrokerAddress, brokerAddress } from './service/broker-address.ts'
import { type ClaimOptions, claimAnew, ensureClaimed } from './service/claim.ts'
import { Reporter } from './service/reporter.ts'
import { type AdoptionList, ServiceClient, ServiceError } from './service/service-client.ts'

/** A lock that was not found yet is waited for so long before it is told to be away. */
const SETTLE_MS = 5000
/** That the broker is not reached is said no more often, however many locks try. */
const COMPLAIN_EVERY_MS = 60_000
/** New credentials for one lock are not asked for more often. */
const CREDENTIALS_EVERY_MS = 30_000

export interface GatewayOptions {
  readonly config: GatewayConfig
  readonly families: Readonly<Record<string, () => Promise<FamilyMaker>>>
  readonly clock: Clock
  readonly log: Log
  readonly version: string
  /** Of a gateway that is not claimed yet; left unused by one that is. */
  readonly claimCode?: string | undefined
  /** Calls the start off. */
  readonly signal?: AbortSignal
}

export interface RunningGateway {
  /** Rejects when the gateway cannot go on; somebody has to do what the error says. */
  readonly failed: Promise<never>
  /** Locks it serves, and whether each is connected to the broker. */
  locks(): { lock: string; isConnected: boolean }[]
  stop(): Promise<void>
}

/** Starts a gateway: the book, its hubs, and the ways to the service. Resolves when it is claimed. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const identity = new IdentityFile(options.config.dataDir)
  const book = openBook(options.config.dataDir, Buffer.from(identity.current.bookKey, 'base64url'))
  const gateway = new Gateway(options, identity, book)
  try {
    await gateway.start()
  } catch (error) {
    await gateway.stop()
    throw error
  }
  return gateway
}

class Gateway implements RunningGateway, HubListener {
  readonly failed: Promise<never>
  readonly #options: GatewayOptions
  readonly #book: Book
  readonly #adoptions: AdoptionBook
  readonly #client: ServiceClient
  readonly #claim: ClaimOptions
  readonly #locks = new Map<string, AdoptedLock>()
  readonly #hubs: Hub[] = []
  readonly #stopping = new AbortController()
  readonly #fail: (error: Error) => void
  readonly #credentialsAt = new Map<string, number>()
  #broker: BrokerAddress | undefined
  #reporter: Reporter | undefined
  #loops: Promise<unknown>[] = []
  #reclaiming: Promise<void> | undefined
  #complainedAt = Number.NEGATIVE_INFINITY

  constructor(options: GatewayOptions, identity: IdentityFile, book: Book) {
    const { config, version, log, claimCode } = options
    const { promise, reject } = Promise.withResolvers<never>()
    // Whoever started the gateway hears of it; nobody has to.
    promise.catch(() => undefined)
    this.failed = promise
    this.#fail = reject
    this.#options = options
    this.#book = book
    this.#adoptions = new AdoptionBook(book)
    options.signal?.addEventListener('abort', () => this.#stopping.abort())
    const { signal } = this.#stopping
    this.#client = new ServiceClient({ ...config, token: () => identity.current.token, signal })
    this.#claim = { identity, client: this.#client, version, log, signal, claimCode }
  }

  async start(): Promise<void> {
    const { config, families, clock, log, version } = this.#options
    const speakers = new SpeakerBook(this.#book, config.hubs, log)
    const believes = speakers.believes.bind(speakers)
    for (const [index, hub] of config.hubs.entries()) {
      const make = await families[hub.family]?.()
      if (!make) throw new OperatorError(`there is no family "${hub.family}"`)
      this.#hubs.push(
        new Hub({
          id: `${hub.family}-${index + 1}`,
          config: hub,
          make,
          clock,
          log,
          listener: this,
          believes,
        }),
      )
    }
    await ensureClaimed(this.#claim)
    if (this.#stopping.signal.aborted) return
    for (const adoption of this.#adoptions.all()) {
      const lock = this.#serve(adoption)
      if (adoption.isLeaving) lock.leave()
    }
    for (const hub of this.#hubs) hub.open()
    const { signal } = this.#stopping
    const client = this.#client
    const failed = (error: unknown) => this.#serviceFailed(error)
    this.#reporter = new Reporter({ client, hubs: this.#hubs, clock, version, log, signal, failed })
    const take = (list: AdoptionList) => this.#take(list)
    this.#loops = [this.#reporter.run(), watchAdoptions({ client, log, signal, take, failed })]
    for (const loop of this.#loops) loop.catch((error: Error) => this.#fail(error))
  }

  locks() {
    return [...this.#locks.values()].map(({ lock, isConnected }) => ({ lock, isConnected }))
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const hub of this.#hubs) hub.close()
    await Promise.all([...this.#locks.values()].map((lock) => lock.stop()))
    await Promise.allSettled(this.#loops)
    this.#book.close()
  }

  // What the hubs say.

  changed(_hub: Hub, lock?: string): void {
    if (lock === undefined) for (const one of this.#locks.values()) one.hubChanged()
    else this.#locks.get(lock)?.hubChanged()
    this.#reporter?.changed()
  }

  state(lock: string, sight: LockSight): void {
    this.#locks.get(lock)?.sighted(sight)
  }

  happened(lock: string, happening: Happening): void {
    this.#locks.get(lock)?.happened(happening)
  }

  // What the service says.

  /** Adopted locks are served, others left; what fails is tried again with the same list. */
  async #take({ adoptions, broker }: AdoptionList): Promise<void> {
    const { config } = this.#options
    const before = this.#broker?.brokerUrl
    this.#broker = brokerAddress(config.broker ?? broker.url, config.brokerTrust, config.allowPlain ?? false)
    const kept = new Map(this.#adoptions.all().map((adoption) => [adoption.lock, adoption]))
    const wanted = new Set(adoptions.map(({ key }) => key))
    for (const [lock, { isLeaving }] of kept) if (!wanted.has(lock) && !isLeaving) this.#leave(lock)
    for (const adoption of adoptions) {
      const known = kept.get(adoption.key)
      if (!known || known.isLeaving || known.deviceId !== adoption.deviceId) await this.#begin(adoption)
      const served = this.#locks.get(adoption.key)
      if (!served?.hasCredentials) await this.#renewCredentials(adoption.key)
      else if (!served.isStarted || before !== this.#broker.brokerUrl) this.#connect(adoption.key)
    }
  }

  /** A lock that people adopted, or adopted anew: what it was before has come to rest first. */
  async #begin(adoption: AdoptionList['adoptions'][number]): Promise<void> {
    await this.#locks.get(adoption.key)?.stop()
    this.#adoptions.begin(adoption)
    const kept = this.#adoptions.one(adoption.key)
    if (kept) this.#serve(kept)
  }

  #serve(adoption: KeptAdoption): AdoptedLock {
    const { clock, version } = this.#options
    const lock = new AdoptedLock(adoption, {
      book: this.#book,
      adoptions: this.#adoptions,
      clock,
      version,
      hubOf: (key) => this.#hubs.find(({ locks }) => locks.has(key)),
      broker: () => this.#broker,
      turnedAway: (key) => this.#turnedAway(key),
      brokerFailed: (cause) => this.#brokerFailed(cause),
      left: (key) => this.#forget(key),
    })
    this.#locks.set(adoption.lock, lock)
    lock.hubChanged()
    return lock
  }

  /** A lock that its hub has not told of yet is given a moment: being away and back is two connections. */
  #connect(key: string): void {
    const lock = this.#locks.get(key)
    if (!lock) return
    const connect = () => {
      if (this.#locks.get(key) === lock && !this.#stopping.signal.aborted) lock.connect()
    }
    if (lock.isPresent() || lock.isStarted) connect()
    else lock.whenPresent(SETTLE_MS, connect)
  }

  #leave(key: string): void {
    this.#options.log('info', 'a lock is not ours any more; its codes are taken off', { lock: key })
    this.#adoptions.leave(key)
    this.#locks.get(key)?.leave()
  }

  #forget(key: string): void {
    this.#options.log('info', 'nothing of ours is on a lock that was given back', { lock: key })
    this.#adoptions.forget(key)
    void this.#locks.get(key)?.stop()
    this.#locks.delete(key)
  }

  /** A crash between the answer of the service and the disk leaves credentials that are over. */
  #turnedAway(key: string): void {
    const last = this.#credentialsAt.get(key)
    if (last !== undefined && this.#options.clock.now() - last < CREDENTIALS_EVERY_MS) return
    this.#renewCredentials(key).catch((error: unknown) => this.#serviceFailed(error))
  }

  /** The service may well be reached, and show nothing but locks that are away: only here somebody can see why. */
  #brokerFailed(cause: unknown): void {
    const now = this.#options.clock.now()
    if (now - this.#complainedAt < COMPLAIN_EVERY_MS) return
    this.#complainedAt = now
    const { code, message } = cause as NodeJS.ErrnoException
    const reason = cause instanceof OperatorError ? message : (code ?? 'no answer')
    const address = URL.parse(this.#broker?.brokerUrl ?? '')?.host
    this.#options.log('warn', 'the broker of the locks cannot be reached or is not trusted; trying again', {
      broker: address,
      reason: String(reason),
    })
  }

  /** New ones end the old ones at once, so they are on the disk before anything else happens. */
  async #renewCredentials(key: string): Promise<void> {
    this.#credentialsAt.set(key, this.#options.clock.now())
    try {
      this.#adoptions.keepCredentials(key, await this.#client.credentials(key))
    } catch (error) {
      // Not adopted any more: the list will say so.
      if (error instanceof ServiceError && error.status === 404) return
      throw error
    }
    const adoption = this.#adoptions.one(key)
    if (adoption) this.#locks.get(key)?.renew(adoption)
    this.#connect(key)
  }

  /** Our token is not known any more: with a claim code we come back, without one this is the end. */
  #serviceFailed(error: unknown): void {
    if (!(error instanceof ServiceError) || error.status !== 401) return
    this.#reclaiming ??= claimAnew(this.#claim)
      .catch((reason: Error) => this.#fail(reason))
      .finally(() => {
        this.#reclaiming = undefined
      })
  }
}
