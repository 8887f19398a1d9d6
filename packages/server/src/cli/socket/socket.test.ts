import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { latchwork, latchworkProcess } from '../../../test/command-line.ts'
import { newFolder } from '../../../test/folders.ts'
import { startProcess } from '../../../test/service-process.ts'
import { newStorage } from '../../../test/storage.ts'
import type { Service } from '../../compose/compose.ts'
import { loadConfig } from '../../config.ts'
import { commands } from '../commands.ts'
import { exportCommands } from '../export-commands.ts'
import { completionFor, helpFor } from '../help.ts'
import { askService } from './ask.ts'
import { listenForCommands } from './listen.ts'

const OWNER = 'owner@latchwork.local'

test('commands, while a service holds the SQLite file, are run by it; after a kill they open the file', async (t) => {
  const storage = await newStorage('sqlite')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  const service = await startProcess(storage)
  t.after(() => service.kill())
  // As the command line does, without a process for each: a loaded machine takes seconds to start one.
  const terminal = {
    readText: (path: string) => readFile(path, 'utf8'),
    readPart: async (path: string, from: number) => (await readFile(path)).subarray(from, from + 100),
  }
  const ask = async (...words: string[]) => {
    const outcome = await askService(storage.dataDir, words, terminal)
    assert.ok(outcome, 'nobody listens')
    return outcome
  }
  const socket = join(storage.dataDir, 'latchwork.sock')
  assert.equal((await stat(socket)).mode & 0o777, 0o600, 'the rights of the file are the authentication')

  const made = await ask('token', 'create', OWNER, 'Heating', 'control')
  const headers = { authorization: `Bearer ${made.text}` }
  const listed = async () => (await fetch(`${service.url}/smartlock`, { headers })).status
  assert.equal(await listed(), 200, 'the service that runs knows it at once')
  const list = await latchworkProcess({ storage }, 'token', 'list', OWNER)
  const [, id = ''] = /^(\S+)\t\S+…\tHeating control\t/m.exec(list.out) ?? []
  assert.ok(!list.out.includes(made.text))
  assert.equal((await ask('token', 'revoke', OWNER, id)).failed, false)
  assert.equal(await listed(), 401, 'and forgets it at once')
  const unknown = await ask('token', 'revoke', OWNER, id)
  assert.deepEqual([unknown.failed, unknown.text], [true, `The account has no token ${id}.`])

  // A file is read by whoever typed its name, not by the service.
  const file = join(storage.dataDir, 'intercoms.csv')
  await writeFile(file, 'brand,model,verified\nAcme,Chime,2\n')
  assert.match((await ask('import', 'intercoms', file)).text, /^Models: 1 added/)
  assert.match((await ask('intercom', 'import', '/no/such/file')).text, /ENOENT/)
  const archive = join(storage.dataDir, 'account.tar.gz')
  const [exporting] = exportCommands
  await exporting?.runWith(loadConfig({ LATCHWORK_DATA_DIR: storage.dataDir }), [OWNER, '--to', archive])
  const bringing = await ask('import', 'archive', archive, '--dry-run')
  assert.match((await Array.fromAsync(bringing.parts ?? [])).join(''), /^What would be brought over:/m)
  assert.equal(await bringing.exitAfter, 0, 'a large file comes part by part')
  const { parts = [] } = await ask('audit', 'export', '1')
  const lines = (await Array.fromAsync(parts)).join('').trim().split('\n')
  assert.ok(lines.every((line) => JSON.parse(line).action !== undefined))

  for (const nonsense of ['\n', '{"words":3}\n', '{"words":["tls","init"]}\n', 'x'.repeat(70_000)]) {
    const wire = connect(socket)
    wire.on('error', () => undefined)
    await once(wire, 'connect')
    wire.end(nonsense)
    assert.doesNotMatch(await text(wire).catch(() => ''), /"failed":false/)
  }
  assert.equal((await ask('mail', 'list')).failed, false, 'which has harmed nobody')

  await service.kill()
  assert.ok(await stat(socket), 'what a kill leaves behind')
  assert.match((await latchwork({ storage }, 'audit', 'verify')).out, /^The audit log holds/)
  const again = await startProcess(storage)
  t.after(() => again.kill())
  assert.equal((await ask('mail', 'list')).failed, false)
  // Somebody who was stopped after asking: answered, and neither reads on nor goes.
  const frozen = connect({ path: socket, allowHalfOpen: true })
  t.after(() => frozen.destroy())
  frozen.on('error', () => undefined).write('{"words":["mail","list"]}\n')
  await once(frozen, 'data')
  frozen.pause().write('and more\n')
  assert.equal(await again.stop(), 0, 'nobody is waited for')
  await assert.rejects(stat(socket), 'an orderly end removes it')
})

/**
 * Every command, as an operator may type it while the service runs: what it is called with, and what comes out where that
 * is not 0. A new command needs a line here.
 */
