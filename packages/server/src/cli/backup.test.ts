import assert from 'node:assert/strict'
import {
  appendFile,
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { connectAccess, keypadLock } from '../../test/access-device.ts'
import { connectDevice } from '../../test/ldp-device.ts'
import { newStorage } from '../../test/storage.ts'
import { createWorld, type World } from '../../test/world.ts'
import { backups } from '../compose/backups.ts'
import { openPlatform } from '../compose/open-platform.ts'
import { type Config, loadConfig } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { type Ctx, systemContext } from '../platform/context.ts'
import { findMark, RESTORED } from '../platform/store/marks.ts'
import { backupCommands } from './backup-commands.ts'
import { databaseCommands } from './database-commands.ts'
import { onStore } from './on-store.ts'
import { restoreCommands } from './restore-commands.ts'
import { userCommands } from './user-commands.ts'

const [verify, backup, restore] = backupCommands.map(
  ({ runWith }) =>
    (config: Config, ...values: string[]) =>
      runWith(config, values),
)
assert.ok(verify && backup && restore)

const folderIn = (text: string): string => /^Backup +(\S+)$/m.exec(text)?.[1] ?? assert.fail(text)

test('a backup of a service that runs is verified, and restored elsewhere with its key and nowhere without', async (t) => {
  const w = await createWorld(t, 'sqlite')
  const { dataDir } = w.storage
  const config = loadConfig({ LATCHWORK_DATA_DIR: dataDir })
  const lock = await w.lock({ name: 'Before' })
  const place = join(dataDir, 'backups')
  const keyFile = join(dataDir, 'kept-apart.key')
  const folder = folderIn((await backup(config, place, '--key', keyFile)).text)
  await w.api.smartlocks.update({ params: { smartlockId: lock.smartlockId }, body: { name: 'After' } })
  assert.match(
    (await verify(config, folder)).text,
    /is whole: \d+ rows in \d+ tables as counted, \d+ entries/,
  )
  assert.deepEqual((await readdir(folder)).sort(), ['database.sqlite', 'manifest.json'])
  assert.ok(
    !(await readFile(join(folder, 'manifest.json'), 'utf8')).includes(
      (await readFile(keyFile, 'utf8')).trim(),
    ),
  )
  assert.equal((await stat(join(folder, 'database.sqlite'))).mode & 0o077, 0, 'nobody else reads it')
  await assert.rejects(backup(config, place, '--key', join(place, 'key')), /kept apart/)
  await assert.rejects(restore(config, folder, '--replace'), /in use by another Latchwork process/)

  const nightly = join(dataDir, 'nightly')
  for (const date of ['20200101T000000Z', '29990101T000000Z'])
    await cp(folder, join(nightly, `latchwork-${date}`), { recursive: true })
  await mkdir(join(nightly, 'somebody-elses'))
  const ctx = w.service.contextFor(0)
  const underWay = 'latchwork-29980101T000000Z.partial'
  const left = [join(nightly, 'latchwork-20200101T000000Z.partial'), join(dataDir, 'backup-KiLLed')]
  for (const path of [...left, join(nightly, underWay)]) await mkdir(path)
  for (const path of left) await utimes(path, 0, 0)
  await utimes(join(nightly, underWay), ctx.clock.now() / 1000, ctx.clock.now() / 1000)
  const kept = { ...config, backup: { ...config.backup, keep: 1 } }
  await backups(kept, nightly).run(ctx, null)
  const [own = '', ...others] = (await readdir(nightly)).sort()
  assert.match(own, /^latchwork-20(?!200101)\d{6}T\d{6}Z$/, 'whatever dates others bear')
  assert.deepEqual(others, [underWay, 'somebody-elses'], 'other backups are gone, and nothing else')
  assert.ok(!(await readdir(dataDir)).includes('backup-KiLLed'), 'what a kill left behind makes room')

  const other = loadConfig({ LATCHWORK_DATA_DIR: join(dataDir, 'other') })
  await assert.rejects(restore(other, folder), /The secret key of the backup is not here/)
  await mkdir(other.dataDir, { recursive: true })
  await copyFile(keyFile, join(other.dataDir, 'secret.key'))
  const asPostgres = { ...other, database: { ...other.database, url: 'postgres://nobody@localhost/none' } }
  await assert.rejects(restore(asPostgres, folder), /is of SQLite, and the settings name PostgreSQL/)
  assert.match((await restore(other, folder)).text, /^Restored what was backed up/)
  await assert.rejects(restore(other, folder), /There is a database .* already/)

  const later = await createWorld(t, 'sqlite', { storage: { engine: 'sqlite', dataDir: other.dataDir } })
  const { data: restored } = await later.api.smartlocks.get({ params: { smartlockId: lock.smartlockId } })
  assert.equal(restored.name, 'Before')
  assert.notEqual(restored.serverState, 0, 'no connection from the time of the backup is believed')
})

test('locks that hold something else after a restore are listed, and get nothing before somebody confirms', async (t) => {
  const w = await createWorld(t, 'sqlite')
  const { dataDir } = w.storage
  const config = loadConfig({ LATCHWORK_DATA_DIR: dataDir })
  const lock = await keypadLock(w)
  const device = await connectAccess(w, lock)
  device.obeyAll()
  const params = { smartlockId: lock.smartlockId }
  const grant = (name: string) =>
    w.api.authorizations.createOn({ params, body: { name, type: 13, remoteAllowed: false } })
  const held = (count: number) => w.until(`${count} codes`, async () => device.held.size === count)
  const synced = async (world: World) =>
    (await world.api.authorizations.listOf({ params })).data.every(({ syncState }) => syncState === 'synced')
  for (const name of ['Anna', 'Ben']) await grant(name)
  await held(2)
  await w.until('both are proven', () => synced(w))
  const [anna = '', ben = ''] = device.held.keys()
  const folder = folderIn((await backup(config, join(dataDir, 'backups'))).text)
  await grant('Carl')
  await held(3)
  const [, , carl = ''] = device.held.keys()
  await w.stop()
  await restore(config, folder, '--replace')

  const runOn = (ctx: Ctx<never>, name: string) => {
    const command = restoreCommands.find((each) => each.name === name)
    const terminal = { readText: () => assert.fail(), readPart: () => assert.fail() }
    return command?.run(ctx, [], config, terminal) ?? assert.fail()
  }
  const stopped = await openPlatform({ config, clock: systemClock })
  const early = await runOn(systemContext(stopped.platform, stopped.database.db, 0), 'restore confirm')
  await stopped.database.close()
  assert.match(early.text, /has not started since/, 'its old connections would be believed')

  device.held.delete(anna)
  const later = await createWorld(t, 'sqlite', { storage: w.storage })
  const run = (name: string) => runOn(later.service.contextFor(0), name)
  const back = await connectAccess(later, lock, device.held)
  back.obeyAll()
  await back.tellList()
  await later.until('the lock was compared', async () => (await run('restore review')).text.includes(carl))
  const { text } = await run('restore review')
  assert.match(text, new RegExp(`\tgive once more\tAnna\t${anna}$`, 'm'))
  assert.match(text, new RegExp(`\tremove\t\t${carl}$`, 'm'))
  assert.ok(!text.includes(ben), 'what is as it was is not listed')
  await later.service.settle()
  assert.deepEqual([back.patches.length, [...back.held.keys()]], [0, [ben, carl]], 'nothing was sent')
  assert.equal((await run('restore confirm')).failed, undefined)
  await later.until('the lock is as the backup says', async () => !back.held.has(carl) && back.held.has(anna))
  assert.equal((await run('restore confirm')).failed, true, 'once')
  assert.equal(await findMark(later.db, RESTORED), undefined)
})

test('a restored service repeats no movement that was under way, and believes no connection of then', async (t) => {
  const w = await createWorld(t, 'sqlite')
  const { dataDir } = w.storage
  const config = loadConfig({ LATCHWORK_DATA_DIR: dataDir })
  const [{ device, ...lock }, { device: second, ...other }] = [await w.played(), await w.played()]
  const params = { smartlockId: lock.smartlockId }
  const asked = [
    await w.api.smartlocks.unlock({ params }),
    await w.api.smartlocks.unlock({ params: { smartlockId: other.smartlockId } }),
  ]
  await Promise.all([device.command(0), second.command(0)])
  // As it is in the moment between accepting and sending.
  const queued = w.db.updateTable('operation').set({ status: 'queued' })
  await queued.where('smartlock_id', '=', other.smartlockId).execute()
  const folder = folderIn((await backup(config, join(dataDir, 'backups'))).text)
  const { session } = device
  await w.stop()
  await restore(config, folder, '--replace')

  const later = await createWorld(t, 'sqlite', { storage: w.storage })
  const online = async () => (await later.api.smartlocks.get({ params })).data.serverState === 0
  assert.equal(await online(), false)
  const same = await connectDevice({ ...lock, url: later.service.bus.url, session })
  await later.service.settle()
  assert.equal(await online(), false, 'the connection of then, announced again, is not believed')
  await same.drop()
  const back = [await later.connect(lock), await later.connect(other)]
  await later.until('it is online with a new one', online)
  for (const { operationId = '' } of asked)
    await later.until('it ended without a movement', async () => {
      const { status } = (await later.api.operations.get({ params: { operationId } })).data
      assert.notEqual(status, 'confirmed')
      return status !== 'queued' && status !== 'sent'
    })
  await later.service.settle()
  assert.deepEqual(
    [same, ...back].map(({ commands }) => commands.length),
    [0, 0, 0],
    'no door moves',
  )
})

test('a backup that was changed, is newer, or is encrypted for somebody else is refused with the reason', async (t) => {
  const storage = await newStorage('sqlite')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  const w = await createWorld(t, 'sqlite', { storage })
  await w.stop()
  const config = loadConfig({ LATCHWORK_DATA_DIR: storage.dataDir })
  const place = join(storage.dataDir, 'backups')
  const identity = await generateIdentity()
  const identityFile = join(storage.dataDir, 'identity')
  await writeFile(identityFile, `# as age-keygen writes it\n${identity}\n`)
  const sealed = folderIn(
    (await backup(config, place, '--recipient', await identityToRecipient(identity))).text,
  )
  assert.deepEqual((await readdir(sealed)).sort(), ['database.sqlite.age', 'manifest.json'])
  assert.match(
    await readFile(join(sealed, 'database.sqlite.age'), 'latin1'),
    /^age-encryption\.org\/v1\n-> X25519 /,
  )
  assert.match((await verify(config, sealed, '--identity-file', identityFile)).text, /is whole/)
  await assert.rejects(verify(config, sealed), /Give the passphrase or the identity/)
  const secret = join(storage.dataDir, 'passphrase')
  await writeFile(secret, 'correct horse battery\n')
  const words = folderIn(
    (await backup(config, join(storage.dataDir, 'words'), '--passphrase-file', secret)).text,
  )
  assert.match((await verify(config, words, '--passphrase-file', secret)).text, /is whole/)
  const manifestFile = join(sealed, 'manifest.json')
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8'))
  const rewritten = (changes: object) => writeFile(manifestFile, JSON.stringify({ ...manifest, ...changes }))
  await rewritten({ counts: { ...manifest.counts, account: 99 } })
  await assert.rejects(verify(config, sealed, '--identity-file', identityFile), /somebody changed it/)
  await rewritten({ seal: undefined })
  await assert.rejects(restore(config, sealed, '--replace'), /has no seal of the secret key/)
  await rewritten({ migration: '9999-later' })
  await assert.rejects(restore(config, sealed, '--replace'), /which this version does not know/)
  await rewritten({ format: 2 })
  await assert.rejects(restore(config, sealed, '--replace'), /newer version of Latchwork \(format 2\)/)
  await rewritten({})
  await appendFile(join(sealed, 'database.sqlite.age'), 'x')
  await assert.rejects(restore(config, sealed, '--replace'), /its checksum does not match/)
  await assert.rejects(restore(config, place, '--replace'), /is not a backup/)
  const left = (await readdir(storage.dataDir)).filter((name) => /^(backup|restore|verify)-/.test(name))
  assert.deepEqual(left, [], 'nothing is left of what failed')

  // Root may type it, in a directory of somebody who is less.
  const [mark, elsewhere] = [join(storage.dataDir, 'latchwork.mark'), join(storage.dataDir, 'elsewhere')]
  await rm(mark)
  await writeFile(elsewhere, 'of somebody else')
  await symlink(elsewhere, mark)
  const accept = databaseCommands.find(({ name }) => name === 'database accept')
  assert.match((await accept?.runWith(config, []))?.text ?? '', /^The next start takes/)
  assert.equal(await readFile(elsewhere, 'utf8'), 'of somebody else')
})

test('a backup of somebody else, encrypted to the same public key, is not taken for one of ours', async (t) => {
  const folders = await Promise.all(
    [1, 2].map(async () => {
      const storage = await newStorage('sqlite')
      t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
      const w = await createWorld(t, 'sqlite', { storage })
      await w.stop()
      return storage.dataDir
    }),
  )
  const [ours = '', theirs = ''] = folders
  const configOf = (dataDir: string) => loadConfig({ LATCHWORK_DATA_DIR: dataDir })
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  const made = folderIn(
    (await backup(configOf(theirs), join(theirs, 'backups'), '--recipient', recipient)).text,
  )
  const manifestFile = join(made, 'manifest.json')
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8'))
  await writeFile(manifestFile, JSON.stringify({ ...manifest, keyIds: [] }))
  await assert.rejects(restore(configOf(ours), made, '--replace'), /somebody changed it/)
})

test('a backup of a store that only the command line has used is whole', async (t) => {
  const storage = await newStorage('sqlite', { untouched: true })
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  const config = loadConfig({ LATCHWORK_DATA_DIR: storage.dataDir })
  const create = userCommands.find(({ name }) => name === 'user create')
  assert.ok(create)
  await onStore(config, create, ['anna@example.com', 'Anna'])
  const folder = folderIn((await backup(config, join(storage.dataDir, 'backups'))).text)
  assert.match((await verify(config, folder)).text, /is whole/)
})
