import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { exclusively } from './exclusive.mjs'
import { explainNpm, SetupFailure, tail } from './failure.mjs'
import { inRoot, platform } from './machine.mjs'
import {
  hasPinnedNode,
  hasWrongNode,
  isPostgresHidden,
  pinnedNodeBinary,
  pinnedNodeVersion,
  repairPinnedNode,
  repairPostgres,
} from './native-parts.mjs'
import { npm, timed } from './programs.mjs'

const stampFile = inRoot('node_modules/.latchwork-setup.json')
// npm writes this file last, so a half-finished install does not have it.
const installedLockfile = inRoot('node_modules/.package-lock.json')
const lockfile = inRoot('package-lock.json')

/**
 * Makes node_modules match the lockfile on this machine. Costs a few file reads when it already does. In production what
 * only developers need is left out; where it is there already, on a developer's machine, it stays.
 */
export async function ensureDependencies({ production = false } = {}) {
  if (isFresh(production)) return
  await exclusively(async () => {
    // Another set-up may have done the work while we waited for it.
    if (isFresh(production)) return
    const reason = reasonToInstall(production)
    const withDev = !production || readStamp()?.withDev === true
    if (reason) await timed(`installing dependencies (${reason})`, () => installAndRepair(withDev))
    else await repair()
    writeFileSync(
      stampFile,
      `${JSON.stringify({ ...wantedStamp(), withDev: reason ? withDev : hasDev() })}\n`,
    )
  })
}

/** Without a stamp of ours somebody ran npm by hand, and that installs everything. */
const hasDev = () => readStamp()?.withDev ?? true

const wantedStamp = () => ({
  lockfile: createHash('sha256').update(readFileSync(lockfile)).digest('hex'),
  platform,
  node: pinnedNodeVersion(),
})

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return undefined
  }
}

function isFresh(production) {
  const stamp = readStamp()
  if (!stamp || !existsSync(installedLockfile) || !hasPinnedNode() || isPostgresHidden()) return false
  if (!production && stamp.withDev === false) return false
  const wanted = wantedStamp()
  return Object.keys(wanted).every((key) => stamp[key] === wanted[key])
}

/** Why an install is needed, in words for the terminal; undefined when what is there can be kept. */
function reasonToInstall(production) {
  if (!existsSync(installedLockfile))
    return production ? 'first run, without those for development' : 'first run'
  const stamp = readStamp()
  if (stamp && stamp.platform !== platform) return 'node_modules was made for another platform'
  // Checking out a branch touches the lockfile without changing it; the digest tells. Without a stamp the dates must do.
  const isOlder = statSync(installedLockfile).mtimeMs < statSync(lockfile).mtimeMs
  if (isOlder && stamp?.lockfile !== wantedStamp().lockfile) return 'the lockfile changed'
  if (!production && stamp?.withDev === false) return 'those for development were left out before'
  if (!hasPinnedNode() && !existsSync(pinnedNodeBinary)) return 'the pinned Node is missing'
  if (hasWrongNode()) return 'the pinned Node is not the one in place'
  return undefined
}

const NPM_CI = [
  'ci',
  // Install scripts are not left to npm: some versions run them, some ask first, some refuse. `repair` does their work.
  '--ignore-scripts',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  // Someone without a network should hear of it in seconds, not after npm's patience of more than a minute.
  '--fetch-retry-mintimeout=2000',
  '--fetch-retry-maxtimeout=10000',
]

async function installAndRepair(withDev) {
  assertChecksums(withDev)
  const { code, output } = await npm([...NPM_CI, withDev ? '--include=dev' : '--omit=dev'], { cwd: inRoot() })
  if (code !== 0) {
    console.error(tail(output))
    throw new SetupFailure(explainNpm(output))
  }
  await repair()
}

/** Does what the install scripts of our dependencies would do. */
async function repair() {
  await repairPinnedNode()
  await repairPostgres()
}

/** npm installs a package without a checksum as it comes: nothing for this machine may be without one. */
function assertChecksums(withDev) {
  const { packages = {} } = JSON.parse(readFileSync(lockfile, 'utf8'))
  const [os, cpu] = platform.split('-')
  const isForUs = (entry) =>
    [entry.os ?? os].flat().includes(os) &&
    [entry.cpu ?? cpu].flat().includes(cpu) &&
    (os !== 'linux' || [entry.libc ?? 'glibc'].flat().includes('glibc')) &&
    (withDev || !entry.dev)
  const unchecked = Object.entries(packages)
    .filter(
      ([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.integrity && isForUs(entry),
    )
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  if (unchecked.length > 0) {
    throw new SetupFailure(
      `package-lock.json has no checksum for ${unchecked.join(', ')}; nothing was installed.`,
    )
  }
}
