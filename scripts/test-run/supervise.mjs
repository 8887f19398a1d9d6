#!/usr/bin/env node
// Runs beside a test run, in a session of its own, so that neither Ctrl-C nor the death of the run ends it. It ends test
// processes that are blocked, and when the run has ended, in whatever way, the processes that are left; it names them all.
// `node supervise.mjs <folder of the run> <processes without which the run is over>`; the run holds its input open.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { removeFoldersOfEndedRuns } from '../../packages/server/test/folders.ts'
import { commandOf, processesOf, statOf } from './processes.mjs'

const [run, ...ancestors] = process.argv.slice(2)

/** A test process shows every five seconds that it is not blocked (test-process.mjs). */
const BLOCKED_MS = Number(process.env.LATCHWORK_TEST_BLOCKED_MS ?? 180_000)
const LOOK_MS = Math.min(2000, BLOCKED_MS / 2)
/** A program that was told to stop may need a moment. */
const GRACE_MS = 5000

const say = (line) => process.stderr.write(`latchwork: ${line}\n`)

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

/** A blocked process can do nothing about its own limits. */
function endBlocked() {
  for (const name of readdirSync(run)) {
    const pid = /^(\d+)\.state$/.exec(name)?.[1]
    if (pid === undefined || Date.now() - statSync(join(run, name)).mtimeMs < BLOCKED_MS) continue
    if (others().some((process) => process.pid === Number(pid)))
      endOne(Number(pid), readFileSync(join(run, name), 'utf8'))
    rmSync(join(run, name))
  }
}

function endOne(pid, state) {
  const { file, test } = JSON.parse(state)
  say(`${file} has been blocked for ${Math.round(BLOCKED_MS / 1000)} s in: ${test}. Its process is ended.`)
  kill(pid)
}

const others = () => processesOf(run).filter(({ pid }) => pid !== process.pid)

async function endLeft() {
  for (let waited = 0; waited < GRACE_MS && others().length > 0; waited += 200) await delay(200)
  const left = others()
  const files = new Map(left.map(({ pid, file }) => [pid, file ?? '']))
  // What a program of a test started itself is ended with it and not named.
  for (const { pid, ppid, file } of left)
    if (files.get(ppid) !== (file ?? ''))
      say(
        `${commandOf(pid)} (${pid}${file ? `, started by ${file}` : ''}) outlived the test run; it is ended`,
      )
  for (let round = 0; round < 20 && others().length > 0; round++) {
    for (const { pid } of others()) kill(pid)
    await delay(100)
  }
  rmSync(run, { recursive: true, force: true })
  await removeFoldersOfEndedRuns()
}

let isOver = false
const over = async () => {
  if (isOver) return
  isOver = true
  clearInterval(looking)
  await endLeft()
  process.exit(0)
}

const looking = setInterval(() => {
  if (ancestors.some((pid) => statOf(pid) === undefined)) void over()
  else endBlocked()
}, LOOK_MS)
process.stdin.resume().on('close', over)
