import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '../..')
const MIGRATIONS = 'packages/server/migrations'

const git = (...args: string[]): Buffer =>
  execFileSync('git', args, { cwd: repository, maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] })

const lines = (output: Buffer): string[] => String(output).trim().split('\n')

function unpack(folder: string, commit: string, ...paths: string[]): void {
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit, ...paths) })
}

/**
 * An earlier version with its own code and its own dependencies, from the history of this repository. What is there already is
 * used again: installing takes minutes.
 */
export async function checkOut(commit: string, folder: string): Promise<string> {
  if (!existsSync(join(folder, 'package.json'))) {
    await mkdir(folder, { recursive: true })
    unpack(folder, commit)
  }
  const lock = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(lock)) {
    const npm = ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund']
    execFileSync('npm', npm, { cwd: folder, stdio: 'inherit' })
  }
  return join(folder, 'packages/server/src/start.ts')
}

/** An earlier version with its own code and the dependencies of today: nothing is installed. */
export function checkOutCode(commit: string, folder: string): string {
  unpack(folder, commit, 'packages', 'package.json')
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@latchwork'), { recursive: true })
  for (const name of readdirSync(join(repository, 'node_modules')))
    if (!name.startsWith('.') && name !== '@latchwork')
      symlinkSync(join(repository, 'node_modules', name), join(modules, name))
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join(folder, 'packages', name), join(modules, '@latchwork', name))
    const own = join(repository, 'packages', name, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(folder, 'packages', name, 'node_modules'))
  }
  return join(folder, 'packages/server/src/start.ts')
}

/**
 * The newest commit before this one that lacks some of the migrations of today, the last ones, and has no others; undefined
 * where the history of this clone does not reach that far, or there is none.
 */
export function commitBefore(migrations: readonly string[]): string | undefined {
  try {
    return lines(git('log', '-n', '100', '--format=%H^', '--', MIGRATIONS)).find((commit) => {
      const known = lines(git('ls-tree', '--name-only', commit, `${MIGRATIONS}/`))
        .map((path) => /(\d{4}-[\w-]+)\.ts$/.exec(path)?.[1])
        .filter((name) => name !== undefined)
      return known.length < migrations.length && known.every((name, at) => name === migrations[at])
    })
  } catch {
    return undefined
  }
}
