#!/usr/bin/env node
// `npm run pack`: the package that is installed, as one tarball. It holds the built console, the service as plain
// JavaScript and everything it needs at run time in the versions of the lockfile; only Node itself comes from the
// registry when it is installed, one package for each platform.
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFolder } from './package/javascript.ts'
import { productionTree } from './package/production-tree.mjs'
import { inRoot } from './setup/machine.mjs'
import { npm } from './setup/programs.mjs'

const STAGE = inRoot('dist/latchwork')
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)

/** Types, maps and what a package keeps for its own developers: nobody reads it on a server. */
const LEFT_OUT =
  /\.(d\.[cm]?ts|[cm]?ts|tsx|map|flow)$|\/(test|tests|__tests__|spec|integration|\.github|benchmarks?|examples?)$/
/** Settings of their tools, and pages of their own sites. */
const OF_DEVELOPERS =
  /\/\.(eslintrc|npmignore|git|editorconfig|prettier|taprc|nyc|travis|borp)[^/]*$|\/pino\/index\.html$/
/** Files of swagger-ui-dist that no page of ours asks for. */
const NOT_SERVED = /swagger-ui-dist\/(swagger-ui-es-bundle.*|swagger-ui\.js|.*oauth2.*)$/

const isShipped = (path) => ![LEFT_OUT, OF_DEVELOPERS, NOT_SERVED].some((rule) => rule.test(path))

/** A dependency as it was installed; what is nested in it is named by the lockfile itself. */
function copyInstalled(path) {
  const own = inRoot(path)
  const nested = join(own, 'node_modules')
  const target = join(STAGE, path.replace(/^packages\/([^/]+)\//, 'node_modules/@latchwork/$1/'))
  cpSync(own, target, {
    recursive: true,
    filter: (source) => !source.startsWith(nested) && isShipped(source),
  })
}

/** A workspace of ours, built. Its addresses in package.json follow the files. */
function copyOurs(name) {
  const [from, to] = [inRoot('packages', name), join(STAGE, 'node_modules/@latchwork', name)]
  mkdirSync(to, { recursive: true })
  for (const folder of ['src', 'migrations', 'catalogue'])
    if (statSync(join(from, folder), { throwIfNoEntry: false }))
      buildFolder(join(from, folder), join(to, folder))
  const {
    devDependencies: _development,
    private: _private,
    bin: _bin,
    ...facts
  } = readJson(join(from, 'package.json'))
  const exports = Object.entries(facts.exports ?? {}).map(([key, file]) => [
    key,
    file.replace(/\.ts$/, '.js'),
  ])
  writeJson(join(to, 'package.json'), {
    ...facts,
    ...(facts.exports && { exports: Object.fromEntries(exports) }),
  })
}

/** Only what the browser gets: what it was built from stays here. */
function copyConsole() {
  const to = join(STAGE, 'node_modules/@latchwork/console')
  cpSync(inRoot('packages/console/dist'), join(to, 'dist'), { recursive: true })
  const { name, version, license, type } = readJson(inRoot('packages/console/package.json'))
  writeJson(join(to, 'package.json'), { name, version, license, type })
}

function stage() {
  const { name, version, description, license, optionalDependencies } = readJson(inRoot('package.json'))
  rmSync(STAGE, { recursive: true, force: true })
  mkdirSync(join(STAGE, 'bin'), { recursive: true })
  const { installed, ours } = productionTree(['server'])
  for (const path of installed) copyInstalled(path)
  for (const folder of ours) copyOurs(folder)
  copyConsole()
  cpSync(inRoot('scripts/package/launcher.mjs'), join(STAGE, 'bin/latchwork.mjs'))
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md']) cpSync(inRoot(file), join(STAGE, file))
  const oldestNode = Number.parseInt(Object.values(optionalDependencies)[0], 10)
  writeJson(join(STAGE, 'package.json'), {
    ...{ name, version, description, license, type: 'module' },
    bin: { latchwork: 'bin/latchwork.mjs' },
    engines: { node: '>=18' },
    files: ['bin'],
    dependencies: { '@latchwork/console': version, '@latchwork/server': version },
    bundleDependencies: ['@latchwork/console', '@latchwork/server'],
    optionalDependencies,
    latchwork: { oldestNode },
  })
}

stage()
const { code, output } = await npm(['pack', '--pack-destination', inRoot('dist'), '--loglevel=error'], {
  cwd: STAGE,
})
if (code !== 0) {
  console.error(`latchwork: npm could not pack dist/latchwork:\n${output.trimEnd()}`)
  process.exitCode = 1
} else {
  const tarball = join('dist', output.trim().split('\n').at(-1))
  console.log(`${tarball}  ${(statSync(inRoot(tarball)).size / 1e6).toFixed(1)} MB`)
}
