import assert from 'node:assert/strict'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  addKeyToFile,
  keyFileOf,
  loadOrCreateKeys,
  removeKeyFromFile,
} from '../../src/platform/security/key-file.ts'
import { listKeys } from '../../src/platform/security/key-store.ts'
import { countStale } from '../../src/platform/security/reseal.ts'
import { keyIdOf } from '../../src/platform/security/sealer.ts'
import { openDatabase } from '../../src/schema/open-database.ts'
import { SEALED_COLUMNS } from '../../src/schema/sealed-columns.ts'
import { keypadLock } from '../access-device.ts'
import { eventually } from '../eventually.ts'
import { startProcess } from '../service-process.ts'
import { newStorage, type Storage } from '../storage.ts'
import { ENGINES } from '../tier.ts'
import { createWorld, type World } from '../world.ts'

/** Long enough for a machine with much else to do. */
const WAIT_MS = 180_000

const keyIdsOf = (dataDir: string): string[] => loadOrCreateKeys({ dataDir }).map(keyIdOf)

const stateOf = async (w: World, keyId: string) =>
  (await listKeys(w.db)).find(({ key_id }) => key_id === keyId)?.state

const untilState = (w: World, keyId: string, state: string) =>
  eventually(`${keyId} is ${state}`, async () => (await stateOf(w, keyId)) === state, WAIT_MS)

/** The ith code; there is no zero in codes. */
const codeOf = (i: number): number =>
  Number(`345${[81, 9, 1].map((unit) => (Math.floor(i / unit) % 9) + 1).join('')}`)

/** Another seed kills at other moments. */
const SEED = Number(process.env.LATCHWORK_TEST_SEED ?? 1)
const KILLS = 6
/** The file is looked at once a second; then the key is taken into use and everything is sealed anew. */
const LONGEST_MS = 2600

/** Numbers from 0 to 1 that are the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return state / 0x7fff_ffff
  }
}

/** Who shares a store and has been silent for longer is gone. */
const SILENT_MS = 31_000

/**
 * For whoever was killed that time has passed. Before, no key is taken into use that a dead process did not know: of six
 * kills only the first would be in the middle of a change.
 */
async function letTheDeadBeGone({ dataDir, databaseUrl }: Storage): Promise<void> {
  if (databaseUrl === undefined) return
  const { db, close } = await openDatabase({ dataDir, url: databaseUrl })
  const earlier = db.updateTable('key_holder').set((row) => ({ seen_at: row('seen_at', '-', SILENT_MS) }))
  await earlier.execute().finally(close)
}

/** A lock with codes, a PIN and a webhook: secrets that are read again through the API. */
async function furnish(w: World, codes: number) {
  const { smartlockId } = await keypadLock(w)
  for (let i = 0; i < codes; i++) await addCode(w, smartlockId, i)
  await w.api.smartlocks.setAdminPin({ params: { smartlockId }, body: { adminPin: 4711 } })
  return smartlockId
}

const addCode = (w: World, smartlockId: number, i: number) =>
  w.api.authorizations.createOn({
    params: { smartlockId },
    body: { name: `Code ${i}`, type: 13, code: codeOf(i), remoteAllowed: false } as never,
  })

async function codesOf(api: World['api'], smartlockId: number): Promise<(number | undefined)[]> {
  const { data } = await api.authorizations.listOf({ params: { smartlockId } })
  return data.map(({ code }) => code).sort()
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => codeOf(i))

