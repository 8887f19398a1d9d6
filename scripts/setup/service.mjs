import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exclusively } from './exclusive.mjs'
import { SetupFailure, tail } from './failure.mjs'
import { inRoot } from './machine.mjs'
import { pinnedNodeBinary } from './native-parts.mjs'
import { run } from './programs.mjs'

const stampFile = inRoot('build/.stamp')

/** Everything the built files follow from. */
const SOURCES = [
  'package-lock.json',
  'scripts/build.mjs',
  ...['access-window', 'contract', 'gateway', 'ldp-device', 'sdk', 'server', 'simulator'].map(
    (name) => `packages/${name}`,
  ),
]
const NO_SOURCES = ['node_modules', 'test']

/** Makes the plain JavaScript that the service starts from, when it is not there or older than its sources. */
export async function ensureService() {
  if (isFresh()) return
  await exclusively(async () => {
    if (isFresh()) return
    const { code, output } = await run(pinnedNodeBinary, [inRoot('scripts/build.mjs')], { cwd: inRoot() })
    if (code === 0) return
    console.error(tail(output))
    throw new SetupFailure('the service could not be built; the words of its build are above.')
  })
}

/** Is it there, and made of the sources as they are? */
export const isFresh = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wantedStamp()

/** What is in the sources now. */
export function wantedStamp() {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap(filesIn))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(inRoot(path)))
      .update('\0')
  return hash.digest('hex')
}

/** A file itself, or all files below a folder in a fixed order; tests are no part of the service. */
function filesIn(path) {
  if (/\.\w+$/.test(path)) return path.endsWith('.test.ts') ? [] : [path]
  const names = readdirSync(inRoot(path)).filter((name) => !NO_SOURCES.includes(name))
  return names.sort().flatMap((name) => filesIn(join(path, name)))
}
