import { createHmac, randomBytes } from 'node:crypto'
import type { ConnectionOptions } from 'node:tls'
import {
  appendSignature,
  DEVICE_KEY_LABEL,
  type DownAsk,
  type DownCmd,
  type DownDesired,
  type DownLeaf,
  type DownSync,
  downTopic,
  LOGIN_KEY_LABEL,
  type UpLeaf,
  type UpReported,
  uplinkText,
  upTopic,
} from '@latchwork/contract/device'
import { connect, type IClientOptions } from 'mqtt'
import { eventually } from './eventually.ts'

export interface LdpDeviceOptions {
  readonly url: string
  /** What it believes, and the certificate it shows, where the URL is mqtts://. */
  readonly tls?: ConnectionOptions | undefined
  readonly deviceId: string
  readonly username: string
  /** What the device was given: the source of its password and of its signing key. */
  readonly secret: string
  readonly password?: string
  readonly clientId?: string
  readonly clean?: boolean
  readonly keepAliveS?: number
  readonly protocolVersion?: 4 | 5
  /** Its will; false for none. By default a signed `online: false`. */
  readonly will?: { topic: string; payload: string } | false
  /** Subscribes to its commands and publishes its presence, as a device should. */
  readonly announce?: boolean
  /** The oldest event it can still send. */
  readonly oldest?: number
  readonly session?: string
  /** The minor version of the protocol that it speaks; from 2 on its states and events have to name the epoch. */
  readonly minor?: number | undefined
}

export interface ReceivedMessage {
  readonly topic: string
  readonly payload: string
  readonly retain: boolean
}

/** A device in a test: it signs as it should, and can also send whatever a test wants, right or wrong. */
export interface LdpDevice {
  readonly session: string
  /** Everything it received, in order. */
  readonly received: readonly ReceivedMessage[]
  readonly commands: readonly DownCmd[]
  readonly isConnected: boolean
  /** The message as it goes over the wire; `secret` other than its own makes a forgery. */
  sign(leaf: UpLeaf, body: object, secret?: string): string
  /** Publishes signed. */
  publish(leaf: UpLeaf, body: object): Promise<'confirmed' | 'closed'>
  /** Publishes anything anywhere; `closed` when the broker hung up instead of confirming. */
  publishRaw(
    topic: string,
    payload: string | Buffer,
    options?: { qos?: 0 | 1 | 2; retain?: boolean },
  ): Promise<'confirmed' | 'closed'>
  /** The quality of service granted, or 128 when refused. */
  subscribe(filter: string, qos?: 0 | 1 | 2): Promise<number>
  /** The command of that number (counted from 0), as soon as it has arrived. */
  command(index: number): Promise<DownCmd>
  ack(command: Pick<DownCmd, 'id'>, phase: 'accepted' | 'done', code?: number): Promise<void>
  /** The order to change settings of that number (counted from 0), as soon as it has arrived. */
  desired(index: number): Promise<DownDesired>
  /** What became of a command? All that came, and the question of that number. */
  readonly questions: readonly DownAsk[]
  question(index: number): Promise<DownAsk>
  /** The order to report everything of that number. */
  sync(index: number): Promise<DownSync>
  /** Answers an order to change settings; without errors unless given. */
  report(
    desired: Pick<DownDesired, 'section' | 'rev'>,
    answer?: Partial<Pick<UpReported, 'errors' | 'values'>>,
  ): Promise<void>
  /** Cuts the connection without a goodbye, so that the will is due. */
  drop(): Promise<void>
  /** Says goodbye. */
  end(): Promise<void>
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>
}

