import { randomBytes } from 'node:crypto'
import {
  ACKS_CARRY,
  type CarriedEvent,
  type CarriedState,
  DownAsk,
  DownDesired,
  type DownLeaf,
  DownSync,
  downTopic,
  LDP_MAX_BYTES,
  LDP_MINOR,
  type UpAck,
  type UpAuths,
  type UpPresence,
  type UpReported,
  upTopic,
} from '@latchwork/contract/device'
import { Compile } from 'typebox/compile'
import { CommandDesk } from './command-desk.ts'
import { CommandGate } from './command-gate.ts'
import { parseEventAck } from './event-ack.ts'
import { EventFeed } from './event-feed.ts'
import type { LdpDeviceOptions, LdpHost, SettingsAnswer } from './ldp-host.ts'
import { LdpLink, type LinkOwner, type Message } from './ldp-link.ts'
import { freshMemory, type LdpMemory } from './ldp-memory.ts'
import { openDownlink, signUplink } from './ldp-signing.ts'
import { LdpVoice } from './ldp-voice.ts'
import { CLEAR, type Medium } from './medium.ts'

const askShape = Compile(DownAsk)
const desiredShape = Compile(DownDesired)
const syncShape = Compile(DownSync)

/** A device's end of LDP/1: what it says, and what it believes. */
export class LdpDevice implements LinkOwner {
  readonly #options: LdpDeviceOptions
  readonly #host: LdpHost
  readonly #link: LdpLink
  readonly #voice: LdpVoice
  readonly #gate: CommandGate
  readonly #medium: Medium
  readonly #desk: CommandDesk
  readonly events: EventFeed
  readonly #memory: LdpMemory
  #session = ''

