import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import { type ServiceProcess, startProcess } from '../service-process.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../smtp-receiver.ts'
import { newStorage } from '../storage.ts'
import { ENGINES } from '../tier.ts'
import { type Receiver, startReceiver, TEST_CA_FILE } from '../webhook-receiver.ts'

const ROUNDS = 3
const GUESTS_PER_ROUND = 15
/** So many mails and pushes can be under way when a process dies: one batch, and one for each receiver. */
const UNDER_WAY = { mails: 20, pushes: 1 }
/** What a dead process had taken is free again after this. */
const LEASES_OVER = 'PT3M'

interface Promised {
  /** Who was promised a mail. */
  guests: string[]
  /** Locks of which somebody was promised to be told. */
  doors: string[]
}

/** Registers locks and invites guests without a pause until the process is gone; only what was answered is promised. */
async function workOn({ api }: ServiceProcess, round: number, promised: Promised): Promise<void> {
  for (let i = 0; ; i++) {
    const name = `Door ${round} ${i}`
    const { data: lock } = await api.smartlocks.register({ body: { type: 4, name } })
    promised.doors.push(name)
    const email = `guest-${round}-${i}@example.com`
    const { data: user } = await api.accountUsers.create({ body: { email, name: 'Guest' } })
    const { accountUserId } = user
    const body = { name: 'Guest', type: 0, remoteAllowed: true, accountUserId } as const
    await api.authorizations.createOn({ params: { smartlockId: lock.smartlockId }, body })
    promised.guests.push(email)
  }
}

/** The receivers are slow enough that something is always under way. */
const hesitate = () => sleep(5)

async function startReceivers(t: Parameters<typeof startReceiver>[0]) {
  const post = await startSmtpReceiver(t, {
    onMailFrom: (_from, _session, done) => void hesitate().then(() => done()),
  })
  const push = await startReceiver(t, (_message, response) => void hesitate().then(() => response.end()))
  const settings = {
    LATCHWORK_SMTP_URL: post.config.smtp.url,
    LATCHWORK_SMTP_CA_FILE: post.config.smtp.caFile,
    LATCHWORK_MAIL_FROM: post.config.mail.from,
    LATCHWORK_OUTBOUND_CA_FILE: TEST_CA_FILE,
  }
  return { post, push, settings }
}

const idOf = (mail: SmtpReceiver['mails'][number]) => mail.headers.get('message-id')?.[0] ?? ''

/** Every guest has one mail, which may have come again; and no more of them came again than were under way. */
function assertMails({ mails }: SmtpReceiver, guests: readonly string[]): void {
  const byGuest = Map.groupBy(mails, ({ to }) => to[0])
  for (const guest of guests)
    assert.equal(new Set(byGuest.get(guest)?.map(idOf)).size, 1, `${guest} has one mail`)
  const again = mails.length - new Set(mails.map(idOf)).size
  assert.ok(again <= ROUNDS * UNDER_WAY.mails, `${again} mails came again`)
}

function assertPushes({ messages }: Receiver, doors: readonly string[]): void {
  const told = Map.groupBy(messages, ({ body }) => JSON.parse(body)[0].smartlockName as string)
  for (const door of doors)
    assert.equal(new Set(told.get(door)?.map(({ id }) => id)).size, 1, `${door} was told of once`)
  const again = messages.length - new Set(messages.map(({ id }) => id)).size
  assert.ok(again <= ROUNDS * UNDER_WAY.pushes, `${again} messages came again`)
}

for (const engine of ENGINES) {
  test(`SIGKILL while mails and notifications go out: none is lost, and what comes again has its old id [${engine}]`, async (t) => {
    const storage = await newStorage(engine)
    t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
    const { post, push, settings } = await startReceivers(t)
    const start = () => startProcess(storage, settings, ['--sandbox'])
    let service = await start()
    t.after(() => service.kill())
    await service.api.notifications.create({
      body: { pushId: push.url, os: 2, language: 'en', settings: [{ triggerEvents: ['smartlock'] }] },
    })
    const promised: Promised = { guests: [], doors: [] }
    for (let round = 0; round < ROUNDS; round++) {
      const work = workOn(service, round, promised).catch(() => undefined)
      // So much was promised, not after so much time: on a busy machine nothing might be done within any time.
      const enough = promised.guests.length + GUESTS_PER_ROUND
      await eventually('enough was promised', () => promised.guests.length >= enough)
      await service.kill()
      await work
      service = await start()
    }
    await service.api.sandbox.moveClock({ body: { advance: LEASES_OVER } })
    const told = () => push.messages.map(({ body }) => JSON.parse(body)[0].smartlockName)
    const mailed = () => post.mails.map(({ to }) => to[0])
    const isAllThere = () =>
      new Set(promised.guests).isSubsetOf(new Set(mailed())) &&
      new Set(promised.doors).isSubsetOf(new Set(told()))
    await eventually('everything has arrived', isAllThere)
    assertMails(post, promised.guests)
    assertPushes(push, promised.doors)
  })
}
