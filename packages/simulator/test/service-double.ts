import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { Socket } from 'node:net'
import type { TestContext } from 'node:test'
import {
  appendSignature,
  commandText,
  type DownCmd,
  downlinkText,
  downTopic,
  LDP_MAX_BYTES,
  parseUpTopic,
  splitSignature,
  UpAck,
  UpAuths,
  UpEvent,
  UpForeign,
  UpInfo,
  type UpLeaf,
  UpPairings,
  UpPresence,
  UpReported,
  UpState,
  uplinkText,
  upTopic,
} from '@latchwork/contract/device'
import type { Clock } from '@latchwork/ldp-device'
import { connectAsync } from 'mqtt'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { until } from './until.ts'

const SHAPES = {
  presence: Compile(UpPresence),
  info: Compile(UpInfo),
  state: Compile(UpState),
  event: Compile(UpEvent),
  ack: Compile(UpAck),
  reported: Compile(UpReported),
  auths: Compile(UpAuths),
  foreign: Compile(Type.Union([UpForeign, UpPairings])),
}

interface Messages {
  presence: UpPresence
  info: UpInfo
  state: UpState
  event: UpEvent
  ack: UpAck
  reported: UpReported
  auths: UpAuths
  foreign: UpForeign | UpPairings
}

type Heard = { [L in UpLeaf]: { leaf: L; message: Messages[L] } }[UpLeaf]

/** The service's side of LDP/1 for one device: checks everything it hears, and can say whatever a test wants. */
export async function startService(
  t: TestContext,
  options: { url: string; deviceId: string; secret: string; clock: Clock },
) {
  const { url, deviceId, secret, clock } = options
  const client = await connectAsync(url, { protocolVersion: 4, clientId: 'service', reconnectPeriod: 0 })
  if (client.stream instanceof Socket) client.stream.setNoDelay(true)
  t.after(() => client.endAsync(true))
  const key = createHmac('sha256', secret).update('ldp1 device key').digest()
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('hex')
  const heard: Heard[] = []
  const faults: string[] = []

  client.on('message', (topic, payload) => {
    const leaf = parseUpTopic(topic)?.leaf
    const text = payload.toString()
    const parts = splitSignature(text)
    const message: unknown = JSON.parse(text)
    if (!leaf || !SHAPES[leaf].Check(message)) faults.push(`shape of ${topic}: ${text}`)
    else if (!parts || sign(uplinkText(deviceId, leaf, parts.unsigned)) !== parts.sig)
      faults.push(`signature of ${text}`)
    else if (payload.length > LDP_MAX_BYTES) faults.push(`size of ${text}`)
    else heard.push({ leaf, message } as Heard)
  })
  await client.subscribeAsync(upTopic(deviceId, '#'), { qos: 1 })
  // Whatever a test is about: every uplink has the contract's shape and a valid signature.
  t.after(() => assert.deepEqual(faults, []))

  const all = <L extends UpLeaf>(leaf: L) =>
    heard.flatMap((one) => (one.leaf === leaf ? [one.message as Messages[L]] : []))
  const acks = (id: string) =>
    all('ack').flatMap((ack) =>
      ack.id === id ? [ack.code === undefined ? ack.phase : `${ack.phase} ${ack.code}`] : [],
    )
  let counter = 0

  return {
    heard,
    all,
    /** Phases and codes of the acks to a command. */
    acks,
    get session() {
      return all('presence').at(-1)?.sess ?? ''
    },
    /** A correctly signed command for the present connection, unless told otherwise. */
    command(changes: Partial<Omit<DownCmd, 'sig'>> = {}): DownCmd {
      counter++
      const unsigned = {
        id: `command-${counter}`,
        sess: this.session,
        ctr: counter,
        iat: clock.now(),
        exp: clock.now() + 10_000,
        action: 1,
        opt: 0,
        ...changes,
      }
      return { ...unsigned, sig: sign(commandText(deviceId, unsigned)) }
    },
    async send(command: DownCmd, { retain = false } = {}) {
      await client.publishAsync(downTopic(deviceId, 'cmd'), JSON.stringify(command), { qos: 1, retain })
    },
    async sendText(text: string, leaf: 'cmd' | 'eack' = 'cmd') {
      await client.publishAsync(downTopic(deviceId, leaf), text, { qos: 1 })
    },
    /** Orders settings or a report, signed for the present connection unless told otherwise. */
    async request(leaf: 'desired' | 'sync', message: object, { retain = false, signed = true } = {}) {
      const unsigned = JSON.stringify({ sess: this.session, ...message })
      const sig = sign(downlinkText(deviceId, signed ? leaf : 'cmd', unsigned))
      await client.publishAsync(downTopic(deviceId, leaf), appendSignature(unsigned, sig), { qos: 1, retain })
    },
    async acknowledgeEvents(upTo: number, { retain = false } = {}) {
      await client.publishAsync(downTopic(deviceId, 'eack'), JSON.stringify({ upTo }), { qos: 1, retain })
    },
    hearsAck: (id: string, last: string) => until(`ack ${last} of ${id}`, () => acks(id).at(-1) === last),
    hearsEvents: (count: number) => until(`${count} events`, () => all('event').length >= count),
    hearsPresence: (count: number) => until(`${count} presences`, () => all('presence').length >= count),
  }
}
