import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CALLS_VARIABLE, type RecordedCall } from '../packages/server/test/recorded-calls.ts'
import { chosenFrom, missingFrom } from './examples/choose.ts'
import { cleaned } from './examples/clean.ts'

/**
 * Runs the tests of the API against the real service and writes one of their calls per operation, with its answer, into
 * docs/examples: what the reference in the console shows. Nothing is written when a test fails.
 * Usage: npm run examples
 */

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'latchwork-examples-'))
const file = join(folder, 'calls.jsonl')

/** Where the operations of the API are tested; one engine is enough, both answer the same. */
const TESTS = [
  'src/features',
  'server/test/flows',
  'server/test/access.test',
  'server/test/attacks',
  'hub-pairings',
]
const args = ['scripts/test.mjs', '--test-skip-pattern=\\[postgres\\]', ...TESTS]

function written(): number {
  const run = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, [CALLS_VARIABLE]: file },
  })
  if (run.status !== 0) return run.status ?? 1
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const chosen = chosenFrom(lines.map((line) => JSON.parse(line) as RecordedCall))
  mkdirSync(join(root, 'docs/examples'), { recursive: true })
  for (const [area, examples] of Object.entries(chosen))
    writeFileSync(
      join(root, 'docs/examples', `${area}.json`),
      `${JSON.stringify(cleaned(examples), null, 2)}\n`,
    )
  for (const operation of missingFrom(chosen)) console.warn(`no test calls ${operation} with success`)
  return 0
}

try {
  process.exitCode = written()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
