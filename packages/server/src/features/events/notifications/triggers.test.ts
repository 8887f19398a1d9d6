import assert from 'node:assert/strict'
import type { NotificationMessage, SimEvent, SimLockChange, TriggerEvent } from '@latchwork/contract'
import { verifyWebhook } from '@latchwork/sdk'
import { type Receiver, startReceiver, TO_RECEIVERS } from '../../../../test/webhook-receiver.ts'
import { apiTest, type World } from '../../../../test/world.ts'

const options = { sandbox: true, config: { outbound: TO_RECEIVERS } } as const

const lockOf = async (w: World, name: string) => {
  const { data: locks } = await w.api.sandbox.list()
  const smartlockId = locks.find((lock) => lock.name === name)?.smartlockId ?? assert.fail(`no ${name}`)
  const params = { smartlockId }
  return {
    smartlockId,
    set: (body: SimLockChange) => w.api.sandbox.change({ params, body }),
    does: (body: SimEvent) => w.api.sandbox.happen({ params, body }),
    act: async (action: number) => {
      await w.api.smartlocks.action({ params, body: { action } })
      await w.api.sandbox.moveClock({ body: { advance: 'PT30S' } })
    },
  }
}

const told = (receiver: Receiver): NotificationMessage[] =>
  receiver.messages.flatMap(({ payload }) => payload as unknown as NotificationMessage[])

const heard = (w: World, receiver: Receiver, event: TriggerEvent, text: RegExp) =>
  w.until(`a message of ${event} with ${text}`, async () =>
    told(receiver).find((message) => message.event === event && text.test(message.message)),
  )

const subscribe = async (w: World, url: string, settings: object[], more: object = {}) =>
  (await w.api.notifications.create({ body: { pushId: url, os: 2, settings: settings as never, ...more } }))
    .data

apiTest(
  'every movement of a simulated lock reaches the receiver, signed, as its own trigger event (D95, D97)',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const triggerEvents = ['lock', 'unlock', 'unlatch', 'lockngo']
    const notification = await subscribe(w, receiver.url, [{ triggerEvents }], { referenceId: 'r-1' })
    const door = await lockOf(w, 'Apartment 1')
    await door.act(1)
    const first = await heard(w, receiver, 'unlock', /^Apartment 1: unlocked \(.+\)$/)
    assert.deepEqual(
      [first.notificationId, first.referenceId, first.smartlockId, first.smartlockName],
      [notification.notificationId, 'r-1', door.smartlockId, 'Apartment 1'],
    )
    assert.deepEqual([first.smartlockLog?.action, first.date], [1, first.smartlockLog?.date])
    await door.act(2)
    await heard(w, receiver, 'lock', /^Apartment 1: locked/)
    await door.act(3)
    await heard(w, receiver, 'unlatch', /unlatched/)
    await door.act(4)
    await heard(w, receiver, 'lockngo', /lock ’n’ go/)
    const now = w.service.platform.clock.now()
    for (const message of receiver.messages) await verifyWebhook(notification.secret, message, { now })
    const { data } = await w.api.notifications.get({
      params: { notificationId: notification.notificationId },
    })
    assert.equal(data.status, 1)
    assert.ok(data.lastActiveDate)
  },
  options,
)

apiTest(
  'what a door sensor finds wrong is told: ajar, not matching, stuck (D97)',
  async (w, t) => {
    const receiver = await startReceiver(t)
    await subscribe(w, receiver.url, [{ triggerEvents: ['warnings', 'doorsensor'] }])
    const door = await lockOf(w, 'Front door')
    await door.does({ event: 'turn', to: 'unlock' })
    await door.does({ event: 'doorOpened' })
    await door.does({ event: 'turn', to: 'lock' })
    await heard(w, receiver, 'warnings', /door/i)
    await w.api.sandbox.moveClock({ body: { advance: 'PT10M' } })
    await w.until('both warnings', async () => {
      const warnings = told(receiver).filter(({ event }) => event === 'warnings')
      return warnings.map(({ smartlockLog }) => smartlockLog?.action).join() === '209,208'
    })
    await door.set({ doorSensorJam: true })
    await door.does({ event: 'doorClosed' })
    await w.until('the sensor', async () =>
      told(receiver).some(
        ({ event, smartlockLog }) => event === 'doorsensor' && smartlockLog?.action === 242,
      ),
    )
  },
  options,
)

