#!/usr/bin/env node
// `npm run pack`: the package that is installed, as one tarball. It holds the built console, the service as
// scripts/build.mjs builds it and everything it needs at run time in the versions of the lockfile; only Node itself comes from the
// registry when it is installed, one package for each platform.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, TAKEN_IN } from './build.mjs'
import { productionTree } from './package/production-tree.mjs'
import { inRoot } from './setup/machine.mjs'
import { npm } from './setup/programs.mjs'

const STAGE = inRoot('dist/latchwork')
const OURS = join(STAGE, 'node_modules/@latchwork')
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)

/** Types, maps and what a package keeps for its own developers: nobody reads it on a server. */
const LEFT_OUT =
  /\.(d\.[cm]?ts|[cm]?ts|tsx|map|flow)$|\/(test|tests|__tests__|spec|integration|\.github|benchmarks?|examples?)$/
/** Settings of their tools, what they are built with, and pages of their own sites. */
const OF_DEVELOPERS =
  /\/\.(eslintrc|npmignore|git|editorconfig|prettier|taprc|nyc|travis|borp)[^/]*$|\/Makefile$|\/pino\/index\.html$/
/** Files of swagger-ui-dist that no page of ours asks for. */
const NOT_SERVED = /swagger-ui-dist\/(swagger-ui-es-bundle.*|swagger-ui\.js|.*oauth2.*)$/

const isShipped = (path) => ![LEFT_OUT, OF_DEVELOPERS, NOT_SERVED].some((rule) => rule.test(path))

/** A dependency as it was installed; what is nested in it is named by the lockfile itself. */
function copyInstalled(path) {
  const own = inRoot(path)
  const nested = join(own, 'node_modules')
  cpSync(own, join(STAGE, path), {
    recursive: true,
    filter: (source) => !source.startsWith(nested) && isShipped(source),
  })
}

const isOurs = (name) => name.startsWith('@latchwork/')

/** What is built stays what it is; beside it is said what it needs: that of every workspace that was taken in. */
function describeOurs(ours) {
  const needed = ours
    .flatMap((name) => Object.entries(readJson(inRoot('packages', name, 'package.json')).dependencies ?? {}))
    .filter(([name]) => !isOurs(name) && !isBuiltIn(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  for (const folder of ['server', 'console']) {
    const { name, version, license, type } = readJson(inRoot('packages', folder, 'package.json'))
    writeJson(join(OURS, folder, 'package.json'), {
      ...{ name, version, license, type },
      ...(folder === 'server' && { dependencies: Object.fromEntries(needed) }),
    })
  }
}

/** It is in the built files: a package of many small modules, or a version that only one workspace has. */
const isBuiltIn = (name) =>
  TAKEN_IN.includes(name) || existsSync(inRoot('packages/server/node_modules', name))

async function stage() {
  const { name, version, description, license, optionalDependencies } = readJson(inRoot('package.json'))
  rmSync(STAGE, { recursive: true, force: true })
  mkdirSync(join(STAGE, 'bin'), { recursive: true })
  mkdirSync(join(STAGE, 'node_modules'))
  await build(OURS, { alone: true })
  rmSync(join(OURS, '.stamp'))
  const { installed, ours } = productionTree(['server'], TAKEN_IN)
  for (const path of installed) if (!path.startsWith('packages/')) copyInstalled(path)
  describeOurs(ours)
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md']) cpSync(inRoot(file), join(STAGE, file))
  const oldestNode = String(Number.parseInt(Object.values(optionalDependencies)[0], 10))
  const launcher = readFileSync(inRoot('scripts/package/launcher.sh'), 'utf8')
  writeFileSync(join(STAGE, 'bin/latchwork'), launcher.replaceAll('OLDEST_NODE', oldestNode), { mode: 0o755 })
  writeJson(join(STAGE, 'package.json'), {
    ...{ name, version, description, license, type: 'module' },
    bin: { latchwork: 'bin/latchwork' },
    engines: { node: '>=18' },
    files: ['bin'],
    dependencies: { '@latchwork/console': version, '@latchwork/server': version },
    bundleDependencies: ['@latchwork/console', '@latchwork/server'],
    optionalDependencies,
  })
}

await stage()
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
