import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../../packages/server/test/eventually.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const { entriesOf, groupsOf, isWaiting } = (await import(
  new URL('../../scripts/test-run/groups.mjs', import.meta.url).href
)) as {
  groupsOf(files: readonly string[]): string[][]
  entriesOf(groups: readonly string[][]): string[]
  isWaiting(group: readonly string[]): boolean
}

const { runsInTier } = (await import(new URL('../../scripts/test-run/tiers.mjs', import.meta.url).href)) as {
  runsInTier(file: string, tier: 'test' | 'deep'): boolean
}

/** Test files that are not in the repository. */
function filesElsewhere(t: TestContext, texts: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'latchwork-failing-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return Object.entries(texts).map(([name, text]) => {
    const file = join(folder, name)
    writeFileSync(file, `import { test } from 'node:test'\n${text}\n`)
    return file
  })
}

function run(args: readonly string[], settings: Record<string, string> = {}) {
  // Without the mark of the outer runner, which would make this one a reporter of it.
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...env, ...settings },
    encoding: 'utf8',
  })
  return { status, output: `${stdout}${stderr}` }
}

/** Also where nobody has asked yet how it ended (Z). */
function hasEnded(pid: number): boolean {
  const file = `/proc/${pid}/stat`
  return !existsSync(file) || /\) Z /.test(readFileSync(file, 'utf8'))
}

/** Test files that share a process, as in a run of the suite. */
function runGroup(t: TestContext, group: string[], settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'latchwork-group-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const preload = ['--import', new URL('../../scripts/test-run/test-process.mjs', import.meta.url).href]
  const args = [...preload, '--test', '--test-reporter=spec', ...entriesOf([group])]
  return run(args, { TEST_RUN_FOLDER: folder, ...settings })
}

const ALONE = '// Runs in a process of its own'
const PASSING = "test('passes', () => {})"
const FAILING = "test('fails', () => { throw new Error('on purpose, { seed: -77 }') })"
/** Starts a program that runs until it is ended. */
const LEAVING = `import { spawn } from 'node:child_process'
test('leaves a program', () => { spawn('sleep', ['987654'], { env: {}, stdio: 'ignore' }).unref() })`

// Nothing else in this repository means anything if this does not hold.
test('the test command, when a test fails, fails, and names the test, its file and its seed', (t) => {
  const files = filesElsewhere(t, { 'failing.test.mjs': FAILING })
  const { status, output } = run(['scripts/test.mjs', ...files])
  assert.equal(status, 1)
  assert.match(output, /✖ fails\n {4}file: \S+failing\.test\.mjs\n {4}seed: -77\n/)
})

test('the test command counts tests, assertions and processor time by kind, and lists the slowest tests', (t) => {
  const counted = `import assert from 'node:assert/strict'
test('counts', () => { assert.equal(1, 1); assert.deepEqual([], []); assert.ok(true) })`
  const { status, output } = run(['scripts/test.mjs', ...filesElsewhere(t, { 'counted.test.mjs': counted })])
  assert.equal(status, 0, output)
  assert.match(output, /\nunit +1 +1 +3 +\d+\.\d\n/)
  assert.match(output, /slowest tests\n +\d+\.\d s {2}counts \(\S+counted\.test\.mjs\)\n/)
  assert.match(output, /ℹ tests 1\n/)
})

test('a test whose process is blocked is named and ended, and the run fails', (t) => {
  const files = filesElsewhere(t, { 'blocked.test.mjs': "test('blocks', () => { for (;;); })" })
  const { status, output } = run(['scripts/test.mjs', ...files], { LATCHWORK_TEST_BLOCKED_MS: '8000' })
  assert.equal(status, 1)
  assert.match(output, /\S+blocked\.test\.mjs has been blocked for 8 s in: blocks\. Its process is ended\./)
})

