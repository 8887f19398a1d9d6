import { randomBytes } from 'node:crypto'
import {
  type DownCmd,
  DownDesired,
  DownEack,
  type DownLeaf,
  DownSync,
  downTopic,
  LDP_MAX_BYTES,
  LDP_REFUSAL,
  type UpAck,
  type UpEvent,
  type UpInfo,
  type UpLeaf,
  type UpPresence,
  type UpReported,
  type UpState,
  upTopic,
} from '@latchwork/contract/device'
import { Compile } from 'typebox/compile'
import type { Clock } from './clock.ts'
import { CommandGate } from './command-gate.ts'
import type { SettingsAnswer } from './device-settings.ts'
import { EventBuffer, type StoredEvent } from './event-buffer.ts'
import type { Faults } from './faults.ts'
import { LdpLink, type LinkOwner, type Message } from './ldp-link.ts'
import { deviceKey, openDownlink, signUplink } from './ldp-signing.ts'
import { OUTCOME } from './machine-step.ts'
import { Radio } from './radio.ts'

const FIRST_RESEND_MS = 5000
const LONGEST_RESEND_MS = 60_000

const REFUSALS: readonly number[] = Object.values(LDP_REFUSAL)
const eackShape = Compile(DownEack)
const desiredShape = Compile(DownDesired)
const syncShape = Compile(DownSync)

/** The device behind the endpoint. */
export interface LdpHost {
  /** Firmware version as text. */
  readonly firmware: string
  info(): Omit<UpInfo, 'at' | 'sig'>
  state(): Omit<UpState, 'seq' | 'at' | 'sig'>
  canDo(action: number): boolean
  /** Starts what was ordered; `finishCommand` has to follow, now or later. */
  execute(command: DownCmd): void
  /** Takes on what can be taken on; undefined when the order is out of date. */
  configure(desired: DownDesired): SettingsAnswer | undefined
}

export interface LdpDeviceOptions {
  readonly deviceId: string
  readonly username: string
  readonly secret: string
  readonly brokerUrl: string
  readonly clock: Clock
  readonly faults: Faults
}

/** A device's end of LDP/1: what it says, what it believes, and what it says again. */
export class LdpDevice implements LinkOwner {
  readonly #options: LdpDeviceOptions
  readonly #host: LdpHost
  readonly #key: Buffer
  readonly #link: LdpLink
  readonly #gate: CommandGate
  readonly #events = new EventBuffer()
  /** New with every power-up: this device keeps nothing when it loses power. */
  readonly #epoch = randomBytes(8).toString('hex')
  readonly #radio: Radio
  #lastRunAt = Number.NEGATIVE_INFINITY
  #session = ''
  #stateSeq = 0
  #resendMs = FIRST_RESEND_MS
  #cancelResend: (() => void) | undefined

  constructor(options: LdpDeviceOptions, host: LdpHost) {
    this.#options = options
    this.#host = host
    this.#key = deviceKey(options.secret)
    this.#radio = new Radio(options.deviceId, options.faults)
    this.#gate = new CommandGate(options.deviceId, this.#key)
    this.#link = new LdpLink({ ...options, subscription: downTopic(options.deviceId, '#') }, this)
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
    return this.#link.close(this.#presence(false))
  }

  /** Breaks the connection without a word and stays away. */
  cut() {
    this.#link.cut()
  }

  /** Keeps the connection, but nothing passes any more. */
  goSilent() {
    this.#link.goSilent()
  }

  /** Reports what it is and how it is set. */
  publishInfo() {
    this.#publish('info', { at: this.#options.clock.now(), ...this.#host.info() }, true)
  }

