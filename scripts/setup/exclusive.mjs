import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { SetupFailure } from './failure.mjs'
import { inRoot, root } from './machine.mjs'

// Not inside node_modules: `npm ci` begins by removing that folder.
const lockFile = inRoot('.setup.lock')

/** How much goes on in this process under the lock, and its way to it. */
let underWay = 0
let acquired
let isHeld = false

/** Does the work while no other set-up of this folder does: two npm commands may well be started at once. */
export async function exclusively(work) {
  underWay += 1
  acquired ??= acquire()
  // With a listener, Ctrl-C ends the child program and lets us clean up; without one it ends us first.
  const ignore = () => {}
  process.on('SIGINT', ignore)
  process.on('SIGTERM', ignore)
  try {
    await acquired
    return await work()
  } finally {
    underWay -= 1
    if (underWay === 0) release()
    process.off('SIGINT', ignore)
    process.off('SIGTERM', ignore)
  }
}

async function acquire() {
  let hasSaidSo = false
  while (!create()) {
    const owner = readOwner()
    if (owner !== undefined && !isAlive(owner)) {
      rmSync(lockFile, { force: true })
      continue
    }
    if (!hasSaidSo) console.log('latchwork: waiting for another set-up of this folder…')
    hasSaidSo = true
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  isHeld = true
}

function release() {
  if (isHeld) rmSync(lockFile, { force: true })
  isHeld = false
  acquired = undefined
}

function create() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new SetupFailure(
      `cannot write to ${root} (${error.code}); give the current user write access to it.`,
    )
  }
}

/** The process that holds the lock; undefined while it is just being written or was just removed. */
function readOwner() {
  try {
    return Number.parseInt(readFileSync(lockFile, 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
