import assert from 'node:assert/strict'
import { startReceiver, TO_RECEIVERS } from '../../../test/webhook-receiver.ts'
import { apiTest, type World } from '../../../test/world.ts'

const options = { sandbox: true, config: { outbound: TO_RECEIVERS } } as const

const mails = async (w: World) => (await w.api.sandbox.mail({})).data.toReversed()

apiTest(
  'a battery that runs low is mailed once each time, to owners who asked for it (4.12)',
  async (w) => {
    const { data: locks } = await w.api.sandbox.list()
    const smartlockId = locks.find(({ name }) => name === 'Lobby')?.smartlockId ?? assert.fail('no lock')
    const params = { smartlockId }
    const charge = async (batteryCharge: number) => {
      await w.api.sandbox.change({ params, body: { batteryCharge } })
      await w.until(`the lock has reported ${batteryCharge} %`, async () => {
        const { data } = await w.api.smartlocks.get({ params })
        return data.state?.batteryCharge === batteryCharge
      })
    }
    await charge(10)
    assert.deepEqual(await mails(w), [], 'nobody asked')
    await charge(90)
    await w.api.smartlocks.setWebConfig({ params, body: { batteryWarningPerMailEnabled: true } })
    for (const level of [19, 18, 5, 90, 12]) await charge(level)
    const subjects = (await mails(w)).map(({ subject, to }) => [subject, to])
    assert.deepEqual(subjects, [
      ['Lobby: low battery', w.credentials.email],
      ['Lobby: low battery', w.credentials.email],
    ])
  },
  options,
)

apiTest(
  'a webhook that is switched off is mailed to its owner, with its address (D90)',
  async (w, t) => {
    const receiver = await startReceiver(t, (_message, response) => response.writeHead(410).end())
    await w.api.webhooks.register({
      body: { webhookUrl: receiver.url, webhookFeatures: ['DEVICE_MASTERDATA'] },
    })
    await w.lock()
    const [mail] = await w.until('the mail', async () => {
      const all = (await mails(w)).filter(({ template }) => template !== 'newWebhook')
      return all.length > 0 && all
    })
    assert.deepEqual([mail?.template, mail?.to], ['webhookDeactivated', w.credentials.email])
    assert.ok(mail?.text?.includes(`    ${receiver.url}\n`))
    assert.match(mail?.text ?? '', /since \w+ \d+, \d{4} at \d+:\d\d [AP]M UTC\./)
    const [row] = (await w.api.webhooks.list()).data
    assert.equal(row?.status, 'DEACTIVATED')
  },
  options,
)
