import assert from 'node:assert/strict'
import type { GatewayMessage } from '@latchwork/contract'
import { Webhook } from 'standardwebhooks'
import {
  booked,
  codeOf,
  messagesOf,
  messageTest,
  PROOF,
  type Rig,
  untilMessage,
  untilSent,
  writingHouse,
} from '../../../../test/guest-messages.ts'
import { clockOf, HOUR_MS } from '../../../../test/stays.ts'
import type { Received } from '../../../../test/webhook-receiver.ts'

const PHONE = '+436601234567'

async function withGateway({ w, gateway }: Rig, addressId: number): Promise<string> {
  const { data } = await w.api.guestMessages.setGateway({
    params: { addressId },
    body: { url: `${gateway.url}/key-in-the-path`, ...PROOF },
  })
  assert.equal(data.gatewayUrl, `${new URL(gateway.url).origin}/…`)
  return data.secret
}

/** The signature as a library of the standard makes it. */
function assertSigned({ id, headers, body }: Received, secret: string): void {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  const signed = new Webhook(secret).sign(id, at, body)
  assert.ok(String(headers['webhook-signature']).split(' ').includes(signed))
}

messageTest(
  'a guest with a number gets a short message by the gateway of the address, signed, and tried again (D182)',
  async (rig) => {
    const { w, gateway, smtp } = rig
    const { addressId, door } = await writingHouse(w)
    door.obeyAll()
    const secret = await withGateway(rig, addressId)
    const stored = JSON.stringify(await w.db.selectFrom('message_setting').selectAll().execute())
    assert.ok(!stored.includes(secret) && !stored.includes('key-in-the-path'))
    gateway.answer = (_message, response) => response.writeHead(503).end()
    const place = await booked(w, addressId, { email: '', phone: PHONE, language: 'nl' })
    await clockOf(w).moveTo(place.from - 6 * HOUR_MS)
    const waiting = await untilMessage(w, place, 'the gateway refused once', ({ attempts }) => attempts === 1)
    assert.deepEqual([waiting.state, waiting.error], ['queued', 'The gateway answered 503.'])
    gateway.answer = (_message, response) => response.end()
    await clockOf(w).advance(60_000)
    const sent = await untilSent(w, place)
    assert.deepEqual([sent.channel, sent.recipient, sent.code], ['gateway', PHONE, 'included'])
    assert.deepEqual([smtp.mails.length, gateway.messages.length], [0, 2])
    const [first, second] = gateway.messages as [Received, Received]
    for (const message of [first, second]) assertSigned(message, secret)
    assert.deepEqual([first.id, second.id], [sent.id, sent.id], 'a gateway knows it again')
    const { type, data } = second.payload as unknown as GatewayMessage
    const { text, ...rest } = data
    assert.deepEqual(
      [type, rest],
      [
        'guest.message',
        {
          ...{ messageId: sent.id, addressId, reservationId: place.id, kind: 'arrival' },
          ...{ language: 'nl', phone: PHONE, test: false },
        },
      ],
    )
    assert.ok(text.includes(codeOf(door)) && text.includes('https://locks.example/g/'))
  },
)

messageTest(
  'what a gateway or a mail server refuses for good is shown with its reason, and can be sent again',
  async (rig) => {
    const { w, gateway, smtp } = rig
    const { addressId } = await writingHouse(w, { settings: {} })
    await withGateway(rig, addressId)
    gateway.answer = (_message, response) => response.writeHead(422).end()
    smtp.refuse = () => ({ code: 550, text: 'no such mailbox' })
    const place = await booked(w, addressId, { phone: PHONE })
    await clockOf(w).moveTo(place.from - 6 * HOUR_MS)
    await w.until('both were refused', async () =>
      (await messagesOf(w, place)).every(({ state }) => state === 'refused'),
    )
    const refused = await messagesOf(w, place)
    assert.deepEqual(refused.map(({ channel }) => channel).sort(), ['gateway', 'mail'])
    for (const { error, channel } of refused)
      assert.match(error ?? '', channel === 'mail' ? /no such mailbox/ : /422/)
    smtp.refuse = () => undefined
    const { data: again } = await w.api.guestMessages.send({ params: place, body: {} })
    assert.equal(again.state, 'queued')
    const sent = await untilSent(w, place)
    assert.deepEqual([sent.id, sent.channel], [again.id, 'mail'])
    const wrong = w.api.guestMessages.send({ params: place, body: { recipient: 'other@example.com' } })
    await w.refuses(wrong, 'invalid_parameter')
    await w.api.guestMessages.removeGateway({ params: { addressId } })
    const none = w.api.guestMessages.send({ params: place, body: { channel: 'gateway' } })
    await w.refuses(none, 'invalid_parameter')
    await clockOf(w).moveTo(place.until)
    await w.refuses(w.api.guestMessages.send({ params: place, body: {} }), 'reservation_not_active')
  },
)

messageTest('a gateway is tried with a guest who is made up, and says what it answers', async (rig) => {
  const { w, gateway } = rig
  const { addressId } = await writingHouse(w)
  const test = async () =>
    (await w.api.guestMessages.testGateway({ params: { addressId }, body: { phone: PHONE } })).data
  await w.refuses(test(), 'not_found')
  const secret = await withGateway(rig, addressId)
  assert.deepEqual(await test(), { success: true, message: 'The gateway took the message.' })
  const [message] = gateway.messages as [Received]
  assertSigned(message, secret)
  assert.partialDeepStrictEqual(message.payload, { data: { phone: PHONE, test: true } })
  gateway.answer = (_message, response) => response.writeHead(401).end()
  assert.deepEqual(await test(), { success: false, message: 'The gateway answered 401.' })
  const inside = w.api.guestMessages.setGateway({
    params: { addressId },
    body: { url: 'https://10.0.0.1/sms', ...PROOF },
  })
  await w.refuses(inside, 'url_not_allowed')
})
