#!/usr/bin/env node
// Writes the service as plain JavaScript in a few files. It starts from there without the part of Node that strips types
// and without looking for fifteen hundred modules: earlier, and with a third less memory (docs/benchmarks.md).
// `node scripts/build.mjs` fills `build/`, which runs in this repository and is made anew whenever its sources have changed
// (scripts/setup/service.mjs). `--to=<folder>` fills another one with all that a package has to hold, besides
// what it depends on. Entries are server/src/start.js, the service, and server/src/cli.js, the command line.
import {
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { inRoot } from './setup/machine.mjs'
import { wantedStamp } from './setup/service.mjs'

/** What is started by its name: the service, the command line, and threads. */
const ENTRIES = ['start', 'cli', 'platform/store/sqlite-checkpoint', 'features/places/calendars/ics/worker']
/** Packages of many small modules, of which we need some; the others stay what they are, packages beside ours. */
export const TAKEN_IN = ['typebox', 'kysely']

const server = inRoot('packages/server')

async function bundle(target) {
  const bundled = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(server, 'src', `${name}.ts`)])),
    platform: 'node',
    external: (id, importer) => /^[^./]/.test(id) && !isTakenIn(id, importer),
    plugins: [{ name: 'places', transform: keepPlaces }],
  })
  const dir = join(target, 'server/src')
  const { output } = await bundled.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: { legal: true, annotation: false, jsdoc: false },
  })
  for (const { fileName, code } of output) writeFileSync(join(dir, fileName), toAscii(code))
}

/** Our own packages, and a version that one of them has for itself: from the built files another would be found. */
function isTakenIn(id, importer) {
  const name = /^(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id
  const [owner] = /^packages\/[^/]+/.exec(relative(inRoot(), importer ?? server)) ?? []
  const isNested = owner !== undefined && existsSync(inRoot(owner, 'node_modules', name))
  return name.startsWith('@latchwork/') || TAKEN_IN.includes(name) || isNested
}

/** A module finds its files by where it lies. All that is built lies in one folder, so each is told where it would. */
function keepPlaces(code, id) {
  if (!id.startsWith(server) || !code.includes('import.meta.url')) return undefined
  const place = `new URL('./${relative(join(server, 'src'), id)}', import.meta.url).href`
  return code.replaceAll(/(new URL\('[^']+)\.ts'/g, "$1.js'").replaceAll('import.meta.url', place)
}

/** Node keeps the text of a file for as long as it runs, and twice as long when there is a single dash or umlaut in it. */
function toAscii(code) {
  const [spoilt] = /.*(?:\\|String\.raw`[^`]*)[^\0-\x7f].*/.exec(code) ?? []
  if (spoilt !== undefined) throw new Error(`An escape would change what this means: ${spoilt}`)
  return code.replaceAll(
    /[^\0-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** `alone`: with all that a package has to hold, besides what it depends on. */
export async function build(target, { alone }) {
  const fresh = `${target}.${process.pid}`
  // Of before: what is edited meanwhile is not in it, and the next start is to see that.
  const stamp = wantedStamp()
  rmSync(fresh, { recursive: true, force: true })
  await bundle(fresh)
  writeFileSync(join(fresh, 'server/package.json'), '{ "type": "module" }\n')
  cpSync(join(server, 'catalogue'), join(fresh, 'server/catalogue'), { recursive: true })
  addConsole(fresh, alone)
  writeFileSync(join(fresh, '.stamp'), stamp)
  // Replaced whole: a start beside it finds one or the other.
  const old = `${fresh}.old`
  if (existsSync(target)) renameSync(target, old)
  renameSync(fresh, target)
  rmSync(old, { recursive: true, force: true })
}

/** Built on its own, and perhaps later; in the repository it stays where it is. */
function addConsole(target, alone) {
  const [built, place] = ['packages/console/dist', join(target, 'console/dist')]
  mkdirSync(join(target, 'console'), { recursive: true })
  if (!alone) return symlinkSync(`../../${built}`, place)
  if (!existsSync(inRoot(built)))
    throw new Error('The console is not built yet: run `node scripts/setup.mjs`.')
  cpSync(inRoot(built), place, { recursive: true })
}

if (realpathSync(process.argv[1]) === import.meta.filename) {
  const to = process.argv.find((argument) => argument.startsWith('--to='))?.slice('--to='.length)
  await build(to === undefined ? inRoot('build') : resolve(to), { alone: to !== undefined })
}
