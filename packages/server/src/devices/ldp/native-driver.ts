import { type DownLeaf, downTopic, LDP_MAX_BYTES, LDP_ROOT, parseUpTopic } from '@latchwork/contract/device'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceBus } from '../bus.ts'
import type {
  DeviceDirectory,
  DeviceRef,
  DeviceReport,
  DriverSink,
  DroppedReason,
  LockDriver,
  SendResult,
} from '../driver.ts'
import type { Arrival } from './arrival.ts'
import { createIntake, type IntakeLimits } from './intake.ts'
import { findSigner, signCommand, signDownlink, toDeviceAction } from './ldp.ts'
import { accessDigest, fitAccess } from './ldp-access.ts'
import { toReport } from './ldp-report.ts'
import { createQueues } from './ordered-queues.ts'

/** Messages of one device that may wait for their check; one that sends faster than that is broken or hostile. */
const MAX_WAITING = 1000
/** An acknowledgement that gets lost only makes the device send its events again. */
const EVENT_ACK_LIFE_MS = 10_000
/** The service asks again when no answer comes; until then a copy on its way has to be gone. */
const REQUEST_LIFE_MS = 10_000

export interface NativeDriverOptions {
  readonly bus: Pick<DeviceBus, 'publishLive'>
  readonly directory: DeviceDirectory
  readonly clock: Clock
  readonly limits: IntakeLimits
}

/** Drives devices that speak LDP/1: our own firmware, site agents and simulated locks. */
export function createNativeDriver({ bus, directory, clock, limits }: NativeDriverOptions): LockDriver {
  let sink: DriverSink | undefined
  const queues = createQueues(MAX_WAITING)
  let arrived = 0

  /** Believes a message only if a key of the device that its topic names signed exactly these bytes for this topic. */
  async function check(arrival: Arrival): Promise<void> {
    const { deviceId, leaf, topic, payload, retained } = arrival
    const drop = (reason: DroppedReason): void => sink?.dropped(reason, topic)
    const signers = await directory.keys(deviceId).catch(() => undefined)
    if (!signers) return drop('notChecked')
    const [current] = signers
    if (!current) return drop('unknownDevice')
    if (!intake.mayEnterAccount(current.accountId, arrival)) return
    const read = readMessage(payload)
    if (!read) return drop('badJson')
    const signer = findSigner(arrival, read.text, signers)
    if (!signer) return drop('badSignature')
    const { username, isLegacy } = signer
    const report = toReport({ deviceId, leaf, body: read.body, retained, username, isLegacy })
    if (!isReadable(report)) drop('badShape')
    if (report) sink?.report(report, current.accountId)
  }

  function enter(arrival: Arrival): void {
    if (!queues.add(arrival.deviceId, () => check(arrival))) sink?.dropped('overflow', arrival.topic)
  }

  const intake = createIntake({
    limits,
    clock,
    enter,
    dropped: ({ topic }) => sink?.dropped('flood', topic),
    flooded: (deviceId, limit) => sink?.flooded(deviceId, limit),
  })

  async function request(device: DeviceRef, leaf: DownLeaf, message: object): Promise<SendResult> {
    const { deviceId, key } = device
    const payload = signDownlink(deviceId, leaf, key, message)
    const options = { expiresInMs: REQUEST_LIFE_MS }
    const result = await bus.publishLive(deviceId, downTopic(deviceId, leaf), payload, options)
    return result === 'sent' ? { status: 'sent' } : { status: 'notDelivered', reason: result }
  }

  return {
    kind: 'native',

    async start(driverSink) {
      sink = driverSink
    },

    receive(message) {
      if (!message.topic.startsWith(`${LDP_ROOT}/`)) return false
      const drop = (reason: DroppedReason): void => sink?.dropped(reason, message.topic)
      const origin = parseUpTopic(message.topic)
      if (!origin) drop('badTopic')
      else if (message.payload.length > LDP_MAX_BYTES) drop('tooLarge')
      else {
        const arrival = { ...origin, ...message, order: ++arrived }
        if (intake.mayEnter(arrival)) enter(arrival)
      }
      return true
    },

    pauseAfter(topic) {
      const origin = parseUpTopic(topic)
      return origin ? intake.pauseAfter(origin.deviceId) : 0
    },

    async send(device, command) {
      const expiresInMs = command.expiresAt - clock.now()
      if (expiresInMs <= 0) return { status: 'notDelivered', reason: 'expiredInQueue' }
      const payload = signCommand(device.deviceId, device.key, {
        id: command.id,
        sess: device.sessionId,
        ctr: command.counter,
        iat: command.issuedAt,
        exp: command.expiresAt,
        ...toDeviceAction(device.type, command.action, command.option),
      })
      const topic = downTopic(device.deviceId, 'cmd')
      const result = await bus.publishLive(device.deviceId, topic, payload, { expiresInMs })
      return result === 'sent' ? { status: 'sent' } : { status: 'notDelivered', reason: result }
    },

    reconcile: (device, { section, revision: rev, set }) =>
      request(device, 'desired', { sess: device.sessionId, section, rev, set }),

    fitAccess,

    accessDigest: ({ key }, entry) => accessDigest(key, entry),

    requestReport: (device, id) => request(device, 'sync', { id, sess: device.sessionId }),

    async acknowledgeEvents({ deviceId }, upTo) {
      const options = { expiresInMs: EVENT_ACK_LIFE_MS }
      await bus.publishLive(deviceId, downTopic(deviceId, 'eack'), JSON.stringify({ upTo }), options)
    },

    idle: () => queues.idle(),

    stop() {
      intake.stop()
      return queues.close()
    },
  }
}

const isReadable = (report: DeviceReport | undefined): boolean =>
  report !== undefined && report.kind !== 'unreadableEvent'

/** Strict, and without swallowing a byte order mark: the signature covers every byte. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeText(payload: Buffer): string | undefined {
  try {
    return utf8.decode(payload)
  } catch {
    return undefined
  }
}

/** The text that was signed, and what it says; undefined when it is no JSON. */
function readMessage(payload: Buffer): { text: string; body: unknown } | undefined {
  const text = decodeText(payload)
  const body = text === undefined ? undefined : parseJson(text)
  return text === undefined || body === undefined ? undefined : { text, body }
}

/** Any JSON but one with a `__proto__` member, which would change objects it is copied into. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (name, value) => {
      if (name === '__proto__') throw new SyntaxError('__proto__ is not allowed')
      return value
    })
  } catch {
    return undefined
  }
}
