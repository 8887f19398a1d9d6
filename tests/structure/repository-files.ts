import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const repository = join(import.meta.dirname, '../..')

/** What .gitignore leaves out, and git itself. */
const NOT_OURS = ['node_modules', '.git', 'data', 'coverage', 'dist', '.tmp', '.setup.lock']

function filesBelow(folder: string): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    // The console has a folder of that name too, with sources.
    if (NOT_OURS.includes(entry.name) || path === 'build') return []
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

/** Every file of the repository, as paths from its root. */
export const files = filesBelow('.').sort()

export const read = (path: string): string => readFileSync(join(repository, path), 'utf8')
