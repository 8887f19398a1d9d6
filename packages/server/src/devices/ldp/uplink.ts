import { LDP_MAX_BYTES, LDP_ROOT, parseUpTopic } from '@latchwork/contract/device'
import type { Clock } from '../../platform/clock.ts'
import type { UplinkMessage } from '../bus.ts'
import type { DeviceDirectory, DeviceReport, DeviceSigner, DriverSink, DroppedReason } from '../driver.ts'
import type { Arrival } from './arrival.ts'
import { createIntake, type IntakeLimits } from './intake.ts'
import { findSigner } from './ldp.ts'
import { toReports } from './ldp-report.ts'
import { readMessage } from './message-text.ts'
import { createQueues } from './ordered-queues.ts'

/** Messages of one device that may wait for their check; one that sends faster than that is broken or hostile. */
const MAX_WAITING = 1000

export interface UplinkOptions {
  readonly directory: DeviceDirectory
  readonly clock: Clock
  readonly limits: IntakeLimits
  /** Whether this process listens to the device. What others are to hear is not counted as dropped. */
  readonly isHeard: (deviceId: string) => boolean
}

/** From the devices to the service: what they say is counted, checked in the order it came, and passed on. */
export class Uplink {
  readonly #directory: DeviceDirectory
  readonly #isHeard: UplinkOptions['isHeard']
  readonly #intake: ReturnType<typeof createIntake>
  readonly #queues = createQueues(MAX_WAITING)
  #sink: DriverSink | undefined
  #arrived = 0

  constructor({ directory, clock, limits, isHeard }: UplinkOptions) {
    this.#isHeard = isHeard
    this.#directory = directory
    this.#intake = createIntake({
      limits,
      clock,
      enter: (arrival) => this.#enter(arrival),
      dropped: ({ topic }) => this.#drop('flood', topic),
      flooded: (deviceId, limit) => this.#sink?.flooded(deviceId, limit),
    })
  }

  open(sink: DriverSink): void {
    this.#sink = sink
  }

  receive(message: UplinkMessage): boolean {
    if (!message.topic.startsWith(`${LDP_ROOT}/`)) return false
    const origin = parseUpTopic(message.topic)
    if (!origin) this.#drop('badTopic', message.topic)
    else if (message.payload.length > LDP_MAX_BYTES) this.#drop('tooLarge', message.topic)
    else if (this.#isHeard(origin.deviceId)) {
      const { topic, payload, retained } = message
      const { deviceId, leaf } = origin
      const arrival = { deviceId, leaf, topic, payload, retained, order: ++this.#arrived }
      // What is retained comes because we asked for it, a few messages of each device: it is nobody's flood.
      if (message.retained || this.#intake.mayEnter(arrival)) this.#enter(arrival)
    }
    return true
  }

  pauseAfter(topic: string): number {
    const origin = parseUpTopic(topic)
    return origin ? this.#intake.pauseAfter(origin.deviceId) : 0
  }

  idle(): Promise<void> {
    return this.#queues.idle()
  }

  stop(): Promise<void> {
    this.#intake.stop()
    return this.#queues.close()
  }

  #drop(reason: DroppedReason, topic: string): void {
    this.#sink?.dropped(reason, topic)
  }

  /** Whoever speaks has mostly spoken a moment ago: the keys are at hand, and nothing has to be waited for. */
  #enter(arrival: Arrival): void {
    const { deviceId, topic } = arrival
    const signers = this.#queues.isFree(deviceId) ? this.#directory.keptKeys?.(deviceId) : undefined
    if (signers) this.#pass(arrival, signers)
    else if (!this.#queues.add(deviceId, () => this.#lookUpAndPass(arrival))) this.#drop('overflow', topic)
  }

  async #lookUpAndPass(arrival: Arrival): Promise<void> {
    const signers = await this.#directory.keys(arrival.deviceId).catch(() => undefined)
    if (signers) this.#pass(arrival, signers)
    else this.#drop('notChecked', arrival.topic)
  }

  #pass(arrival: Arrival, signers: readonly DeviceSigner[]): void {
    const reason = this.#check(arrival, signers)
    if (reason) this.#drop(reason, arrival.topic)
  }

  /** Believes a message only if a key of the device that its topic names signed exactly these bytes for this topic. */
  #check(arrival: Arrival, signers: readonly DeviceSigner[]): DroppedReason | undefined {
    const { deviceId, leaf, payload, retained } = arrival
    const [current] = signers
    if (!current) return 'unknownDevice'
    if (!retained && !this.#intake.mayEnterAccount(current.accountId, arrival)) return undefined
    const read = readMessage(payload)
    if (!read) return 'badJson'
    const signer = findSigner(arrival, read.text, signers)
    if (!signer) return 'badSignature'
    const { username, isLegacy } = signer
    const reports = toReports({ deviceId, leaf, body: read.body, retained, username, isLegacy })
    for (const report of reports) if (report) this.#sink?.report(report, current.accountId)
    return reports.every(isReadable) ? undefined : 'badShape'
  }
}

const isReadable = (report: DeviceReport | undefined): boolean =>
  report !== undefined && report.kind !== 'unreadableEvent'
