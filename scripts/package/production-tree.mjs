import { existsSync, readFileSync } from 'node:fs'
import { inRoot } from '../setup/machine.mjs'

/**
 * What these workspaces need at run time, by the lockfile: paths of installed packages, and names of our own. Walked
 * instead of asked from npm, whose "production" also means what the console is built with. What our own need and is built
 * in is not among them, unless another package needs it.
 */
export function productionTree(workspaces, builtIn = []) {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  const found = { installed: new Set(), ours: new Set() }
  const waiting = workspaces.map((name) => `packages/${name}`)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const isOurs = path.startsWith('packages/') && !path.includes('node_modules/')
    const seen = isOurs ? found.ours : found.installed
    const key = isOurs ? path.slice('packages/'.length) : path
    if (seen.has(key)) continue
    seen.add(key)
    const needed = neededBy(packages, path)
    waiting.push(
      ...needed.filter((place) => !isOurs || !builtIn.includes(place.replace(/^node_modules\//, ''))),
    )
  }
  return { installed: [...found.installed].sort(), ours: [...found.ours].sort() }
}

function neededBy(packages, path) {
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = packages[path]
  const mayLack = (name) => name in optionalDependencies || peerDependenciesMeta[name]?.optional === true
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).flatMap((name) => {
    const place = resolve(packages, path, name)
    if (place !== undefined && (!mayLack(name) || existsSync(inRoot(place)))) return [place]
    if (mayLack(name)) return []
    throw new Error(`package-lock.json has no ${name} for ${path}`)
  })
}

/** As Node looks for it: beside the package, then further and further up. */
function resolve(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    const entry = packages[place]
    if (entry) return entry.link ? entry.resolved : place
    if (folder === '') return undefined
  }
}
