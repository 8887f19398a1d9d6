#!/usr/bin/env node
// Runs the whole suite, or the files whose path contains one of the given words: `npm test -- smartlocks`. An absolute
// path is a file of its own.
// Files share processes in groups (test-run/groups.mjs).
// Arguments with a dash go to Node's test runner: `npm test -- --test-name-pattern=offline`.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { inRoot, root } from './setup/machine.mjs'
import { pinnedNodeBinary } from './setup/native-parts.mjs'
import { isFresh } from './setup/service.mjs'
import { entriesOf, groupsOf } from './test-run/groups.mjs'

const GLOBAL_SETUP = 'packages/server/test/global-setup.ts'

function runnerOptions(wanted) {
  const hasReporter = wanted.some((option) => option.startsWith('--test-reporter'))
  return [
    '--test',
    ...(hasReporter ? [] : ['--test-reporter=spec']),
    // Two more than there are cores: tests wait for a socket, a disk or a page some of the time, and one of those that
    // wait nearly all of theirs (groups.mjs) is nearly always among them. With one more, a third of two cores was idle.
    `--test-concurrency=${Math.min(8, availableParallelism() + 2)}`,
    '--test-timeout=120000',
    ...(existsSync(inRoot(GLOBAL_SETUP)) ? [`--test-global-setup=${GLOBAL_SETUP}`] : []),
    ...wanted,
  ]
}

/** Every *.test.ts below a folder, as paths from the root. */
function testFilesIn(folder) {
  if (!existsSync(inRoot(folder))) return []
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return testFilesIn(path)
    return entry.name.endsWith('.test.ts') ? [path] : []
  })
}

function testFiles(words) {
  const packages = readdirSync(inRoot('packages')).flatMap((name) => [
    `packages/${name}/src`,
    `packages/${name}/test`,
  ])
  const files = [...packages, 'tests'].flatMap(testFilesIn).sort()
  if (words.length === 0) return files
  const elsewhere = words.filter((word) => isAbsolute(word) && existsSync(word))
  return [...files.filter((file) => words.some((word) => file.includes(word))), ...elsewhere]
}

/** Two hundred files load the same modules: types are stripped and code is compiled once, as where the service starts. */
const env = {
  NODE_COMPILE_CACHE: inRoot('node_modules/.cache/latchwork'),
  // Tests that start the service or the command line start what was built (packages/server/test/programs.ts).
  ...(isFresh() && { LATCHWORK_TEST_BUILT: 'true' }),
  ...process.env,
}

/** Runs a program in our place: same terminal, same end. */
function become(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`latchwork: ${command} cannot be started: ${error.message}`)
    process.exitCode = 1
  })
  child.on('close', (code) => {
    process.exitCode = code ?? 1
  })
}

const args = process.argv.slice(2)
const files = testFiles(args.filter((arg) => !arg.startsWith('-')))
if (files.length === 0) {
  console.error(`latchwork: no test file matches ${args.join(' ')}`)
  process.exitCode = 1
} else {
  const wanted = args.filter((arg) => arg.startsWith('-'))
  // A single file runs as Node runs any. So do all where only some of their tests are wanted: a group is loaded by one.
  const isPart = wanted.some((option) => /^--test-(name|skip|only)/.test(option))
  const started = files.length === 1 || isPart ? files : entriesOf(groupsOf(files))
  become(pinnedNodeBinary, [...runnerOptions(wanted), ...started])
}