for (const engine of ENGINES) {
  test(`a new key takes over while the service runs, and the old one is of no use afterwards [${engine}]`, async (t) => {
    const w = await createWorld(t, engine, { keySettleMs: 0 })
    const { dataDir } = w.storage
    const smartlockId = await furnish(w, 150)
    const [old = ''] = keyIdsOf(dataDir)
    const fresh = addKeyToFile(dataDir)
    await untilState(w, fresh, 'current')
    await addCode(w, smartlockId, 150)
    const twice = { ...{ name: 'Same', type: 13, code: codeOf(7), remoteAllowed: false } } as never
    await w.refuses(w.api.authorizations.createOn({ params: { smartlockId }, body: twice }), 'code_conflict')
    await untilState(w, old, 'retired')
    assert.equal(await countStale({ db: w.db, ring: w.service.platform.sealer, columns: SEALED_COLUMNS }), 0)
    assert.deepEqual(await codesOf(w.api, smartlockId), numbered(151))
    const { data: log } = await w.api.audit.list()
    assert.deepEqual(
      log
        .filter(({ action }) => action.startsWith('secretKey'))
        .map(({ action, subject }) => [action, subject]),
      [
        ['secretKey.retired', old],
        ['secretKey.rotated', fresh],
      ],
    )
    await w.stop()
    assert.ok(removeKeyFromFile(dataDir, old))
    const again = await createWorld(t, engine, { storage: w.storage })
    assert.deepEqual(await codesOf(again.api, smartlockId), numbered(151))
    await again.refuses(
      again.api.authorizations.createOn({ params: { smartlockId }, body: twice }),
      'code_conflict',
    )
  })

  test(`without a key that values are still sealed with, the service does not start and says which [${engine}]`, async (t) => {
    const w = await createWorld(t, engine)
    const { dataDir } = w.storage
    await furnish(w, 3)
    const [old = ''] = keyIdsOf(dataDir)
    const fresh = addKeyToFile(dataDir)
    await untilState(w, fresh, 'current')
    await w.stop()
    removeKeyFromFile(dataDir, old)
    await assert.rejects(createWorld(t, engine, { storage: w.storage }), new RegExp(`Missing: ${old}`))
  })

  test(`SIGKILL at any moment of a change of keys loses nothing [${engine}]`, async (t) => {
    const first = await createWorld(t, engine)
    const smartlockId = await furnish(first, 150)
    const { storage } = first
    await first.stop()
    const started = new Set<string>(keyIdsOf(storage.dataDir))
    const moment = seeded(SEED)
    t.diagnostic(`seed ${SEED}`)
    for (let i = 0; i < KILLS; i++) {
      const delay = moment() * LONGEST_MS
      const service = await startProcess(storage)
      t.after(() => service.kill())
      started.add(addKeyToFile(storage.dataDir))
      await sleep(delay)
      await service.kill()
      await letTheDeadBeGone(storage)
    }
    const last = await createWorld(t, engine, { storage, keySettleMs: 0 })
    assert.deepEqual(await codesOf(last.api, smartlockId), numbered(150))
    const [newest = '', ...others] = keyIdsOf(storage.dataDir)
    await untilState(last, newest, 'current')
    await eventually(
      'all others are needed no more',
      async () => {
        const rows = await listKeys(last.db)
        return rows.every(({ state }) => state !== 'retiring')
      },
      WAIT_MS,
    )
    assert.equal(started.size, others.length + 1, 'no key was lost on the way')
    await last.stop()
    for (const id of others) removeKeyFromFile(storage.dataDir, id)
    const alone = await createWorld(t, engine, { storage })
    assert.deepEqual(await codesOf(alone.api, smartlockId), numbered(150))
    const pin = await alone.db.selectFrom('smartlock').select('admin_pin_sealed').executeTakeFirstOrThrow()
    assert.ok(pin.admin_pin_sealed?.startsWith(`v2:${newest}:`))
  })
}

test('of two processes on one store, none writes with a key that the other cannot read with', async (t) => {
  const a = await createWorld(t, 'postgres', { keySettleMs: 0 })
  const elsewhere = await newStorage('sqlite')
  t.after(() => rm(elsewhere.dataDir, { recursive: true, force: true }))
  await copyFile(keyFileOf(a.storage.dataDir), keyFileOf(elsewhere.dataDir))
  const shared: Storage = { ...a.storage, dataDir: elsewhere.dataDir }
  const b = await createWorld(t, 'postgres', { storage: shared, keySettleMs: 0 })
  const smartlockId = await furnish(a, 5)
  const [old = ''] = keyIdsOf(a.storage.dataDir)
  const fresh = addKeyToFile(a.storage.dataDir)
  await eventually(
    'the first process has read its file',
    async () => a.service.platform.sealer.has(fresh),
    WAIT_MS,
  )
  await sleep(3000)
  assert.equal(await stateOf(a, fresh), undefined, 'the second one does not have the key yet')
  await addCode(a, smartlockId, 5)
  assert.deepEqual(await codesOf(b.api, smartlockId), numbered(6))
  await copyFile(keyFileOf(a.storage.dataDir), join(elsewhere.dataDir, 'secret.key'))
  await untilState(a, old, 'retired')
  for (const w of [a, b]) assert.equal(w.service.platform.sealer.currentId, fresh)
  await addCode(b, smartlockId, 6)
  assert.deepEqual(await codesOf(a.api, smartlockId), numbered(7))
})
