#!/usr/bin/env node
// Run after `npm install` changed package-lock.json. npm leaves out optional packages that its registry does not carry
// (builds for other systems), and newer versions of `npm ci` then refuse the lockfile as incomplete. This adds an entry
// for each, with its checksum: one without would be installed as it comes. What the registry does not have at all is a
// reason to choose another version of the package that wants it.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { npm } from './setup/programs.mjs'

const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64']

const file = process.argv[2] ?? fileURLToPath(new URL('../package-lock.json', import.meta.url))
const lockfile = JSON.parse(readFileSync(file, 'utf8'))
const entries = lockfile.packages

const isInstalled = (path, name) => entries[`node_modules/${name}`] ?? entries[`${path}/node_modules/${name}`]

/** Reads system and processor from the package's name, as `@biomejs/cli-linux-x64-musl` tells them. */
function platformEntry(name, version, isDev) {
  const words = name.split('/').pop().replace('windows', 'win32').split('-')
  const os = words.find((word) => SYSTEMS.includes(word))
  const cpu = words.find((word) => PROCESSORS.includes(word))
  if (!os || !cpu)
    throw new Error(`${name} is missing from the lockfile, and its name does not tell its platform.`)
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc'
  return {
    version: version.replace(/^[\^~]/, ''),
    cpu: [cpu],
    ...(isDev ? { dev: true } : {}),
    ...(os === 'linux' ? { libc: [libc] } : {}),
    optional: true,
    os: [os],
  }
}

const added = []
for (const [path, entry] of Object.entries(entries)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isInstalled(path, name)) continue
    entries[`node_modules/${name}`] = platformEntry(name, version, entry.dev)
    added.push(name)
  }
}

async function checksumOf(name, version) {
  const { code, output } = await npm(['view', `${name}@${version}`, 'dist.integrity', '--loglevel=silent'])
  const checksum = output.split('\n').find((line) => line.startsWith('sha512-'))
  if (code !== 0 || checksum === undefined)
    throw new Error(
      `the registry has no checksum for ${name}@${version}; choose a version that it has whole.`,
    )
  return checksum.trim()
}

for (const [path, entry] of Object.entries(entries)) {
  if (!path.includes('node_modules/') || entry.link || entry.integrity) continue
  const name = path.replace(/^.*node_modules\//, '')
  entry.integrity = await checksumOf(name, entry.version)
  if (!added.includes(name)) added.push(name)
}

if (added.length > 0) {
  // npm's own order, so that its next run does not shuffle the file.
  const paths = Object.keys(entries).sort((a, b) => a.localeCompare(b, 'en'))
  lockfile.packages = Object.fromEntries(paths.map((path) => [path, entries[path]]))
  writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`)
}
console.log(added.length > 0 ? `completed: ${added.join(', ')}` : 'package-lock.json is complete')
