#!/usr/bin/env node
// Runs the tests: `npm test` those of the tier `test`, `npm run test:deep` the rest (CONTRIBUTING.md says which is where).
// Words choose the files whose path contains one of them: `npm test -- smartlocks`. An absolute path is a file of its own.
// Arguments with a dash go to Node's test runner: `npm test -- --test-name-pattern=offline`.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { SetupFailure } from './setup/failure.mjs'
import { inRoot, root } from './setup/machine.mjs'
import { pinnedNodeBinary } from './setup/native-parts.mjs'
import { ensureService, isFresh } from './setup/service.mjs'
import { ensurePrograms } from './setup/system-programs.mjs'
import { entriesOf, groupsOf } from './test-run/groups.mjs'
import { kindOf } from './test-run/kinds.mjs'
import { needsPostgres, needsProgram, programsNeeded } from './test-run/needs.mjs'
import { RUN, statOf } from './test-run/processes.mjs'
import { stress } from './test-run/stress.mjs'
import { allTestFiles, runsInTier } from './test-run/tiers.mjs'

const OWN_OPTIONS = ['--deep', '--stressed']
/** How long an interrupted run may take to end by itself. */
const END_MS = 10_000

const args = process.argv.slice(2)
const tier = args.includes('--deep') ? 'deep' : 'test'
const words = args.filter((arg) => !arg.startsWith('-'))
const options = args.filter((arg) => arg.startsWith('-') && !OWN_OPTIONS.includes(arg))

try {
  await main()
} catch (error) {
  if (!(error instanceof SetupFailure)) throw error
  console.error(`latchwork: ${error.message}`)
  process.exitCode = 1
}

async function main() {
  const isSkipping = process.env.LATCHWORK_TEST_SYSTEM === 'skip'
  const wanted = filesWanted()
  const files = isSkipping ? wanted.filter((file) => !needsProgram(file)) : wanted
  const skipped = wanted.filter((file) => !files.includes(file))
  const isWhole = words.length === 0 && options.length === 0
  await ensurePrograms(programsNeeded(files))
  // A few files run from the sources: that takes less time than building the service.
  if (words.length === 0) await ensureService()
  // A single file runs as Node runs any. So do all where only some of their tests are wanted: a group is loaded by one.
  const isPart = options.some((option) => /^--test-(name|skip|only)/.test(option))
  const entries = files.length === 1 || isPart ? files : entriesOf(groupsOf(files))
  // Where no test of the API or of a process runs, no database is prepared.
  const hasStores = files.some((file) => kindOf(file) !== 'unit')
  await become([...runnerOptions(hasStores), ...entries], {
    NODE_COMPILE_CACHE: inRoot('node_modules/.cache/latchwork'),
    // Tests that start the service or the command line start what was built (packages/server/test/programs.ts).
    ...(isFresh() && { LATCHWORK_TEST_BUILT: 'true' }),
    ...process.env,
    PATH: `${inRoot('node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
    LATCHWORK_TEST_TIER: tier,
    LATCHWORK_TEST_WHOLE: String(isWhole),
    LATCHWORK_TEST_SKIPPED: JSON.stringify(skipped),
    LATCHWORK_TEST_POSTGRES: String(files.some((file) => needsPostgres(file, tier))),
    [RUN]: mkdtempSync(join(process.env[RUN] ?? tmpdir(), 'latchwork-tests-')),
  })
}

function filesWanted() {
  const all = allTestFiles()
  const elsewhere = words.filter((word) => isAbsolute(word) && existsSync(word))
  const isWanted = (file) => words.length === 0 || words.some((word) => file.includes(word))
  const files = [...all.filter((file) => isWanted(file) && runsInTier(file, tier)), ...elsewhere]
  if (files.length > 0) return files
  throw new SetupFailure(
    tier === 'test' && all.some(isWanted)
      ? `the files that match belong to the deep tier: npm run test:deep -- ${words.join(' ')}`
      : `no test file matches ${words.join(' ')}`,
  )
}

function runnerOptions(hasStores) {
  const hasReporter = options.some((option) => option.startsWith('--test-reporter'))
  return [
    '--test',
    // A test makes much that is soon garbage: with a larger nursery collecting it costs half as much.
    '--max-semi-space-size=32',
    ...['--import', new URL('./test-run/test-process.mjs', import.meta.url).href],
    ...(hasReporter ? [] : [`--test-reporter=${new URL('./test-run/summary.mjs', import.meta.url).href}`]),
    // Two more than there are cores: tests wait for a socket, a disk or a page some of the time.
    `--test-concurrency=${Math.min(8, availableParallelism() + 2)}`,
    // Above the two minutes for which a test waits for one thing (packages/server/test/eventually.ts).
    `--test-timeout=${tier === 'deep' ? 1_200_000 : 300_000}`,
    ...(hasStores ? ['--test-global-setup=packages/server/test/global-setup.ts'] : []),
    ...options,
  ]
}

/** Runs Node's test runner in our place: same terminal, same end. */
async function become(runnerArgs, env) {
  const supervisor = supervise(env)
  const child = spawn(pinnedNodeBinary, runnerArgs, { cwd: root, stdio: 'inherit', env })
  const calm = args.includes('--stressed') ? stress(env[RUN]) : () => {}
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      child.kill(signal)
      setTimeout(() => child.kill('SIGKILL'), END_MS).unref()
    })
  const [code] = await new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`latchwork: Node's test runner cannot be started: ${error.message}`)
      resolve([1])
    })
    child.on('close', (...end) => resolve(end))
  })
  calm()
  supervisor.stdin.end()
  await new Promise((resolve) => supervisor.on('close', resolve))
  process.exitCode = code ?? 1
}

/** Started by npm, the run is over when npm or its shell is gone. */
function supervise({ [RUN]: run, ...env }) {
  const shell = process.ppid
  const ancestors = process.env.npm_lifecycle_event ? [shell, statOf(shell)?.ppid ?? shell] : []
  return spawn(
    pinnedNodeBinary,
    [inRoot('scripts/test-run/supervise.mjs'), run, ...ancestors.map(String)],
    // Its end is waited for, but it does not have to be reachable by the terminal's Ctrl-C.
    { cwd: root, stdio: ['pipe', 'inherit', 'inherit'], env, detached: true },
  )
}
