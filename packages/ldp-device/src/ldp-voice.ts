import { type UpAck, type UpLeaf, upTopic } from '@latchwork/contract/device'
import type { LdpDeviceOptions } from './ldp-host.ts'
import type { LdpLink } from './ldp-link.ts'
import { signUplink } from './ldp-signing.ts'
import type { Medium } from './medium.ts'
import { Outbox, type Word } from './outbox.ts'

/** A state of which nobody knows that the service has it is shown again. */
const STATE_AGAIN_MS = 5000

/** What a device's voice goes through. */
export interface VoiceParts {
  readonly link: LdpLink
  readonly medium: Medium
  /** The memory that states and events are numbered in. */
  readonly epoch: string
  /** Says the state as it is by then, by itself. */
  showState(): void
}

/** How a device says things: signed, in the order they were said, and nothing while there is no connection. */
export class LdpVoice {
  readonly #options: LdpDeviceOptions
  readonly #parts: VoiceParts
  readonly #outbox = new Outbox((word) => this.#send(word))
  /** The newest state may not have come: when it is shown again, and the event it went with, which would prove it. */
  #unproven: { readonly cancel: () => void; readonly event: number | undefined } | undefined

  constructor(options: LdpDeviceOptions, parts: VoiceParts) {
    this.#options = options
    this.#parts = parts
  }

  /** Together with what else is said in the same go. */
  say(word: Word): void {
    if (!this.#parts.link.isUp) return
    // The event goes by itself this time, so that it came will not prove that the state came with it any more.
    if (word.leaf === 'event' && word.message.seq === this.#unproven?.event) this.#showState()
    this.#outbox.say(word)
  }

  /** By itself, after all that was said before. */
  publish(leaf: UpLeaf, message: object, isRetained: boolean): void {
    this.flush()
    this.#publish(leaf, message, isRetained)
  }

  flush(): void {
    this.#outbox.flush()
  }

  /** The service has stored the events up to this one, and before them the states that came with them. */
  eventsStored(upTo: number): void {
    const event = this.#unproven?.event
    if (event !== undefined && event <= upTo) this.forgetState()
  }

  /** There is no state to show again any more. */
  forgetState(): void {
    this.#unproven?.cancel()
    this.#unproven = undefined
  }

  #send(word: Word): void {
    if (!this.#parts.link.isUp) return
    if (word.leaf === 'ack') this.#sendAck(word.message)
    else if (word.leaf === 'event') this.#publish('event', this.#numbered(word.message), false)
    else if (this.#publish('state', this.#numbered(word.message), true) > 0) this.forgetState()
    else this.#showStateLater()
  }

  #sendAck({ state, event, ...ack }: Omit<UpAck, 'sig'>): void {
    const carried = {
      ...(state && { state: this.#numbered(state) }),
      ...(event && { event: this.#numbered(event) }),
    }
    this.#publish('ack', { ...ack, ...carried }, false)
    // No broker keeps it, and nobody may have heard it.
    if (state) this.#showStateLater(event?.seq)
  }

  #numbered<Message extends object>(message: Message): Message & { epoch: string } {
    return { ...message, epoch: this.#parts.epoch }
  }

  #showStateLater(event?: number): void {
    this.forgetState()
    const cancel = this.#options.clock.after(STATE_AGAIN_MS, () => this.#showState())
    this.#unproven = { cancel, event }
  }

  #showState(): void {
    this.forgetState()
    this.#parts.showState()
  }

  /** Returns how many copies went out. */
  #publish(leaf: UpLeaf, message: object, isRetained: boolean): number {
    const { link, medium } = this.#parts
    if (!link.isUp) return 0
    const { deviceId, key } = this.#options
    const copies = medium.copiesOut(leaf)
    if (copies === 0) return 0
    const payload = signUplink(key, deviceId, leaf, message)
    for (let copy = 0; copy < copies; copy++) link.publish(upTopic(deviceId, leaf), payload, isRetained)
    return copies
  }
}
