// The reporter of a test run: Node's `spec`, and before its counts the failed tests with their files and seeds, the cost of the
// run by kind of test, and the ten slowest tests.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { spec } from 'node:test/reporters'
import { inRoot } from '../setup/machine.mjs'
import { ENTRIES } from './groups.mjs'
import { KINDS, kindOf } from './kinds.mjs'
import { childrenOfThis, RUN, statOf } from './processes.mjs'

const SLOWEST = 10
const began = performance.now()

// biome-ignore lint/style/noDefaultExport: Node's test runner takes the default export as the reporter.
export default async function* summary(source) {
  const reporter = new spec()
  const tests = []
  const fileOf = fileFinder()
  let isTold = false
  for await (const event of source) {
    const { type, data } = event
    const file = fileOf(data)
    if (type === 'test:pass' || type === 'test:fail') {
      if (isOwnTest(data)) tests.push({ ...data, file, failed: type === 'test:fail' })
    } else if (type === 'test:diagnostic' && data.message.startsWith('tests ') && !isTold) {
      isTold = true
      yield report(tests)
    }
    reporter.write(event)
    yield* readNow(reporter)
  }
  reporter.end()
  yield* reporter
}

function* readNow(stream) {
  for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) yield chunk
}

/** Neither a group of tests nor the process that ran them, unless that process failed by itself. */
const isOwnTest = ({ details, entryFile }) =>
  details.type !== 'suite' &&
  (entryFile !== undefined || (details.error && details.error.failureType !== 'subtestsFailed'))

/** A test that a function registered has the place of that function, and a group of files begins each with its name. */
function fileFinder() {
  const current = new Map()
  return ({ file = '', name, entryFile }) => {
    if (file.endsWith('/run-group.mjs')) current.set(entryFile, inRoot(name.replace(/ can be loaded$/, '')))
    return current.get(entryFile) ?? entryFile ?? file
  }
}

const nameOf = (file) => relative(inRoot(), file)

function report(tests) {
  const totals = totalsOf(tests)
  keep(totals)
  return [
    '',
    ...failures(tests.filter(({ failed }) => failed)),
    ...table(totals),
    ...slowest(tests),
    ...skipped(),
    '',
    '',
  ].join('\n')
}

function failures(failed) {
  return failed.flatMap((test) => {
    const seed = /\bseed[^\w-]{1,3}(-?\d+)/i.exec(messagesOf(test.details.error))?.[1]
    return [
      `✖ ${test.name}`,
      `    file: ${nameOf(test.file)}`,
      `    seed: ${seed ?? 'none, the test makes the same calls each time'}`,
      '',
    ]
  })
}

/** An error wraps the one that the test threw. */
const messagesOf = (error) =>
  error instanceof Error ? `${error.message}\n${messagesOf(error.cause)}` : String(error)

/** Tests, assertions and processor time by kind. */
function totalsOf(tests) {
  const kinds = Object.fromEntries(
    KINDS.map((kind) => [kind, { files: new Set(), tests: 0, assertions: 0, coreSeconds: 0 }]),
  )
  for (const line of linesOfFiles()) {
    const kind = kinds[kindOf(line.file)]
    kind.files.add(line.file)
    kind.assertions += line.assertions
    kind.coreSeconds += line.seconds
  }
  for (const { file, entryFile } of tests) if (entryFile) kinds[kindOf(nameOf(file))].tests += 1
  return {
    tier: process.env.LATCHWORK_TEST_TIER,
    seconds: (performance.now() - began) / 1000,
    kinds: Object.fromEntries(
      Object.entries(kinds).map(([name, kind]) => [name, { ...kind, files: kind.files.size }]),
    ),
    sharedCoreSeconds: sharedCoreSeconds(),
  }
}

function linesOfFiles() {
  try {
    const text = readFileSync(join(process.env[RUN], 'files.jsonl'), 'utf8')
    return text.split('\n').filter(Boolean).map(JSON.parse)
  } catch {
    return []
  }
}

/** What all test files share: this process with the set-up of the stores, and PostgreSQL. */
function sharedCoreSeconds() {
  const { user, system } = process.cpuUsage()
  const running = childrenOfThis().map((pid) => statOf(pid)?.seconds ?? 0)
  return (user + system) / 1e6 + running.reduce((sum, seconds) => sum + seconds, 0)
}

function table({ kinds, seconds, sharedCoreSeconds }) {
  const rows = Object.entries(kinds).filter(([, { files }]) => files > 0)
  const sum = (key) => rows.reduce((total, [, kind]) => total + kind[key], 0)
  const line = (name, files, tests, assertions, coreSeconds) =>
    [
      name.padEnd(22),
      String(files).padStart(6),
      String(tests).padStart(7),
      String(assertions).padStart(12),
      coreSeconds.toFixed(1).padStart(14),
    ].join('')
  return [
    `${'kind of test'.padEnd(22)} files  tests  assertions  core-seconds`,
    ...rows.map(([name, kind]) => line(name, kind.files, kind.tests, kind.assertions, kind.coreSeconds)),
    line('set-up and PostgreSQL', '', '', '', sharedCoreSeconds),
    line('all', sum('files'), sum('tests'), sum('assertions'), sum('coreSeconds') + sharedCoreSeconds),
    `${seconds.toFixed(1)} seconds`,
    '',
  ]
}

function slowest(tests) {
  const inOrder = tests.toSorted((a, b) => b.details.duration_ms - a.details.duration_ms).slice(0, SLOWEST)
  return [
    'slowest tests',
    ...inOrder.map(
      ({ details, name, file }) =>
        `${(details.duration_ms / 1000).toFixed(1).padStart(7)} s  ${name} (${nameOf(file)})`,
    ),
  ]
}

/** Files that were not run because they need a system program (needs.mjs). */
function skipped() {
  const files = JSON.parse(process.env.LATCHWORK_TEST_SKIPPED ?? '[]')
  return files.length === 0 ? [] : ['', 'skipped, with LATCHWORK_TEST_SYSTEM=skip:', ...files]
}

/** The part `suite` of the benchmarks takes the numbers of the last whole run from here. */
function keep(totals) {
  if (process.env.LATCHWORK_TEST_WHOLE !== 'true') return
  mkdirSync(ENTRIES, { recursive: true })
  writeFileSync(join(ENTRIES, `last-${totals.tier}.json`), `${JSON.stringify(totals, null, 2)}\n`)
}
