import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exclusively } from './exclusive.mjs'
import { SetupFailure, tail } from './failure.mjs'
import { inRoot } from './machine.mjs'
import { pinnedNodeBinary } from './native-parts.mjs'
import { run, timed } from './programs.mjs'

const stampFile = inRoot('packages/console/dist/.stamp')

/** Everything the built files follow from. */
const SOURCES = [
  'docs',
  'package-lock.json',
  'packages/console/build',
  'packages/console/guest',
  'packages/console/guest.config.ts',
  'packages/console/guest.html',
  'packages/console/index.html',
  'packages/console/public',
  'packages/console/src',
  'packages/console/vite.config.ts',
  'packages/contract/src',
  'packages/sdk/src',
]

/** Builds the console when it is not there or older than its sources. Costs some file reads when it is neither. */
export async function ensureConsole() {
  if (!existsSync(inRoot('packages/console/index.html'))) return
  if (isFresh()) return
  await exclusively(async () => {
    if (isFresh()) return
    await timed('building the console', build)
  })
}

async function build() {
  const stamp = wantedStamp()
  await vite('vite.config.ts')
  // Into a folder of what was just built.
  if (existsSync(inRoot('packages/console/guest.config.ts'))) await vite('guest.config.ts')
  writeFileSync(stampFile, stamp)
}

async function vite(config) {
  const program = inRoot('node_modules/vite/bin/vite.js')
  const args = [program, 'build', '--emptyOutDir', '--config', config]
  const { code, output } = await run(pinnedNodeBinary, args, {
    cwd: inRoot('packages/console'),
    // Vite takes NODE_ENV from whoever calls it; a console made for development is slow and large.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (code !== 0) {
    console.error(tail(output))
    throw new SetupFailure('the console could not be built; the words of its build are above.')
  }
}

function isFresh() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wantedStamp()
}

function wantedStamp() {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap(filesIn))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(inRoot(path)))
  return hash.digest('hex')
}

/** A file itself, or all files below a folder in a fixed order; tests are no part of the console. */
function filesIn(path) {
  if (!existsSync(inRoot(path))) return []
  if (!/\.\w+$/.test(path)) {
    const names = readdirSync(inRoot(path)).sort()
    return names.flatMap((name) => filesIn(join(path, name)))
  }
  return path.endsWith('.test.ts') ? [] : [path]
}
