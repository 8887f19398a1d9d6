import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SetupFailure } from './failure.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
export const inRoot = (...path) => join(root, ...path)

/** What native packages are made for; part of the stamp, because node_modules may have come from another machine. */
export const platform = `${process.platform}-${process.arch}`

const OLDEST_NODE = 18
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** Refuses what cannot work, before anything is downloaded. */
export function checkMachine() {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    throw new SetupFailure(
      `npm runs on Node ${process.versions.node}, and the set-up needs Node ${OLDEST_NODE} or newer; Latchwork then brings its own.`,
    )
  }
  if (!PLATFORMS.includes(platform)) {
    throw new SetupFailure(`${platform} is not supported; Latchwork runs on Linux x64 and arm64.`)
  }
}