  /** Reports the state, or what it shows in passing. */
  publishState(passing?: { lock: number; trigger: number }) {
    if (!this.#link.isUp) return
    const state: Omit<UpState, 'sig'> = {
      seq: ++this.#stateSeq,
      at: this.#options.clock.now(),
      ...this.#host.state(),
      ...passing,
    }
    this.#publish('state', state, true)
  }

  /** Keeps an event until the service has it, and sends it. */
  recordEvent(event: Omit<UpEvent, 'seq' | 'at' | 'sig'>) {
    const stored = this.#events.add({ at: this.#options.clock.now(), ...event })
    this.#sendEvent(stored)
    this.#planResend()
  }

  finishCommand(id: string, code: number) {
    this.#gate.finish(id, code)
    this.#acknowledge(id, 'done', code)
  }

  connecting(): Message {
    this.#session = randomBytes(16).toString('hex')
    this.#gate.startSession(this.#session)
    return this.#presence(false)
  }

  connected() {
    this.#events.takeLoss()
    this.#announce()
    this.publishInfo()
    this.publishState()
    this.#resendMs = FIRST_RESEND_MS
    for (const event of this.#events.pending) this.#sendEvent(event)
    this.#planResend()
  }

  disconnected() {
    this.#stopResend()
  }

  received(topic: string, payload: Buffer, isRetained: boolean) {
    if (this.#radio.loses()) return
    this.#take(topic, payload, isRetained)
    if (this.#options.faults.duplicate) this.#take(topic, payload, isRetained)
  }

  #take(topic: string, payload: Buffer, isRetained: boolean) {
    const { deviceId } = this.#options
    if (topic === downTopic(deviceId, 'cmd')) this.#receiveCommand(payload, isRetained)
    else if (topic === downTopic(deviceId, 'eack') && !isRetained) this.#receiveEventAck(payload)
    else if (topic === downTopic(deviceId, 'desired') && !isRetained) this.#receiveDesired(payload)
    else if (topic === downTopic(deviceId, 'sync') && !isRetained) this.#receiveSync(payload)
  }

  /** A signed message for this connection; anything else is not believed and not answered. */
  #open(leaf: DownLeaf, payload: Buffer): unknown {
    if (this.#options.faults.mute || payload.length > LDP_MAX_BYTES) return undefined
    const text = openDownlink(this.#key, this.#options.deviceId, leaf, payload.toString('utf8'))
    return text === undefined ? undefined : JSON.parse(text)
  }

  #receiveDesired(payload: Buffer) {
    const desired = this.#open('desired', payload)
    if (!desiredShape.Check(desired) || desired.sess !== this.#session) return
    const answer = this.#host.configure(desired)
    if (!answer || this.#options.faults.dropAcks) return
    const { section, rev } = desired
    const reported: Omit<UpReported, 'sig'> = { sess: this.#session, section, rev, ...answer }
    this.#publish('reported', reported, false)
    // The copy a broker keeps must not show the settings of before.
    this.publishInfo()
  }

  #receiveSync(payload: Buffer) {
    const sync = this.#open('sync', payload)
    if (!syncShape.Check(sync) || sync.sess !== this.#session) return
    this.publishInfo()
    this.publishState()
    for (const event of this.#events.pending) this.#sendEvent(event)
    this.#acknowledge(sync.id, 'done', 0)
  }

  #receiveCommand(payload: Buffer, isRetained: boolean) {
    const { faults, clock } = this.#options
    if (faults.mute) return
    if (faults.commandDelayMs > 0) clock.after(faults.commandDelayMs, () => this.#judge(payload, isRetained))
    else this.#judge(payload, isRetained)
  }

  #judge(payload: Buffer, isRetained: boolean) {
    const verdict = this.#gate.judge(payload, isRetained, this.#options.clock.now())
    switch (verdict.do) {
      case 'ignore':
        return
      case 'refuse':
        return this.#acknowledge(verdict.id, 'done', verdict.code)
      case 'repeatAnswer':
        return this.#repeatAnswer(verdict.id, verdict.code)
      case 'run':
        return this.#run(verdict.command)
    }
  }

  #run(command: DownCmd) {
    if (!this.#host.canDo(command.action)) return this.finishCommand(command.id, LDP_REFUSAL.notCapable)
    const { faults, clock } = this.#options
    if (clock.now() - this.#lastRunAt < faults.commandGapMs)
      return this.finishCommand(command.id, OUTCOME.busy.code)
    this.#lastRunAt = clock.now()
    this.#acknowledge(command.id, 'accepted')
    this.#host.execute(command)
  }

  #repeatAnswer(id: string, code: number | undefined) {
    if (code === undefined || !REFUSALS.includes(code)) this.#acknowledge(id, 'accepted')
    if (code !== undefined) this.#acknowledge(id, 'done', code)
  }

  #acknowledge(id: string, phase: UpAck['phase'], code?: number) {
    const { faults, clock } = this.#options
    if (faults.ackDelayMs > 0) clock.after(faults.ackDelayMs, () => this.#sendAck(id, phase, code))
    else this.#sendAck(id, phase, code)
  }

  /** An ack that finds no connection is not kept: the event that names the command is the proof that lasts. */
  #sendAck(id: string, phase: UpAck['phase'], code: number | undefined) {
    if (this.#options.faults.dropAcks) return
    const ack: Omit<UpAck, 'sig'> = { id, sess: this.#session, phase, ...(code !== undefined && { code }) }
    this.#publish('ack', ack, false)
  }

  #receiveEventAck(payload: Buffer) {
    const upTo = parseEventAck(payload)
    if (upTo === undefined || !this.#events.acknowledge(upTo)) return
    this.#stopResend()
    this.#resendMs = FIRST_RESEND_MS
    this.#planResend()
  }

  #sendEvent(event: StoredEvent) {
    const { faults, clock } = this.#options
    const send = () => {
      if (!faults.dropAcks) this.#publish('event', event, false)
    }
    if (faults.ackDelayMs > 0) clock.after(faults.ackDelayMs, send)
    else send()
  }

  /** Events still not acknowledged after a while are sent again, less and less often while the service is silent. */
  #planResend() {
    if (this.#cancelResend || !this.#link.isUp || this.#events.pending.length === 0) return
    this.#cancelResend = this.#options.clock.after(this.#resendMs, () => {
      this.#cancelResend = undefined
      this.#resendMs = Math.min(this.#resendMs * 2, LONGEST_RESEND_MS)
      // The service must not wait for events that were pushed out of the full buffer.
      if (this.#events.takeLoss()) this.#announce()
      for (const event of this.#events.pending) this.#sendEvent(event)
      this.#planResend()
    })
  }

  #stopResend() {
    this.#cancelResend?.()
    this.#cancelResend = undefined
  }

  #announce() {
    const { topic, payload } = this.#presence(true)
    this.#link.publish(topic, payload, true)
  }

  #presence(online: boolean): Message {
    const { deviceId, username, clock } = this.#options
    const presence: Omit<UpPresence, 'sig'> = {
      online,
      sess: this.#session,
      at: clock.now(),
      proto: 1,
      fw: this.#host.firmware,
      epoch: this.#epoch,
      key: username,
      oldest: this.#events.oldest,
    }
    return {
      topic: upTopic(deviceId, 'presence'),
      payload: signUplink(this.#key, deviceId, 'presence', presence),
    }
  }

  #publish(leaf: UpLeaf, message: object, isRetained: boolean) {
    if (!this.#link.isUp) return
    const { deviceId, faults, clock } = this.#options
    if (leaf !== 'info' && this.#radio.loses()) {
      // Events are kept and acks have them as their second proof; a state nobody got is shown again.
      if (leaf === 'state') clock.after(FIRST_RESEND_MS, () => this.publishState())
      return
    }
    const payload = signUplink(this.#key, deviceId, leaf, message)
    for (let copies = faults.duplicate ? 2 : 1; copies > 0; copies--)
      this.#link.publish(upTopic(deviceId, leaf), payload, isRetained)
  }
}

function parseEventAck(payload: Buffer): number | undefined {
  if (payload.length > LDP_MAX_BYTES) return undefined
  try {
    const value: unknown = JSON.parse(payload.toString('utf8'))
    return eackShape.Check(value) ? value.upTo : undefined
  } catch {
    return undefined
  }
}
