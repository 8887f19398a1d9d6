import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, delimiter } from 'node:path'
import { inRoot } from './machine.mjs'

/** Runs a program to its end and keeps what it said; a program that cannot be started has code -1. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let output = ''
    const keep = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ code: -1, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? -1, output }))
  })
}

/** npm empties node_modules before it fills it: what runs meanwhile must not run on the Node that lies in there. */
function withoutPinnedNode() {
  const entries = (process.env.PATH ?? '').split(delimiter)
  const PATH = entries.filter((entry) => !entry.startsWith(inRoot('node_modules'))).join(delimiter)
  return { ...process.env, PATH }
}

/** Runs the same npm that started us, or the one on the PATH. */
export function npm(args, options) {
  const cli = process.env.npm_execpath
  const isNpm = cli !== undefined && basename(cli) === 'npm-cli.js'
  return isNpm
    ? run(process.execPath, [cli, ...args], options)
    : run('npm', args, { ...options, env: withoutPinnedNode() })
}

/** Runs a script on the Node that runs us; where an install has just removed that one, on the one on the PATH. */
export function node(args, options) {
  const command = existsSync(process.execPath) ? process.execPath : 'node'
  return run(command, args, { ...options, env: withoutPinnedNode() })
}

/** Says what is being done and how long it took; the work may take minutes on a slow line. */
export async function timed(what, work) {
  const start = Date.now()
  console.log(`latchwork: ${what}…`)
  const result = await work()
  console.log(`latchwork: … done in ${Math.max(1, Math.round((Date.now() - start) / 1000))} s`)
  return result
}