/** Connects; rejects when the broker refuses. */
export async function connectDevice(options: LdpDeviceOptions): Promise<LdpDevice> {
  const { deviceId, secret } = options
  const session = options.session ?? randomBytes(16).toString('hex')
  const sign = (leaf: UpLeaf, body: object, by = secret): string => signUplink(deviceId, leaf, body, by)
  const presence = (online: boolean): object => presenceBody(options, session, online)

  const client = connect(
    options.url,
    connectOptions(options, {
      topic: upTopic(deviceId, 'presence'),
      payload: sign('presence', presence(false)),
    }),
  )
  // Listening starts before the connection does: what a broker kept for a session comes together with its welcome.
  const received: ReceivedMessage[] = []
  client.on('message', (topic, payload, packet) =>
    received.push({ topic, payload: payload.toString(), retain: packet.retain }),
  )
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.on('error', reject)
    client.once('close', () => reject(new Error('the broker closed the connection')))
  })

  const arrived = <M>(leaf: DownLeaf): M[] =>
    received.filter((m) => m.topic === downTopic(deviceId, leaf)).map((m) => JSON.parse(m.payload) as M)

  const device: LdpDevice = {
    session,
    received,
    closed,
    sign,
    get commands() {
      return arrived<DownCmd>('cmd')
    },
    get isConnected() {
      return client.connected
    },
    publish: (leaf, body) => device.publishRaw(upTopic(deviceId, leaf), sign(leaf, body)),
    async publishRaw(topic, payload, { qos = 1, retain = false } = {}) {
      const confirmed = client.publishAsync(topic, payload, { qos, retain }).then(() => 'confirmed' as const)
      return Promise.race([confirmed, closed.then(() => 'closed' as const)])
    },
    async subscribe(filter, qos = 1) {
      const granted = await client.subscribeAsync(filter, { qos }).catch((error) => {
        if (error.code === undefined && !/Subscribe error/.test(error.message)) throw error
        return [{ qos: 128 }]
      })
      return granted[0]?.qos ?? 128
    },
    command: (index) => eventually(`command ${index} of ${deviceId}`, () => device.commands[index]),
    desired: (index) =>
      eventually(`desired ${index} of ${deviceId}`, () => arrived<DownDesired>('desired')[index]),
    get questions() {
      return arrived<DownAsk>('ask')
    },
    question: (index) => eventually(`question ${index} of ${deviceId}`, () => device.questions[index]),
    sync: (index) => eventually(`sync ${index} of ${deviceId}`, () => arrived<DownSync>('sync')[index]),
    async report({ section, rev }, answer = {}) {
      await device.publish('reported', { sess: session, section, rev, errors: [], ...answer })
    },
    async ack({ id }, phase, code) {
      await device.publish('ack', { id, sess: session, phase, ...(code !== undefined && { code }) })
    },
    async drop() {
      client.stream.destroy()
      await closed
    },
    async end() {
      // Without a connection there is nobody to wait for; an unconfirmed publish would keep it waiting for ever. A
      // killed service's connections still count as connected until the sockets tell.
      await Promise.race([client.endAsync(!client.connected), closed])
    },
  }
  if (options.announce ?? true) {
    await device.subscribe(downTopic(deviceId, '#'))
    await device.publishRaw(upTopic(deviceId, 'presence'), sign('presence', presence(true)), { retain: true })
  }
  return device
}

/** Derives on its own, like signing. */
export const loginOf = (secret: string): string =>
  createHmac('sha256', secret).update(LOGIN_KEY_LABEL).digest('hex')

/** Signs on its own, so that a mistake in the service's signing shows. */
export function signUplink(deviceId: string, leaf: UpLeaf, body: object, secret: string): string {
  const unsigned = JSON.stringify(body)
  const key = createHmac('sha256', secret).update(DEVICE_KEY_LABEL).digest()
  const sig = createHmac('sha256', key)
    .update(uplinkText(deviceId, leaf, unsigned))
    .digest('hex')
  return appendSignature(unsigned, sig)
}

function presenceBody(options: LdpDeviceOptions, sess: string, online: boolean): object {
  return {
    online,
    sess,
    at: Date.now(),
    proto: 1,
    minor: options.minor ?? 1,
    fw: '1.0.0',
    epoch: '00112233445566aa',
    key: options.username,
    oldest: options.oldest ?? 1,
  }
}

function connectOptions(
  options: LdpDeviceOptions,
  lastWords: { topic: string; payload: string },
): IClientOptions {
  const { username, secret, will = lastWords } = options
  return {
    ...(options.tls as IClientOptions | undefined),
    protocolVersion: options.protocolVersion ?? 4,
    clientId: options.clientId ?? username,
    username,
    password: options.password ?? loginOf(secret),
    clean: options.clean ?? true,
    keepalive: options.keepAliveS ?? 30,
    reconnectPeriod: 0,
    ...(will && { will: { ...will, payload: Buffer.from(will.payload), qos: 1, retain: true } }),
  }
}
