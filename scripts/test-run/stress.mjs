// Makes the machine as busy as a laptop at work: two busy loops for each core, and every Node process of the run is stopped
// now and then. A test whose result depends on speed fails.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { processesOf, RUN, statOf } from './processes.mjs'

const PAUSE_MS = { from: 20, to: 200 }
const GAP_MS = { from: 200, to: 2000 }
/** How often new processes are looked for. */
const LOOK_MS = 500

/** Begins at once; returns the function that ends it. `LATCHWORK_TEST_SEED` chooses other moments. */
export function stress(run) {
  const seed = Number(process.env.LATCHWORK_TEST_SEED ?? Date.now() % 1_000_000)
  console.log(`latchwork: the machine is kept busy and the processes are paused, with the seed ${seed}`)
  const random = seeded(seed)
  const between = ({ from, to }) => from + random() * (to - from)
  const loops = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore', env: { ...process.env, [RUN]: run } }),
  )
  const known = new Set(loops.map(({ pid }) => pid))
  const paused = new Set()
  let isOver = false

  const go = (pid) => {
    paused.delete(pid)
    signal(pid, 'SIGCONT')
  }
  const pause = (pid) => {
    const state = statOf(pid)?.state
    if (isOver || state === undefined) return
    // A test has stopped it and will let it go on when the test is ready.
    if (state !== 'T') {
      paused.add(pid)
      signal(pid, 'SIGSTOP')
      setTimeout(() => go(pid), between(PAUSE_MS))
    }
    setTimeout(() => pause(pid), between(GAP_MS))
  }
  const looking = setInterval(() => {
    for (const { pid, name } of processesOf(run)) {
      // The main thread of Node names itself so; what it starts has names of its own.
      if (known.has(pid) || !/^(node|MainThread)$/.test(name)) continue
      known.add(pid)
      setTimeout(() => pause(pid), between(GAP_MS))
    }
  }, LOOK_MS)

  return () => {
    isOver = true
    clearInterval(looking)
    for (const pid of paused) go(pid)
    for (const loop of loops) loop.kill('SIGKILL')
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name)
  } catch {}
}

/** Numbers from 0 to 1 that repeat themselves with the same seed (mulberry32). */
function seeded(seed) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
