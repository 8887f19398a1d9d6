import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Which file of the packages imports which, tests left out; imports that are only types count like all others. */
export type Imports = ReadonlyMap<string, ReadonlySet<string>>

interface Cruised {
  modules: { source: string; dependencies: { resolved: string }[] }[]
}

export function readImports(): Imports {
  const args = [
    join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
    'packages',
    '--config',
    '.dependency-cruiser.cjs',
    '--include-only',
    '^packages/[^/]+/(src|migrations)/',
    '--exclude',
    '\\.test\\.tsx?$',
    '--output-type',
    'json',
  ]
  const json = execFileSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const { modules } = JSON.parse(json) as Cruised
  return new Map(modules.map((file) => [file.source, new Set(file.dependencies.map((to) => to.resolved))]))
}
