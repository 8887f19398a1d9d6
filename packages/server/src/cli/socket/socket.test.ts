import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { latchwork } from '../../../test/command-line.ts'
import { startProcess } from '../../../test/service-process.ts'
import { newStorage } from '../../../test/storage.ts'

const OWNER = 'owner@latchwork.local'

test('commands, while a service holds the SQLite file, are run by it; after a kill they open the file', async (t) => {
  const storage = await newStorage('sqlite')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  const service = await startProcess(storage)
  t.after(() => service.kill())
  const w = { storage }
  const socket = join(storage.dataDir, 'latchwork.sock')
  assert.equal((await stat(socket)).mode & 0o777, 0o600, 'the rights of the file are the authentication')

  const made = await latchwork(w, 'token', 'create', OWNER, 'Heating', 'control')
  assert.equal(made.code, 0, made.err)
  const headers = { authorization: `Bearer ${made.out.trim()}` }
  const listed = async () => (await fetch(`${service.url}/smartlock`, { headers })).status
  assert.equal(await listed(), 200, 'the service that runs knows it at once')
  const list = await latchwork(w, 'token', 'list', OWNER)
  const [, id = ''] = /^(\S+)\t\S+…\tHeating control\t/m.exec(list.out) ?? []
  assert.ok(!list.out.includes(made.out.trim()))
  assert.equal((await latchwork(w, 'token', 'revoke', OWNER, id)).code, 0)
  assert.equal(await listed(), 401, 'and forgets it at once')
  const unknown = await latchwork(w, 'token', 'revoke', OWNER, id)
  assert.deepEqual([unknown.code, unknown.out, unknown.err], [1, '', `The account has no token ${id}.\n`])

  // A file is read by whoever typed its name, not by the service.
  const file = join(storage.dataDir, 'intercoms.csv')
  await writeFile(file, 'brand,model,verified\nAcme,Chime,2\n')
  assert.match((await latchwork(w, 'import', 'intercoms', file)).out, /^Models: 1 added/)
  assert.match((await latchwork(w, 'intercom', 'import', '/no/such/file')).err, /ENOENT/)
  const exported = await latchwork(w, 'audit', 'export', '1')
  assert.equal(exported.code, 0, exported.err)
  assert.ok(
    exported.out
      .trim()
      .split('\n')
      .every((line) => JSON.parse(line).action !== undefined),
  )

  for (const nonsense of ['\n', '{"words":3}\n', '{"words":["tls","init"]}\n', 'x'.repeat(70_000)]) {
    const wire = connect(socket)
    wire.on('error', () => undefined)
    await once(wire, 'connect')
    wire.end(nonsense)
    assert.doesNotMatch(await text(wire).catch(() => ''), /"failed":false/)
  }
  assert.equal((await latchwork(w, 'mail', 'list')).code, 0, 'which has harmed nobody')

  await service.kill()
  assert.ok(await stat(socket), 'what a kill leaves behind')
  assert.match((await latchwork(w, 'audit', 'verify')).out, /^The audit log holds/)
  const again = await startProcess(storage)
  t.after(() => again.kill())
  assert.equal((await latchwork(w, 'mail', 'list')).code, 0)
  assert.equal(await again.stop(), 0)
  await assert.rejects(stat(socket), 'an orderly end removes it')
})

test('the command line explains itself: help, version, completion, and a code for what it does not know', async (t) => {
  const storage = await newStorage('sqlite')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  const run = (...args: string[]) => latchwork({ storage }, ...args)
  const [help, oneGroup, version, bash, wrong] = await Promise.all([
    run('--help'),
    run('help', 'key'),
    run('version'),
    run('completion', 'bash'),
    run('unlock', 'everything'),
  ])
  const groups = 'serve sandbox gateway key tls user token import audit mail operator'.split(' ')
  for (const name of groups) assert.match(help.out, new RegExp(`^  ${name}\\b`, 'm'))
  assert.match(oneGroup.out, /key rotate/)
  assert.doesNotMatch(oneGroup.out, /mail list/)
  assert.match(version.out, /^latchwork \d+\.\d+\.\d+\n$/)
  assert.match(bash.out, /key\) COMPREPLY=\(\$\(compgen -W "status rotate forget"/)
  assert.deepEqual([help.code, bash.code, wrong.code, wrong.out], [0, 0, 2, ''])
})
