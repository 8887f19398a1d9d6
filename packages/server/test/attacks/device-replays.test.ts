import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type UpLeaf, upTopic } from '@latchwork/contract/device'
import { connectAccess, keypadLock } from '../access-device.ts'
import { connectDevice, type LdpDevice, signUplink } from '../ldp-device.ts'
import { apiTest, type RegisteredLock, type World } from '../world.ts'

const STATE = {
  ...{ at: 1, mode: 2, trigger: 0, lastAction: 1, door: 2, nightMode: false },
  battery: { pct: 80, critical: false, charging: false },
}

const presenceOf = (lock: RegisteredLock, sess: string, epoch: string) => ({
  ...{
    online: true,
    sess,
    at: Date.now(),
    proto: 1,
    minor: 2,
    fw: '1.0.0',
    epoch,
    key: lock.username,
    oldest: 1,
  },
})

/** What `w.connect` announces. */
const EPOCH_OF_TESTS = '00112233445566aa'

const newSession = () => randomBytes(16).toString('hex')

/** What somebody on the wire has kept, and says again as it was. */
interface Overheard {
  leaf: UpLeaf
  text: string
}

const overheard = (lock: RegisteredLock, leaf: UpLeaf, body: object): Overheard => ({
  leaf,
  text: signUplink(lock.deviceId, leaf, body, lock.secret),
})

/** A connection that says nothing by itself. */
const silent = (w: World, { deviceId, username, secret }: RegisteredLock): Promise<LdpDevice> =>
  connectDevice({ url: w.service.bus.url, deviceId, username, secret, will: false, announce: false })

async function sayAll(
  w: World,
  device: LdpDevice,
  { deviceId }: RegisteredLock,
  words: readonly Overheard[],
) {
  for (const { leaf, text } of words) await device.publishRaw(upTopic(deviceId, leaf), text)
  await w.service.settle()
}

const rowOf = (w: World, { smartlockId }: RegisteredLock) =>
  w.db.selectFrom('smartlock').selectAll().where('smartlock_id', '=', smartlockId).executeTakeFirstOrThrow()

/** How many messages were found to be said again. */
async function replayed(w: World): Promise<number> {
  const { values } = await w.service.platform.metrics.droppedMessages.get()
  return values.find(({ labels }) => labels.reason === 'replayed')?.value ?? 0
}

apiTest(
  'words from before a lock lost its memory, said again, change neither its state nor its log',
  async (w) => {
    const lock = await w.lock()
    const old = '1'.repeat(16)
    const event = { at: 1, kind: 'action', action: 1, trigger: 1, result: 0 }
    const first = [
      overheard(lock, 'presence', presenceOf(lock, newSession(), old)),
      overheard(lock, 'state', { seq: 7, epoch: old, lock: 1, ...STATE }),
      overheard(lock, 'event', { seq: 1, epoch: old, ...event }),
      overheard(lock, 'event', { seq: 2, epoch: old, ...event }),
    ]
    // Kept back on its way: the service has never seen this session, and the memory is lost all the same.
    const unseen = overheard(lock, 'presence', presenceOf(lock, newSession(), old))
    const device = await silent(w, lock)
    await sayAll(w, device, lock, first)
    const [session, epoch] = [newSession(), '2'.repeat(16)]
    await sayAll(w, device, lock, [
      overheard(lock, 'presence', presenceOf(lock, session, epoch)),
      overheard(lock, 'state', { seq: 1, epoch, lock: 3, ...STATE }),
    ])
    // Kept since an older firmware, which named no epoch.
    const unnamed = overheard(lock, 'state', { seq: 9, lock: 1, ...STATE })
    const before = await w.until('the new memory is known', async () => {
      const row = await rowOf(w, lock)
      return row.session_id === session && row.state_seq === 1 && row
    })
    assert.equal(JSON.parse(before.state ?? '').state, 3)
    for (const presence of [first[0] as Overheard, unseen])
      await sayAll(w, device, lock, [presence, ...first.slice(1), unnamed])
    await w.until('all of it was dropped', async () => (await replayed(w)) === 10)
    const after = await rowOf(w, lock)
    assert.deepEqual({ ...after, last_seen_at: 0 }, { ...before, last_seen_at: 0 })
    const { data: log } = await w.api.smartlocks.logOf({ params: { smartlockId: lock.smartlockId } })
    assert.equal(log.length, 2, 'each event once')
  },
)

apiTest(
  'a session that was replaced, announced again, does not take the lock from its connection',
  async (w) => {
    const lock = await w.lock()
    const epoch = '3'.repeat(16)
    const device = await silent(w, lock)
    const sessions = Array.from({ length: 3 }, newSession)
    const words = sessions.map((session) => overheard(lock, 'presence', presenceOf(lock, session, epoch)))
    await sayAll(w, device, lock, words)
    await sayAll(w, device, lock, words.slice(0, 2))
    await w.until('both were dropped', async () => (await replayed(w)) === 2)
    const { session_id, server_state } = await rowOf(w, lock)
    assert.deepEqual([session_id, server_state], [sessions[2], 0])
  },
)

apiTest(
  'a list of codes from an earlier connection, said again, does not make a code count as removed that still opens',
  async (w) => {
    const lock = await keypadLock(w)
    const params = { smartlockId: lock.smartlockId }
    const early = await w.connect(lock)
    const words = [
      overheard(lock, 'presence', presenceOf(lock, early.session, EPOCH_OF_TESTS)),
      overheard(lock, 'auths', { sess: early.session, entries: {} }),
    ]
    await early.end()
    const door = await connectAccess(w, lock)
    const body = { name: 'Ida', type: 13, code: 482913, remoteAllowed: false } as never
    const { operationId } = await w.api.authorizations.createOn({ params, body })
    await door.obey(await door.patch(0))
    await w.untilOperation(operationId, 'confirmed')
    const [right] = (await w.api.authorizations.listOf({ params })).data
    const removal = { smartlockId: lock.smartlockId, id: right?.id ?? '' }
    await w.api.authorizations.remove({ params: removal })
    // The order to forget it does not get through, or is not obeyed.
    await door.patch(1)
    await sayAll(w, door.device, lock, words)
    await w.until('the presence was dropped', async () => (await replayed(w)) === 1)
    await w.service.settle()
    const rows = await w.db.selectFrom('smartlock_auth').select('id').execute()
    assert.deepEqual(rows, [{ id: removal.id }], 'it still waits for the lock')
    assert.equal((await rowOf(w, lock)).session_id, door.device.session)
  },
)

apiTest('an answer about settings from an earlier connection, said again, is not believed', async (w) => {
  const lock = await keypadLock(w)
  const early = await w.connect(lock)
  const { config } = await rowOf(w, lock)
  const values = { ...JSON.parse(config ?? '{}'), name: 'Old name' }
  const answer = { sess: early.session, section: 'config', rev: 1, errors: [], values }
  await early.end()
  const device = await w.connect(lock)
  await sayAll(w, device, lock, [overheard(lock, 'reported', answer)])
  assert.equal((await rowOf(w, lock)).config, config)
  await sayAll(w, device, lock, [overheard(lock, 'reported', { ...answer, sess: device.session })])
  await w.until('in its own connection it is', async () =>
    (await rowOf(w, lock)).config?.includes('Old name'),
  )
})
