import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, chown, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { keyFileOf, loadOrCreateKeys, readKeyFile } from '../../src/platform/security/key-file.ts'
import { listKeys } from '../../src/platform/security/key-store.ts'
import { keyIdOf, keyRing } from '../../src/platform/security/sealer.ts'
import { latchwork, latchworkProcess } from '../command-line.ts'
import { eventually } from '../eventually.ts'
import { apiTest, bothTest, createWorld, type World } from '../world.ts'

/** Long enough for a machine with much else to do. */
const WAIT_MS = 180_000
const AT_ONCE = { keySettleMs: 0 }

const fileOf = (w: World) => keyFileOf(w.storage.dataDir)
const idsOf = (w: World) => loadOrCreateKeys({ dataDir: w.storage.dataDir }).map(keyIdOf)
const statesOf = async (w: World) =>
  Object.fromEntries((await listKeys(w.db)).map(({ key_id, state }) => [key_id, state]))
const untilState = (w: World, keyId: string, state: string) =>
  eventually(`${keyId} is ${state}`, async () => (await statesOf(w))[keyId] === state, WAIT_MS)

/** Makes a key with the real command and says its id. */
async function rotate(w: World): Promise<string> {
  const { code, out, err } = await latchwork(w, 'key', 'rotate')
  assert.equal(code, 0, err)
  return /^The key ([0-9a-f]{12}) /.exec(out)?.[1] ?? assert.fail(out)
}

/** Puts other text in the place of the key file, all at once, as the commands do. */
async function putFile(path: string, text: string, mode: number): Promise<void> {
  await writeFile(`${path}.other`, text, { mode })
  await chmod(`${path}.other`, mode)
  await rename(`${path}.other`, path)
}

/** A PIN that stands in the store as if somebody had just sealed it with this key. */
async function plantPin(w: World, key: Buffer): Promise<number> {
  const { smartlockId } = await w.lock()
  const sealed = keyRing([key]).seal('4711', `smartlock.admin_pin ${smartlockId}`)
  await w.db.updateTable('smartlock').set({ admin_pin_sealed: sealed }).execute()
  return smartlockId
}

const pinOf = async (w: World) =>
  (await w.db.selectFrom('smartlock').select('admin_pin_sealed').executeTakeFirstOrThrow()).admin_pin_sealed

apiTest(
  'with the commands alone a key is replaced while the service runs, and the old one is taken out when nothing needs it',
  async (w) => {
    const [old = ''] = idsOf(w)
    const inUse = await latchwork(w, 'key', 'forget', old)
    assert.deepEqual([inUse.code, inUse.err], [1, `The key ${old} is current and is not taken out.\n`])
    const fresh = await rotate(w)
    await untilState(w, old, 'retired')
    const status = await latchwork(w, 'key', 'status')
    assert.match(status.out, new RegExp(`${fresh}\\tcurrent\\t.*\\there`))
    assert.match(status.out, new RegExp(`Nothing in the store needs ${old}`))
    for (const id of ['', 'nonsense', '0123456789ab', "x' or 1=1 --"]) {
      const { code, err } = await latchwork(w, 'key', 'forget', id)
      assert.deepEqual([code, err], [1, `The key ${id} is not known to the store and is not taken out.\n`])
    }
    assert.equal((await latchwork(w, 'key', 'forget', old)).code, 0)
    assert.deepEqual(idsOf(w), [fresh])
    assert.equal((await latchwork(w, 'key', 'forget', fresh)).code, 1, 'not the last one')
  },
  AT_ONCE,
)

bothTest(
  'of commands that replace the key at the same time none loses a key, and the service uses the newest',
  async (w) => {
    const [old = ''] = idsOf(w)
    const runs = await Promise.all(Array.from({ length: 4 }, () => latchworkProcess(w, 'key', 'rotate')))
    const made = runs.filter(({ code }) => code === 0).map(({ out }) => out.slice(8, 20))
    for (const { err } of runs.filter(({ code }) => code !== 0))
      assert.match(err, /Another command is changing/)
    assert.deepEqual(new Set(idsOf(w)), new Set([old, ...made]))
    const [newest = ''] = idsOf(w)
    await untilState(w, newest, 'current')
    await untilState(w, old, 'retired')
    assert.deepEqual(await readdir(w.storage.dataDir).then((names) => names.filter((n) => /key/.test(n))), [
      'secret.key',
    ])
  },
  AT_ONCE,
)

