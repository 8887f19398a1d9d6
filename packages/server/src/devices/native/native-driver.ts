import {
  type DownLeaf,
  downTopic,
  LDP_MAX_BYTES,
  LDP_ROOT,
  parseUpTopic,
  type UpLeaf,
} from '@latchwork/contract/device'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceBus, UplinkMessage } from '../bus.ts'
import type {
  DeviceDirectory,
  DeviceRef,
  DeviceReport,
  DriverSink,
  DroppedReason,
  LockDriver,
  SendResult,
} from '../driver.ts'
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
}

/** Drives devices that speak LDP/1: our own firmware, site agents and simulated locks. */
export function createNativeDriver({ bus, directory, clock }: NativeDriverOptions): LockDriver {
  let sink: DriverSink | undefined
  const queues = createQueues(MAX_WAITING)

  /** Believes a message only if a key of the device that its topic names signed exactly these bytes for this topic. */
  async function check(origin: Origin, message: UplinkMessage): Promise<void> {
    const drop = (reason: DroppedReason): void => sink?.dropped(reason, message.topic)
    const text = decodeText(message.payload)
    const body = text === undefined ? undefined : parseJson(text)
    if (text === undefined || body === undefined) return drop('badJson')
    const signers = await directory.keys(origin.deviceId).catch(() => undefined)
    if (!signers) return drop('notChecked')
    if (signers.length === 0) return drop('unknownDevice')
    const signer = findSigner(origin, text, signers)
    if (!signer) return drop('badSignature')
    const { username, isLegacy } = signer
    const report = toReport({ ...origin, body, retained: message.retained, username, isLegacy })
    if (!isReadable(report)) drop('badShape')
    if (report) sink?.report(report)
  }

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
      else if (!queues.add(origin.deviceId, () => check(origin, message))) drop('overflow')
      return true
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

    stop: () => queues.close(),
  }
}

const isReadable = (report: DeviceReport | undefined): boolean =>
  report !== undefined && report.kind !== 'unreadableEvent'

interface Origin {
  readonly deviceId: string
  readonly leaf: UpLeaf
}

/** Strict, and without swallowing a byte order mark: the signature covers every byte. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeText(payload: Buffer): string | undefined {
  try {
    return utf8.decode(payload)
  } catch {
    return undefined
  }
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
