import assert from 'node:assert/strict'
import { rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type ServiceProcess, startProcess } from '../test/service-process.ts'
import { newStorage, type Storage } from '../test/storage.ts'

async function freshStorage(t: TestContext): Promise<Storage> {
  const storage = await newStorage('sqlite')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  return storage
}

async function started(t: TestContext, ...args: Parameters<typeof startProcess>): Promise<ServiceProcess> {
  const service = await startProcess(...args)
  t.after(() => service.kill())
  return service
}

test('the sandbox prints everything a newcomer needs, and its curl calls work as printed', async (t) => {
  const storage = await freshStorage(t)
  const service = await started(t, storage, { LATCHWORK_ADMIN_TOKEN: '' }, ['--sandbox'])
  const output = service.output()
  const token = /API token +(\S+) +\(shown once\)/.exec(output)?.[1]
  assert.ok(token)
  assert.match(output, /Login +owner@latchwork\.local +password \S+/)
  const [list, unlock] = [...output.matchAll(/curl \S+ (?:-X POST )?-H "([^"]+)" (\S+)/g)]
  assert.ok(list?.[1] && list[2] && unlock?.[2])
  const headers = { authorization: list[1].replace('Authorization: ', '') }
  const locks = (await (await fetch(list[2], { headers })).json()) as {
    name: string
    serverState: number
    virtualDevice: boolean
  }[]
  assert.deepEqual(
    locks.map((lock) => lock.name),
    ['Front door', 'Apartment 1', 'Apartment 2', 'Old cellar', 'Lobby', 'Intercom'],
  )
  assert.ok(locks.every((lock) => lock.virtualDevice && lock.serverState === 0))
  assert.equal((await fetch(unlock[2], { method: 'POST', headers })).status, 204)
  assert.equal((await fetch(`${service.url}/docs/`)).status, 200)
  assert.equal(await service.stop(), 0)
  const again = await started(t, storage, { LATCHWORK_ADMIN_TOKEN: '' }, ['--sandbox'])
  assert.ok(!again.output().includes(token), 'the token is shown on the first start only')
  assert.equal((await fetch(`${again.url}/smartlock`, { headers })).status, 200, 'and works ever after')
})

test('without --sandbox there are no simulated locks, and no word of calls to try', async (t) => {
  const service = await started(t, await freshStorage(t))
  assert.deepEqual((await service.api.smartlocks.list()).data, [])
  assert.doesNotMatch(service.output(), /curl|calls below/)
})

test('what the operator set is not printed: a token and a password are in settings, not on screens', async (t) => {
  const settings = {
    LATCHWORK_ADMIN_TOKEN: 'a-token-that-the-operator-has-chosen-before',
    LATCHWORK_ADMIN_PASSWORD: 'a password that the operator has chosen',
  }
  const { url, output } = await started(t, await freshStorage(t), settings, ['--sandbox'])
  const headers = { authorization: `Bearer ${settings.LATCHWORK_ADMIN_TOKEN}` }
  assert.equal((await fetch(`${url}/smartlock`, { headers })).status, 200, 'it works')
  for (const secret of Object.values(settings)) assert.ok(!output().includes(secret), output())
  assert.match(output(), /Bearer \$TOKEN/)
})

test('a port in use is one clear sentence; the sandbox takes the next one and says so', async (t) => {
  const blocker = createServer().listen(0, '127.0.0.1')
  t.after(() => void blocker.close())
  await new Promise((resolve) => blocker.once('listening', resolve))
  const { port } = blocker.address() as { port: number }
  const settings = { LATCHWORK_HTTP_PORT: String(port) }
  await assert.rejects(startProcess(await freshStorage(t), settings), (error: Error) => {
    assert.match(error.message, new RegExp(`latchwork: Port ${port} is in use\\. .*LATCHWORK_HTTP_PORT`))
    assert.doesNotMatch(error.message, /at .*\.ts/)
    return true
  })
  const service = await started(t, await freshStorage(t), settings, ['--sandbox'])
  assert.match(service.output(), new RegExp(`Port ${port} is in use; using \\d+`))
})

test('a second process on the same SQLite file is refused with a sentence that names PostgreSQL', async (t) => {
  const storage = await freshStorage(t)
  await started(t, storage)
  await assert.rejects(startProcess(storage), /PostgreSQL/)
})

test('wrong settings stop the start with a list of all of them', async (t) => {
  const storage = await freshStorage(t)
  const wrong = { LATCHWORK_HTTP_PORT: 'http', LATCHWORK_LOG_LEVEL: 'loud', LATCHWORK_TYPO: '1' }
  await assert.rejects(startProcess(storage, wrong), (error: Error) => {
    for (const name of Object.keys(wrong)) assert.match(error.message, new RegExp(name))
    return true
  })
})

test('a key that does not fit the store is refused before anything is touched', async (t) => {
  const storage = await freshStorage(t)
  const service = await started(t, storage)
  await service.stop()
  const keyFile = join(storage.dataDir, 'secret.key')
  assert.equal((await stat(keyFile)).mode & 0o777, 0o600)
  await writeFile(keyFile, Buffer.alloc(32, 7).toString('base64'), { mode: 0o600 })
  await assert.rejects(startProcess(storage), /secret key/)
})