test('a program that outlives its test file is ended and named', (t) => {
  const files = filesElsewhere(t, { 'leaving.test.mjs': LEAVING })
  const { status, output } = run(['scripts/test.mjs', ...files])
  assert.equal(status, 0)
  const pid = /sleep 987654 \((\d+)\) outlived the tests of \S+leaving\.test\.mjs; it is ended/.exec(
    output,
  )?.[1]
  assert.ok(pid, output)
  assert.ok(hasEnded(Number(pid)))
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
  test(`a run that ${signal} ends leaves no process behind, and names those it had to end`, async (t) => {
    const started = join(mkdtempSync(join(tmpdir(), 'latchwork-started-')), 'pid')
    t.after(() => rmSync(dirname(started), { recursive: true }))
    const waiting = `import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
test('waits', () => new Promise(() => {
  const child = spawn('sleep', ['987654'], { env: {}, stdio: 'ignore' })
  writeFileSync(${JSON.stringify(started)}, child.pid + ' ' + process.pid)
  setInterval(() => {}, 1000)
}))`
    const files = filesElsewhere(t, { 'waiting.test.mjs': waiting })
    const { NODE_TEST_CONTEXT: _context, ...env } = process.env
    const child = spawn(process.execPath, ['scripts/test.mjs', ...files], { cwd: root, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    await eventually('the test runs', () => existsSync(started) && readFileSync(started, 'utf8') !== '')
    child.kill(signal)
    // The output ends when the last process that holds it has ended.
    await once(child, 'close')
    const pids = readFileSync(started, 'utf8').split(' ').map(Number)
    assert.ok(pids.every(hasEnded), output)
    assert.match(
      output,
      /sleep 987654 \(\d+, started by \S+waiting\.test\.mjs\) outlived the test run; it is ended/,
    )
  })
}

test('a group runs all of its files: one that cannot be loaded fails, and so does a test of another', (t) => {
  const files = filesElsewhere(t, {
    'broken.test.mjs': "import './nowhere.mjs'",
    'failing.test.mjs': FAILING,
    'ending.test.mjs': "import { after } from 'node:test'\nafter(() => { process.isAtEnd = true })",
    'passing.test.mjs': "test('passes', (t) => t.assert.equal(process.isAtEnd, undefined))",
  })
  const { status, output } = runGroup(t, files)
  assert.equal(status, 1)
  assert.match(output, /✖ \S+broken\.test\.mjs can be loaded/)
  assert.match(output, /✖ fails/)
  assert.match(output, /tests 3\n.*suites 4\n.*pass 1\n.*fail 2\n/)
})

test('a group whose process does not end by itself is ended, fails, and names what was left open and by whom', (t) => {
  const open =
    "import { createServer } from 'node:net'\ntest('listens', (t, done) => { createServer().listen(0, done) })"
  const soon = { LATCHWORK_TEST_END_MS: '300' }
  const left = filesElsewhere(t, { 'a.test.mjs': PASSING, 'b.test.mjs': open, 'c.test.mjs': PASSING })
  const { status, output } = runGroup(t, left, soon)
  assert.equal(status, 1)
  assert.match(output, /✔ listens[\s\S]*✖ \S+\.mjs/)
  assert.match(output, /TCPServerWrap × 1, opened in \S+\/b\.test\.mjs\n/)
  assert.equal(runGroup(t, filesElsewhere(t, { 'a.test.mjs': PASSING }), soon).status, 0)
})

const files = globSync('{packages/*/{src,test},tests}/**/*.test.ts', { cwd: root }).sort()
const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n')

test('every test file runs in a tier, those of the deep tier alone by their name', () => {
  const lost = files.filter((file) => !runsInTier(file, 'test') && !runsInTier(file, 'deep'))
  assert.deepEqual(lost, [])
  const deepOnly = files.filter((file) => !runsInTier(file, 'test'))
  assert.deepEqual(
    deepOnly,
    files.filter((file) => file.endsWith('.deep.test.ts')),
  )
  assert.ok(deepOnly.length > 5)
  const api = 'packages/server/src/features/locks/locks.test.ts'
  assert.ok(runsInTier(api, 'deep'), 'on PostgreSQL')
  assert.ok(!runsInTier('packages/server/src/features/locks/battery/rules.test.ts', 'deep'))
})

test('a file of the deep tier, asked for in npm test, is refused with the command that runs it', () => {
  const { status, output } = run(['scripts/test.mjs', 'tests/chaos/chaos'])
  assert.equal(status, 1)
  assert.match(output, /belong to the deep tier: npm run test:deep -- tests\/chaos\/chaos/)
})

test('LATCHWORK_TEST_SYSTEM=skip skips the files that need a program of the system, and lists them', () => {
  const args = [
    'scripts/test.mjs',
    'console/test/kit.test',
    'console/test/renewal',
    'console/test/address-rules',
  ]
  const { status, output } = run(args, { LATCHWORK_TEST_SYSTEM: 'skip' })
  assert.equal(status, 0, output)
  assert.match(
    output,
    /skipped, with LATCHWORK_TEST_SYSTEM=skip:\npackages\/console\/test\/kit\.test\.ts\n\nℹ tests/,
  )
})

test('every test file is in one group, and those that want to be are alone', () => {
  const groups = groupsOf(files)
  assert.deepEqual(groups.flat().sort(), files)
  assert.ok(groups.length < files.length / 2, 'most share a process')
  for (const file of files.filter((name) => linesOf(name).some((line) => line.startsWith(ALONE))))
    assert.deepEqual(
      groups.find((group) => group.includes(file)),
      [file],
    )
})

test('of groups that wait most of their time none begins beside another, and none at the end', () => {
  const groups = groupsOf(files)
  const places = groups.flatMap((group, i) => (isWaiting(group) ? [i] : []))
  assert.ok(places.length > 5)
  for (const [i, place] of places.entries())
    assert.ok((places[i + 1] ?? groups.length) - place >= 3, `${groups[place]}`)
  assert.ok((places.at(-1) ?? 0) < groups.length * 0.8)
  assert.deepEqual(groupsOf(files.slice(0, 1)), [files.slice(0, 1)])
})

test('no test file has a hook at its top that would run around the tests of others in its group', () => {
  const around = files.filter((file) => linesOf(file).some((line) => /^(beforeEach|afterEach)\(/.test(line)))
  assert.deepEqual(around, [])
})
