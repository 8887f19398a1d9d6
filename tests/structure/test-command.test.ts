import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const { entriesOf, groupsOf, isWaiting } = (await import(
  new URL('../../scripts/test-run/groups.mjs', import.meta.url).href
)) as {
  groupsOf(files: readonly string[]): string[][]
  entriesOf(groups: readonly string[][]): string[]
  isWaiting(group: readonly string[]): boolean
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

function run(args: readonly string[]) {
  // Without the mark of the outer runner, which would make this one a reporter of it.
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  return spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
}

const ALONE = '// Runs in a process of its own'
const FAILING = "test('fails', () => { throw new Error('on purpose') })"

// Nothing else in this repository means anything if these do not hold.
test('the test command, when a test fails, fails', (t) => {
  const files = filesElsewhere(t, { 'failing.test.mjs': FAILING })
  assert.equal(run(['scripts/test.mjs', ...files]).status, 1)
})

test('a group runs all of its files: one that cannot be loaded fails, and so does a test of another', (t) => {
  const files = filesElsewhere(t, {
    'broken.test.mjs': "import './nowhere.mjs'",
    'failing.test.mjs': FAILING,
    'ending.test.mjs': "import { after } from 'node:test'\nafter(() => { process.isAtEnd = true })",
    'passing.test.mjs': "test('passes', (t) => t.assert.equal(process.isAtEnd, undefined))",
  })
  const { status, stdout } = run(['--test', '--test-reporter=spec', ...entriesOf([files])])
  assert.equal(status, 1)
  assert.match(stdout, /✖ \S+broken\.test\.mjs can be loaded/)
  assert.match(stdout, /✖ fails/)
  assert.match(stdout, /tests 3\n.*suites 4\n.*pass 1\n.*fail 2\n/)
})

test('a group whose process does not end by itself is ended, fails, and names what was left open and by whom', (t) => {
  const open =
    "import { createServer } from 'node:net'\ntest('listens', (t, done) => { createServer().listen(0, done) })"
  const passing = "test('passes', () => {})"
  const left = filesElsewhere(t, { 'a.test.mjs': passing, 'b.test.mjs': open, 'c.test.mjs': passing })
  const ended = filesElsewhere(t, { 'a.test.mjs': passing })
  const runner = new URL('../../scripts/test-run/run-group.mjs', import.meta.url).href
  const groupOf = (group: string[]) =>
    `import { runGroup } from '${runner}'\nrunGroup(${JSON.stringify(group)}, 300)`
  const [hanging = '', healthy = ''] = filesElsewhere(t, {
    'hanging.mjs': groupOf(left),
    'healthy.mjs': groupOf(ended),
  })
  const { status, stdout, stderr } = run(['--test', '--test-reporter=spec', hanging])
  assert.equal(status, 1)
  assert.match(stdout, /✔ listens[\s\S]*✖ \S+hanging\.mjs/)
  assert.match(`${stdout}${stderr}`, /TCPServerWrap × 1, opened in \S+\/b\.test\.mjs\n/)
  assert.equal(run(['--test', healthy]).status, 0)
})

const files = globSync('{packages/*/{src,test},tests}/**/*.test.ts', { cwd: root }).sort()
const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n')

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