apiTest(
  'a key file that is taken away or exchanged while the service runs changes no key, and nothing is put in its place',
  async (w) => {
    const [old = ''] = idsOf(w)
    const text = await readFile(fileOf(w), 'utf8')
    await rename(fileOf(w), `${fileOf(w)}.away`)
    // It looks once a second; the second thing to look at is there only when the first was looked at.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    assert.equal(readKeyFile(fileOf(w)), undefined, 'no new file')
    await putFile(fileOf(w), `${randomBytes(32).toString('base64')}\n`, 0o600)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    assert.deepEqual(await statesOf(w), { [old]: 'current' })
    assert.equal(w.service.platform.sealer.currentId, old)
    await putFile(fileOf(w), text, 0o600)
    const fresh = await rotate(w)
    await untilState(w, fresh, 'current')
  },
  AT_ONCE,
)

apiTest(
  'a key file that others can read is not taken, and is as soon as that was repaired',
  async (w) => {
    const [old = ''] = idsOf(w)
    const key = randomBytes(32)
    const text = `${key.toString('base64')}\n${await readFile(fileOf(w), 'utf8')}`
    await putFile(fileOf(w), text, 0o644)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    assert.deepEqual(await statesOf(w), { [old]: 'current' })
    assert.match((await latchwork(w, 'key', 'rotate')).err, /can be read by others/)
    await chmod(fileOf(w), 0o600)
    await untilState(w, keyIdOf(key), 'current')
  },
  AT_ONCE,
)

apiTest(
  'what a process that was frozen during the change writes with the old key keeps that key until it is sealed anew',
  async (w, t) => {
    const [oldKey] = loadOrCreateKeys({ dataDir: w.storage.dataDir }) as [Buffer]
    const old = keyIdOf(oldKey)
    const fresh = await rotate(w)
    await untilState(w, old, 'retired')
    await plantPin(w, oldKey)
    const refused = await latchwork(w, 'key', 'forget', old)
    assert.equal(refused.code, 1, 'somebody needs it')
    assert.match(refused.err, /1 values still need it/)
    await w.stop()
    const next = await createWorld(t, w.storage.engine, { ...AT_ONCE, storage: w.storage })
    await eventually(
      'it has the new key',
      async () => (await pinOf(next))?.startsWith(`v2:${fresh}:`),
      WAIT_MS,
    )
    assert.equal((await latchwork(next, 'key', 'forget', old)).code, 0)
  },
  AT_ONCE,
)

apiTest(
  'a value that somebody damaged stays as it is, and keeps no key that was stolen in use',
  async (w) => {
    const [oldKey] = loadOrCreateKeys({ dataDir: w.storage.dataDir }) as [Buffer]
    const old = keyIdOf(oldKey)
    await plantPin(w, oldKey)
    const damaged = `v2:${old}:${randomBytes(40).toString('base64url')}`
    await w.db.updateTable('smartlock').set({ admin_pin_sealed: damaged }).execute()
    await rotate(w)
    await untilState(w, old, 'retired')
    assert.equal(await pinOf(w), damaged)
    assert.equal((await latchwork(w, 'key', 'forget', old)).code, 0)
  },
  AT_ONCE,
)

test('a key that root makes can be read by whoever runs the service', {
  skip: process.getuid?.() !== 0 && 'only root gives files away',
}, async (t) => {
  const w = await createWorld(t, 'sqlite')
  await chown(fileOf(w), 65_534, 65_534)
  await rotate(w)
  const { uid, gid, mode } = await stat(fileOf(w))
  assert.deepEqual([uid, gid, mode & 0o777], [65_534, 65_534, 0o600])
})
