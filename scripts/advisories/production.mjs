import { readFileSync } from 'node:fs'

/** What a service runs on: everything in the lockfile that is not for development only. */
export function productionPackages(lockfile) {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'))
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.dev)
    .map(([path, { version }]) => ({ name: path.replace(/^.*node_modules\//, ''), version }))
}
