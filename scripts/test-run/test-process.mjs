// Loaded before anything else in the processes of a test run (`node --import`). In those that run test files it counts
// assertions and processor time per file, records which test is running, and ends child processes that were left.
import assert from 'node:assert/strict'
import { ChildProcess } from 'node:child_process'
import diagnostics from 'node:diagnostics_channel'
import { appendFileSync, utimesSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { inRoot } from '../setup/machine.mjs'
import { boundEnd } from './end-of-group.mjs'
import { ENTRIES } from './groups.mjs'
import { childrenOfThis, commandOf, FILE, RUN, statOf } from './processes.mjs'

/** How often a test process shows that it is not blocked (supervise.mjs). */
const SIGN_OF_LIFE_MS = 5000

const run = process.env[RUN]
const program = process.argv[1] ?? ''
const isSingleFile = /\.test\.(ts|mjs)$/.test(program)
// A process that a test forks gets the options and the environment of the test process, but runs another program.
const isTestProcess =
  run !== undefined &&
  process.env.NODE_TEST_CONTEXT === 'child-v8' &&
  isMainThread &&
  (isSingleFile || dirname(program) === ENTRIES)

let assertions = 0
let file = ''
let counted = { assertions: 0, seconds: 0 }
let began = () => {}

if (isTestProcess) watch()

function watch() {
  countAssertions()
  markChildren()
  began = boundEnd()
  // A group names its files itself (run-group.mjs).
  if (isSingleFile) beginFile(relative(inRoot(), program))
  diagnostics.subscribe('tracing:node.test:start', ({ name, type }) => {
    if (type === 'test') writeFileSync(stateFile(), JSON.stringify({ file, test: name }))
  })
  setInterval(showLife, SIGN_OF_LIFE_MS).unref()
  process.once('exit', () => {
    endFile()
    endChildren()
  })
}

/** The tests of this file begin now. */
export function beginFile(next) {
  if (!isTestProcess) return
  if (file !== '') endFile()
  file = next
  process.env[FILE] = next
  began(next)
  writeFileSync(stateFile(), JSON.stringify({ file, test: 'what comes before its first test' }))
}

/** Adds a line for the summary of the run (summary.mjs). */
function endFile() {
  const now = { assertions, seconds: statOf('self')?.seconds ?? 0 }
  const line = {
    file,
    assertions: now.assertions - counted.assertions,
    seconds: now.seconds - counted.seconds,
  }
  counted = now
  appendFileSync(join(run, 'files.jsonl'), `${JSON.stringify(line)}\n`)
}

function stateFile() {
  return join(run, `${process.pid}.state`)
}

function showLife() {
  const now = new Date()
  utimesSync(stateFile(), now, now)
}

/** Reading a function of the module counts as one call of it: the functions and their messages stay as they are. */
function countAssertions() {
  for (const [name, value] of Object.entries(assert)) {
    if (typeof value !== 'function' || /^[A-Z]|^strict$/.test(name)) continue
    Object.defineProperty(assert, name, {
      configurable: true,
      enumerable: true,
      get() {
        assertions += 1
        return value
      },
      set(replacement) {
        Object.defineProperty(assert, name, { value: replacement, writable: true })
      },
    })
  }
}

/** Tests start programs with an environment of their own; the mark of the run is added to every one. */
function markChildren() {
  const { spawn } = ChildProcess.prototype
  ChildProcess.prototype.spawn = function (options) {
    const given = options.envPairs ?? []
    const isMarked = given.some((pair) => pair.startsWith(`${RUN}=`))
    const marks = isMarked ? [] : [`${RUN}=${run}`, `${FILE}=${file}`]
    return spawn.call(this, { ...options, envPairs: [...given, ...marks] })
  }
}

function endChildren() {
  for (const pid of childrenOfThis()) {
    if (statOf(pid)?.state === 'Z') continue
    writeSync(2, `latchwork: ${commandOf(pid)} (${pid}) outlived the tests of ${file}; it is ended\n`)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {}
  }
}