  constructor(options: LdpDeviceOptions, host: LdpHost) {
    const { deviceId, key, clock, memory = freshMemory() } = options
    const medium = options.medium?.() ?? CLEAR
    this.#options = options
    this.#host = host
    this.#medium = medium
    this.#memory = memory
    this.#link = new LdpLink({ ...options, subscription: downTopic(deviceId, '#') }, this)
    const link = this.#link
    const showState = () => this.publishState()
    this.#voice = new LdpVoice(options, { link, medium, epoch: memory.epoch, showState })
    this.#gate = new CommandGate(deviceId, key)
    this.#desk = new CommandDesk(this.#gate, medium, clock, {
      canDo: (action) => host.canDo(action),
      execute: (command) => host.execute(command),
      answer: (id, phase, code, proof) => this.#acknowledge(id, phase, code, proof),
    })
    this.events = new EventFeed(memory.events, clock, {
      get isUp() {
        return link.isUp
      },
      send: (message) => medium.tell(() => this.#voice.say({ leaf: 'event', message })),
      announce: () => this.#announce(),
    })
  }

  get unconfirmed(): number {
    return this.#link.unconfirmed
  }

  get activity(): number {
    return this.#link.activity
  }

  get isConnected(): boolean {
    return this.#link.isUp
  }

  /** Comes online and stays so; rejects when the first attempt fails, and goes on trying. */
  connect(): Promise<void> {
    return this.#link.open()
  }

  /** Says goodbye and stays away. */
  disconnect(): Promise<void> {
    this.#voice.flush()
    return this.#link.close(this.#presence(false))
  }

  /** Breaks the connection without a word and stays away. */
  cut() {
    this.#voice.flush()
    this.#link.cut()
  }

  /** Keeps the connection, but nothing passes any more. */
  goSilent() {
    this.#voice.flush()
    this.#link.goSilent()
  }

  /** Reports what it is and how it is set. */
  publishInfo() {
    this.#voice.publish('info', { at: this.#options.clock.now(), ...this.#host.info() }, true)
  }

  /** Reports the state, or what it shows in passing. */
  publishState(passing?: { lock: number; trigger: number }) {
    if (!this.#link.isUp) return
    const message: CarriedState = {
      seq: this.#memory.nextStateNumber(),
      at: this.#options.clock.now(),
      ...this.#host.state(),
      ...passing,
    }
    this.#voice.say({ leaf: 'state', message })
  }

  /** Keeps an event until the service has it, and sends it. */
  recordEvent(event: Omit<CarriedEvent, 'seq' | 'at'> & { readonly at?: number }) {
    this.events.record(event)
  }

  finishCommand(id: string, code: number, proof?: UpAck['proof']) {
    this.#desk.finish(id, code, proof)
  }

  /**
   * The lock that this device speaks for went away or came back. Away is said on the connection there is; back is a new
   * one, because the broker still has the will of this one to send.
   */
  presenceChanged() {
    if (!this.#link.isUp) return
    if (!this.#isPresent) return this.#announce()
    this.cut()
    // A failed attempt has already planned the next one.
    this.#link.open().catch(() => undefined)
  }

  /** Says what stands under these keys now. */
  publishAccess(pages: readonly Omit<UpAuths, 'sess' | 'sig'>[]) {
    for (const page of pages) this.#voice.publish('auths', { sess: this.#session, ...page }, false)
  }

  publishForeign() {
    for (const page of this.#host.foreignPages?.() ?? [])
      this.#voice.publish('foreign', { sess: this.#session, ...page }, false)
  }

  connecting(): Message {
    this.#session = randomBytes(16).toString('hex')
    this.#gate.startSession(this.#session)
    return this.#presence(false)
  }

  connected() {
    this.events.start()
    this.#reportEverything()
    this.events.watch()
  }

  disconnected() {
    this.#voice.forgetState()
    this.events.stop()
  }

  turnedAway() {
    this.#host.turnedAway?.()
  }

  failed(cause: unknown) {
    this.#host.notConnected?.(cause)
  }

  received(topic: string, payload: Buffer, isRetained: boolean) {
    for (let copies = this.#medium.copiesIn(); copies > 0; copies--) this.#take(topic, payload, isRetained)
  }

  #take(topic: string, payload: Buffer, isRetained: boolean) {
    const { deviceId } = this.#options
    if (topic === downTopic(deviceId, 'cmd')) this.#desk.receive(payload, isRetained)
    else if (isRetained) return
    else if (topic === downTopic(deviceId, 'ask')) this.#medium.attend(() => this.#receiveQuestion(payload))
    else if (topic === downTopic(deviceId, 'eack')) this.#receiveEventAck(payload)
    else if (topic === downTopic(deviceId, 'desired'))
      this.#medium.attend(() => this.#receiveDesired(payload))
    else if (topic === downTopic(deviceId, 'sync')) this.#medium.attend(() => this.#receiveSync(payload))
  }

  /** A signed message for this connection; anything else is not believed and not answered. */
  #open(leaf: DownLeaf, payload: Buffer): unknown {
    const { key, deviceId } = this.#options
    if (payload.length > LDP_MAX_BYTES) return undefined
    const text = openDownlink(key, deviceId, leaf, payload.toString('utf8'))
    return text === undefined ? undefined : JSON.parse(text)
  }

  #receiveQuestion(payload: Buffer) {
    const question = this.#open('ask', payload)
    if (askShape.Check(question)) this.#desk.answerQuestion(question)
  }

  #receiveDesired(payload: Buffer) {
    const desired = this.#open('desired', payload)
    if (!desiredShape.Check(desired) || desired.sess !== this.#session) return
    // A busy gateway does not even refuse; the service asks again.
    if (!this.#medium.takeTurn()) return
    const answer = this.#host.configure(desired)
    if (answer instanceof Promise) void answer.then((late) => this.#report(desired, late))
    else this.#report(desired, answer)
  }

  /** An answer that took so long that the connection is another one is not given: the service asks again. */
  #report({ sess, section, rev }: DownDesired, answer: SettingsAnswer | undefined) {
    if (!answer || sess !== this.#session) return
    const reported: Omit<UpReported, 'sig'> = { sess: this.#session, section, rev, ...answer }
    this.#medium.tell(() => this.#voice.publish('reported', reported, false))
    // The copy a broker keeps must not show the settings of before.
    if (section !== 'auths') this.#medium.tell(() => this.publishInfo())
  }

  #receiveSync(payload: Buffer) {
    const sync = this.#open('sync', payload)
    if (!syncShape.Check(sync) || sync.sess !== this.#session) return
    this.#reportEverything()
    this.#acknowledge(sync.id, 'done', 0)
  }

  #reportEverything() {
    this.publishInfo()
    this.publishState()
    this.publishAccess(this.#host.accessPages())
    this.publishForeign()
    this.events.sendPending()
  }

  /** An ack that finds no connection is not kept: the event that names the command is the proof that lasts. */
  #acknowledge(id: string, phase: UpAck['phase'], code?: number, proof?: UpAck['proof']) {
    this.#medium.tell(() => {
      const message: Omit<UpAck, 'sig'> = {
        id,
        sess: this.#session,
        phase,
        ...(code !== undefined && { code }),
        ...(proof && { proof }),
      }
      this.#voice.say({ leaf: 'ack', message, mayCarry: this.#gate.minorOf(id) >= ACKS_CARRY })
    })
  }

  #receiveEventAck(payload: Buffer) {
    const upTo = parseEventAck(payload)
    if (upTo !== undefined && this.events.acknowledge(upTo)) this.#voice.eventsStored(upTo)
  }

  get #isPresent(): boolean {
    return this.#host.isPresent?.() ?? true
  }

  #announce() {
    const { topic, payload } = this.#presence(this.#isPresent)
    this.#voice.flush()
    this.#link.publish(topic, payload, true)
  }

  #presence(online: boolean): Message {
    const { deviceId, username, key, clock } = this.#options
    const presence: Omit<UpPresence, 'sig'> = {
      online,
      sess: this.#session,
      at: clock.now(),
      proto: 1,
      minor: LDP_MINOR,
      fw: this.#host.firmware,
      epoch: this.#memory.epoch,
      key: username,
      oldest: this.events.oldest,
    }
    return { topic: upTopic(deviceId, 'presence'), payload: signUplink(key, deviceId, 'presence', presence) }
  }
}
