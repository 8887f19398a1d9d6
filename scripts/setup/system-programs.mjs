// Programs that tests need and npm does not have. Where the system has none, they are unpacked into a folder of the user's
// cache: nothing is installed on the system, and no service is added to it.
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { exclusively } from './exclusive.mjs'
import { SetupFailure, tail } from './failure.mjs'
import { inRoot } from './machine.mjs'
import { run, timed } from './programs.mjs'

/** The Debian package of each, and where in it the programs are. */
const PROGRAMS = {
  mosquitto: { files: ['usr/sbin/mosquitto', 'usr/bin/mosquitto_passwd'] },
  nginx: { files: ['usr/sbin/nginx'] },
  caddy: { files: ['usr/bin/caddy'] },
  chromium: { files: ['usr/lib/chromium/chromium'], alias: ['chromium-browser', 'google-chrome'] },
}
export const PROGRAM_NAMES = Object.keys(PROGRAMS)

/** Servers live where ordinary users have no PATH to. */
const folders = () => [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/bin',
]
const isOnSystem = (name) => folders().some((folder) => folder !== '' && existsSync(join(folder, name)))

const isThere = (name) =>
  (name === 'chromium' && process.env.LATCHWORK_TEST_CHROMIUM !== undefined) ||
  [name, ...(PROGRAMS[name].alias ?? [])].some(isOnSystem) ||
  existsSync(linkOf(name))

/** npm has this folder on the PATH of every script. */
const linkOf = (name) => inRoot('node_modules/.bin', name)

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'latchwork')
const unpacked = join(cache, 'programs')
const wrapperOf = (name) => join(cache, 'bin', name)

/** Makes sure that these programs can be started. */
export async function ensurePrograms(names) {
  if (names.every(isThere)) return
  await exclusively(async () => {
    const missing = names.filter((name) => !isThere(name))
    const toUnpack = missing.filter((name) => !existsSync(wrapperOf(name)))
    if (toUnpack.length > 0) await unpack(toUnpack)
    for (const name of missing) for (const file of PROGRAMS[name].files) link(file)
  })
}

function link(file) {
  const name = file.split('/').at(-1)
  rmSync(linkOf(name), { force: true })
  symlinkSync(wrapperOf(name), linkOf(name))
}

async function unpack(names) {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg-deb')) {
    throw new SetupFailure(
      `the tests need ${names.join(', ')}; install the system packages of these names, or set LATCHWORK_TEST_SYSTEM=skip to skip the tests that need them.`,
    )
  }
  for (const folder of ['lists/partial', 'archives/partial', 'bin', 'programs'])
    mkdirSync(join(cache, folder), { recursive: true })
  await apt('update')
  // Packages that the system has are not in the list.
  const { output } = await apt('install', '--print-uris', ...names)
  const packages = [...output.matchAll(/^'\S+' ([^_\s]+)_\S+ (\d+)/gm)]
  const bytes = packages.reduce((sum, [, , size]) => sum + Number(size), 0)
  console.log(
    `latchwork: the tests need ${names.join(', ')}. ${packages.length} Debian packages (${Math.round(bytes / 1e6)} MB) will be unpacked into ${cache}; nothing is installed on the system: ${packages.map(([, name]) => name).join(', ')}`,
  )
  await timed('downloading and unpacking', async () => {
    await apt('install', '--download-only', ...names)
    const archives = join(cache, 'archives')
    for (const file of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
      await must('dpkg-deb', ['-x', join(archives, file), unpacked])
      rmSync(join(archives, file))
    }
  })
  for (const name of names) for (const file of PROGRAMS[name].files) wrap(file)
}

/** apt-get as any user may call it: with lists and archives of its own. */
const apt = (command, ...args) =>
  must('apt-get', [
    ...['-o', `Dir::State::Lists=${join(cache, 'lists')}`],
    ...['-o', `Dir::Cache=${cache}`],
    ...['-o', 'Debug::NoLocking=true'],
    // Its own download user may not write into the cache.
    ...['-o', `APT::Sandbox::User=root`],
    ...['-y', '--no-install-recommends'],
    command,
    ...args,
  ])

async function must(program, args) {
  const result = await run(program, args)
  if (result.code === 0) return result
  console.error(tail(result.output))
  throw new SetupFailure(
    `${program} failed; its words are above. Install the programs yourself, or set LATCHWORK_TEST_SYSTEM=skip to skip the tests that need them.`,
  )
}

/** A script that starts the program with the libraries and fonts that came with it. */
function wrap(file) {
  const program = join(unpacked, file)
  if (!existsSync(program)) throw new SetupFailure(`the Debian packages have no ${file}.`)
  const libraries = ['usr/lib', 'lib'].flatMap((folder) => [
    ...(existsSync(join(unpacked, folder)) ? readdirSync(join(unpacked, folder)) : [])
      .filter((name) => name.includes('-linux-gnu'))
      .map((name) => join(folder, name)),
    folder,
  ])
  const fonts = join(cache, 'fonts.conf')
  writeFileSync(
    fonts,
    `<fontconfig><dir>/usr/share/fonts</dir><dir>${unpacked}/usr/share/fonts</dir><cachedir>${cache}/fonts</cachedir></fontconfig>\n`,
  )
  const script = wrapperOf(file.split('/').at(-1))
  writeFileSync(
    script,
    [
      '#!/bin/sh',
      `export LD_LIBRARY_PATH='${libraries.map((folder) => join(unpacked, folder)).join(':')}'`,
      `export FONTCONFIG_FILE='${fonts}'`,
      `exec '${program}' "$@"`,
      '',
    ].join('\n'),
  )
  chmodSync(script, 0o755)
}