apiTest(
  'opening by the intercom and its bell are told as open and ring',
  async (w, t) => {
    const receiver = await startReceiver(t)
    await subscribe(w, receiver.url, [{ triggerEvents: ['open', 'ring'] }])
    const intercom = await lockOf(w, 'Intercom')
    await intercom.act(3)
    await heard(w, receiver, 'open', /^Intercom: door opened by the opener/)
    await intercom.does({ event: 'ring' })
    await heard(w, receiver, 'ring', /^Intercom: the doorbell is ringing/)
  },
  options,
)

apiTest(
  'the door sensor, a wrong code, a foreign finger, a blocked motor and a low battery are told',
  async (w, t) => {
    const receiver = await startReceiver(t)
    await subscribe(w, receiver.url, [{ triggerEvents: ['doorsensor', 'warnings'] }])
    const door = await lockOf(w, 'Front door')
    await door.does({ event: 'doorOpened' })
    await heard(w, receiver, 'doorsensor', /door opened/)
    await door.does({ event: 'doorClosed' })
    await heard(w, receiver, 'doorsensor', /door closed/)
    await door.does({ event: 'keypad', code: '999999' })
    await heard(w, receiver, 'warnings', /wrong code/)
    await (await lockOf(w, 'Apartment 2')).does({ event: 'fingerprint', known: false })
    await heard(w, receiver, 'warnings', /fingerprint/)
    await door.set({ batteryCharge: 10 })
    const low = await heard(w, receiver, 'warnings', /the battery is low/)
    assert.equal(low.smartlockLog, undefined, 'no log entry tells it')
    await door.set({ jam: true })
    await door.act(1)
    await heard(w, receiver, 'warnings', /the motor is blocked/)
  },
  options,
)

apiTest(
  'coming, going, being added and being removed are told, and what was asked about a lock goes with it (D63)',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const door = await lockOf(w, 'Old cellar')
    const ofAll = await subscribe(w, receiver.url, [{ triggerEvents: ['smartlock'] }], { language: 'de' })
    await door.set({ connection: 'offline' })
    await heard(w, receiver, 'smartlock', /^Old cellar: Verbindung verloren$/)
    await door.set({ connection: 'online' })
    await heard(w, receiver, 'smartlock', /^Old cellar: wieder verbunden$/)
    const { smartlockId } = await w.lock({ name: 'Shed' })
    await heard(w, receiver, 'smartlock', /^Shed: wurde hinzugefügt$/)
    const other = await startReceiver(t)
    const ofOne = await subscribe(w, other.url, [
      { smartlockId, triggerEvents: ['smartlock'] },
      { smartlockId: door.smartlockId, triggerEvents: ['lock'] },
    ])
    await w.api.smartlocks.remove({ params: { smartlockId } })
    await heard(w, receiver, 'smartlock', /^Shed: wurde entfernt$/)
    await heard(w, other, 'smartlock', /^Shed: was removed$/)
    const settings = async (notificationId: string) =>
      (await w.api.notifications.get({ params: { notificationId } })).data.settings
    assert.deepEqual(await settings(ofOne.notificationId), [
      { smartlockId: door.smartlockId, triggerEvents: ['lock'] },
    ])
    assert.deepEqual(await settings(ofAll.notificationId), [{ triggerEvents: ['smartlock'] }])
  },
  options,
)

apiTest(
  'a setting for one lock, or for one authorization, lets nothing else through; what has no actor passes',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const door = await lockOf(w, 'Apartment 1')
    const other = await lockOf(w, 'Apartment 2')
    const filtered = [
      { smartlockId: door.smartlockId, triggerEvents: ['unlock', 'smartlock'], authIds: ['f'.repeat(24)] },
    ]
    await subscribe(w, receiver.url, filtered)
    await door.act(1)
    await other.act(1)
    await door.set({ connection: 'offline' })
    await heard(w, receiver, 'smartlock', /connection lost/)
    assert.deepEqual(
      told(receiver).map(({ event }) => event),
      ['smartlock'],
    )
  },
  options,
)

apiTest(
  'a sub-account that may no longer see logs is told nothing',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const others = await startReceiver(t)
    const sub = await w.caller({ rights: 16 })
    const body = { pushId: receiver.url, os: 2, settings: [{ triggerEvents: ['smartlock'] }] } as const
    await sub.api.notifications.create({ body: { ...body, settings: [...body.settings] as never } })
    await subscribe(w, others.url, [{ triggerEvents: ['smartlock'] }])
    await w.lock({ name: 'One' })
    await heard(w, receiver, 'smartlock', /^One/)
    await w.db.updateTable('account').set({ rights: 15 }).where('account_id', '=', sub.accountId).execute()
    await w.lock({ name: 'Two' })
    await heard(w, others, 'smartlock', /^Two/)
    assert.equal(receiver.messages.length, 1)
  },
  options,
)
