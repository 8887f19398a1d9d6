import { type DownLeaf, downTopic, LDP_MINOR } from '@latchwork/contract/device'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceBus } from '../bus.ts'
import type { DeviceRef, LockDriver, SendResult } from '../driver.ts'
import { signCommand, signDownlink, toDeviceAction } from './ldp.ts'

/** An acknowledgement that gets lost only makes the device send its events again. */
const EVENT_ACK_LIFE_MS = 10_000
/** The service asks again when no answer comes; until then a copy on its way has to be gone. */
const REQUEST_LIFE_MS = 10_000

export interface DownlinkOptions {
  readonly bus: Pick<DeviceBus, 'publishLive'>
  readonly clock: Clock
  /** Whether this process serves the device; whoever does not any more is silent, whatever it was about to say. */
  readonly isOurs: (deviceId: string) => boolean
  /** Whether an action that is marked as sent may leave from here; it is asked last of all. */
  readonly maySend: () => boolean
}

type Downlink = Pick<LockDriver, 'send' | 'askAbout' | 'reconcile' | 'requestReport' | 'acknowledgeEvents'>

/** From the service to the devices; everything but an acknowledgement is signed. */
export function createDownlink({ bus, clock, isOurs, maySend }: DownlinkOptions): Downlink {
  async function publish(
    deviceId: string,
    leaf: DownLeaf,
    payload: string,
    expiresInMs: number,
  ): Promise<SendResult> {
    const mayLeave = leaf === 'cmd' ? maySend() : isOurs(deviceId)
    if (!mayLeave) return { status: 'notDelivered', reason: 'busLost' }
    const result = await bus.publishLive(deviceId, downTopic(deviceId, leaf), payload, { expiresInMs })
    return result === 'sent' ? { status: 'sent' } : { status: 'notDelivered', reason: result }
  }

  const request = ({ deviceId, key }: DeviceRef, leaf: DownLeaf, message: object): Promise<SendResult> =>
    publish(deviceId, leaf, signDownlink(deviceId, leaf, key, message), REQUEST_LIFE_MS)

  return {
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
        minor: LDP_MINOR,
      })
      return publish(device.deviceId, 'cmd', payload, expiresInMs)
    },

    askAbout: (device, { id, counter: ctr }) => request(device, 'ask', { id, sess: device.sessionId, ctr }),

    reconcile: (device, { section, revision: rev, set }) =>
      request(device, 'desired', { sess: device.sessionId, section, rev, set }),

    requestReport: (device, id) => request(device, 'sync', { id, sess: device.sessionId }),

    async acknowledgeEvents({ deviceId }, upTo) {
      await publish(deviceId, 'eack', JSON.stringify({ upTo }), EVENT_ACK_LIFE_MS)
    },
  }
}
