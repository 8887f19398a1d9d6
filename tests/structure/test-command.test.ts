import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

// Nothing else in this repository means anything if this does not hold.
test('the test command, when a test fails, fails', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchwork-failing-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'failing.test.mjs')
  writeFileSync(
    file,
    "import { test } from 'node:test'\ntest('fails', () => { throw new Error('on purpose') })\n",
  )
  // Without the mark of the outer runner, which would make this one a reporter of it.
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  const { status } = spawnSync(process.execPath, ['scripts/test.mjs', file], { cwd: root, env })
  assert.equal(status, 1)
})