const BESIDE = {
  'advanced-key approve': ['1', 1],
  'advanced-key list': [''],
  'advanced-key reject': ['1', 1],
  'advanced-key suspend': ['1', 1],
  'advanced-key test': ['1', 1],
  'audit anchor': ['', 1],
  'audit checkpoint': [''],
  'audit export': ['1'],
  'audit verify': [''],
  backup: ['DIR/backups'],
  'backup verify': ['BACKUP'],
  'database accept': [''],
  'database begin-anew': ['', 1],
  doctor: ['', 3],
  'doctor lock': ['1', 1],
  'doctor store': [''],
  export: ['OWNER --to DIR/account.tar.gz'],
  'import archive': ['DIR/account.tar.gz --dry-run'],
  'import intercoms': ['DIR/intercoms.csv'],
  'import nuki': ['--token-file DIR/none', 1],
  'key forget': ['none', 1],
  'key rotate': [''],
  'key status': [''],
  'mail list': [''],
  'mail show': ['none', 1],
  move: ['--to postgres://nobody@127.0.0.1:1/none --dry-run', 1],
  'move cancel': ['', 1],
  'operator grant': ['OWNER', 1],
  'operator list': [''],
  'operator revoke': ['OWNER', 1],
  restore: ['BACKUP --replace', 1],
  'restore confirm': ['', 1],
  'restore review': [''],
  'tls init': [''],
  'token create': ['OWNER Radio'],
  'token list': ['OWNER'],
  'token revoke': ['OWNER none', 1],
  'user create': ['anna@example.com Anna'],
  'user erase': ['OWNER nobody@example.com', 1],
  'user export': ['OWNER nobody@example.com', 1],
  'user otp-off': ['OWNER'],
  'user passkeys-off': ['OWNER'],
  'user password': ['OWNER'],
} as const satisfies Record<string, readonly [string, number?]>

test('every command works while a service holds the SQLite file, or says why it does not', async (t) => {
  const storage = await newStorage('sqlite')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  const service = await startProcess(storage)
  t.after(() => service.kill())
  await writeFile(join(storage.dataDir, 'intercoms.csv'), 'brand,model,verified\nAcme,Chime,2\n')
  const typed = commands.map(({ name }) => name)
  assert.deepEqual(Object.keys(BESIDE).toSorted(), typed.toSorted())
  // Any ports: the doctor does not look for them.
  const place = { storage, env: { LATCHWORK_HTTP_PORT: '0', LATCHWORK_MQTT_PORT: '0' } }
  const otherwise: string[] = []
  let made = ''
  for (const [name, [words, expected = 0]] of Object.entries<readonly [string, number?]>(BESIDE)) {
    const values = words
      .replaceAll('DIR', storage.dataDir)
      .replaceAll('OWNER', OWNER)
      .replaceAll('BACKUP', made)
    const { code, out, err } = await latchwork(
      place,
      ...name.split(' '),
      ...values.split(' ').filter(Boolean),
    )
    made ||= /^Backup +(\S+)$/m.exec(out)?.[1] ?? ''
    if (code !== expected || out + err === '') otherwise.push(`${name}: ${code} ${out}${err}`)
    if (name !== 'restore' && /in use by another|\n +at /.test(err))
      otherwise.push(`${name} is shut out: ${err}`)
  }
  assert.deepEqual(otherwise, [])
  const { status } = await fetch(`${service.url}/ready`)
  assert.equal(status, 200)
  assert.equal(await service.stop(), 0)
})

test('a service that asks for a file that nobody named does not get it, whoever typed the command', async (t) => {
  const dataDir = await newFolder('latchwork-socket-')
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const answers: string[] = []
  const server = createServer((wire) => {
    wire.write('{"read":"/etc/hostname"}\n{"read":"/etc/hostname","from":0}\n{"read":"checkpoints"}\n')
    wire
      .on('error', () => undefined)
      .on('data', (data) => {
        answers.push(...data.toString().trim().split('\n'))
        if (answers.length === 4) wire.end('{"text":"done"}\n')
      })
  }).listen(join(dataDir, 'latchwork.sock'))
  t.after(() => server.close())
  const asked: string[] = []
  const readText = async (path: string) => `read ${asked.push(path)}`
  const readPart = async (path: string) => Buffer.from(await readText(path))
  await askService(dataDir, ['audit', 'verify', 'checkpoints'], { readText, readPart })
  assert.deepEqual(asked, ['checkpoints'])
  const refused = '{"error":"no such file was named"}'
  assert.deepEqual(answers.slice(1), [refused, refused, '{"text":"read 1"}'])
})

test('a place where no socket can be made does not keep a service from starting', async (t) => {
  const dataDir = await newFolder('latchwork-socket-')
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  await mkdir(join(dataDir, 'latchwork.sock'))
  const told: unknown[] = []
  const platform = { engine: 'sqlite', log: { warn: (detail: unknown) => told.push(detail) } }
  const service = { platform } as unknown as Service
  assert.equal(await listenForCommands(service, loadConfig({ LATCHWORK_DATA_DIR: dataDir })), undefined)
  assert.equal(told.length, 1)
})

test('the command line explains itself: help, version, completion, and a code for what it does not know', async (t) => {
  const storage = await newStorage('sqlite')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  const help = helpFor(commands) ?? ''
  const wrong = await latchwork({ storage }, 'unlock', 'everything')
  const version = await latchworkProcess({ storage }, 'version')
  const groups = 'serve sandbox gateway key tls user token import audit mail operator'.split(' ')
  for (const name of groups) assert.match(help, new RegExp(`^  ${name}\\b`, 'm'))
  assert.match(helpFor(commands, ['key']) ?? '', /key rotate/)
  assert.doesNotMatch(helpFor(commands, ['key']) ?? '', /mail list/)
  assert.match(
    completionFor('bash', commands) ?? '',
    /key\) COMPREPLY=\(\$\(compgen -W "status rotate forget"/,
  )
  assert.match(version.out, /^latchwork \d+\.\d+\.\d+\n$/)
  assert.deepEqual([version.code, wrong.code, wrong.out], [0, 2, ''])
})
