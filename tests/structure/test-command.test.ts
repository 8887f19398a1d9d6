import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const { entriesOf, groupsOf } = (await import(
  new URL('../../scripts/test-run/groups.mjs', import.meta.url).href
)) as {
  groupsOf(files: readonly string[]): string[][]
  entriesOf(groups: readonly string[][]): string[]
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

test('no test file has a hook at its top that would run around the tests of others in its group', () => {
  const around = files.filter((file) => linesOf(file).some((line) => /^(beforeEach|afterEach)\(/.test(line)))
  assert.deepEqual(around, [])
})
