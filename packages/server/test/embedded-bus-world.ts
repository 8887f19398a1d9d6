import type { TestContext } from 'node:test'
import { downTopic } from '@latchwork/contract/device'
import type { DeviceTls } from '../src/devices/bus/device-listener.ts'
import { createEmbeddedBus } from '../src/devices/bus/embedded-bus.ts'
import type { BusHandlers, DeviceBus, UplinkMessage } from '../src/devices/bus.ts'
import { nativeRights } from '../src/devices/ldp/native-rights.ts'
import { connectDevice, type LdpDeviceOptions, loginOf } from './ldp-device.ts'

export const A = { deviceId: '0000000A', username: 'lock-a', secret: 'secret of a' }
/** The credentials A is changing to. */
export const A2 = { deviceId: '0000000A', username: 'lock-a2', secret: 'new secret of a' }
export const B = { deviceId: '0000000B', username: 'lock-b', secret: 'secret of b' }
export const EXPIRES = { expiresInMs: 10_000 }
/** Where A gets its commands. */
export const cmdA = downTopic(A.deviceId, 'cmd')

export interface BusWorld {
  bus: DeviceBus
  messages: UplinkMessage[]
  refused: { kind: string; reason: string; username?: string | undefined; topic?: string | undefined }[]
  links: boolean[]
  connect(who: typeof A, options?: Partial<LdpDeviceOptions>): ReturnType<typeof connectDevice>
}

/** An embedded bus that knows A, A2 and B, and what reached the service. */
export async function busWorld(
  t: TestContext,
  overrides: Partial<BusHandlers> = {},
  tls?: DeviceTls,
): Promise<BusWorld> {
  const bus = createEmbeddedBus({
    host: '127.0.0.1',
    port: 0,
    tls,
    minConfirmWaitMs: 300,
    drainWithinMs: 300,
  })
  const messages: BusWorld['messages'] = []
  const refused: BusWorld['refused'] = []
  const links: boolean[] = []
  await bus.start({
    async authenticate(username, password) {
      const known = [A, A2, B].find((d) => d.username === username && loginOf(d.secret) === password)
      return known && { deviceId: known.deviceId, username }
    },
    rights: nativeRights,
    message: (message) => messages.push(message),
    refused: (kind, detail) => refused.push({ kind, ...detail }),
    link: (up) => links.push(up),
    ...overrides,
  })
  t.after(() => bus.stop())
  return {
    bus,
    messages,
    refused,
    links,
    connect: (who, options) => connectDevice({ url: bus.url, ...who, ...options }),
  }
}

/** The presences told, oldest first. */
export const presences = (messages: UplinkMessage[]): unknown[] =>
  messages
    .filter(({ topic }) => topic.endsWith('/presence'))
    .map(({ payload }) => {
      const { online, sess } = JSON.parse(payload.toString())
      return { online, sess }
    })

/** Does that presence end the session? */
export const isOffline = (presence: unknown, session: string): boolean => {
  const { online, sess } = presence as { online: boolean; sess: string }
  return !online && sess === session
}
