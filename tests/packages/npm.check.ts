import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MAX_BUFFER = 64e6
const MOST_BYTES = 60e6

let place = ''
let tarball = ''
const installed = () => join(place, 'prefix/lib/node_modules/latchwork')

before(async () => {
  place = await mkdtemp(join(tmpdir(), 'latchwork-package-'))
  await mkdir(join(place, 'home'))
  await run(process.execPath, ['scripts/pack.mjs'], { maxBuffer: MAX_BUFFER })
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  // Whole: npm takes `dist/name` for a repository of somebody called dist.
  tarball = resolve('dist', `latchwork-${version}.tgz`)
  const args = ['install', '-g', '--prefix', join(place, 'prefix'), tarball, '--no-audit', '--no-fund']
  await run('npm', args, { env: { ...outside(), ...(await ownSettings()) }, maxBuffer: MAX_BUFFER })
  // It is optional to npm, which says nothing when it could not be fetched.
  const names = await readdir(join(installed(), 'node_modules'))
  assert.ok(
    names.some((name) => /^node-(linux|bin|darwin)-/.test(name)),
    'the Node of the package was not installed: is the registry reachable?',
  )
})

/**
 * npm's own settings say which registry this machine has and whom it trusts; nothing else of the home is there. Those of
 * the machine are named as well, because npm looks for them in the prefix, which is empty.
 */
async function ownSettings(): Promise<Record<string, string>> {
  const { stdout } = await run('npm', ['config', 'get', 'globalconfig'], {
    env: { ...outside(), HOME: homedir() },
  })
  return { NPM_CONFIG_USERCONFIG: join(homedir(), '.npmrc'), NPM_CONFIG_GLOBALCONFIG: stdout.trim() }
}
after(() => rm(place, { recursive: true, force: true }))

/** Without this repository on the PATH: the Node that was installed with the system. */
const outside = () => ({
  PATH: (process.env.PATH ?? '')
    .split(':')
    .filter((entry) => !entry.includes('node_modules'))
    .join(':'),
  HOME: join(place, 'home'),
})

const settings = () => ({
  ...outside(),
  LATCHWORK_DATA_DIR: join(place, 'data'),
  LATCHWORK_HTTP_PORT: '0',
  LATCHWORK_MQTT_PORT: '0',
})

async function sizeOf(folder: string, leftOut: RegExp): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sizes = paths.filter((path) => !leftOut.test(path)).map(async (path) => (await stat(path)).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('the package is small and holds no source, test or tool', async (t) => {
  const size = await sizeOf(installed(), /node_modules\/node-/)
  t.diagnostic(
    `${((await stat(tarball)).size / 1e6).toFixed(1)} MB packed, ${(size / 1e6).toFixed(1)} MB unpacked without Node`,
  )
  assert.ok(size < MOST_BYTES)
  const names = await readdir(installed(), { recursive: true })
  assert.deepEqual(
    names.filter(
      (name) => /@latchwork.*\.tsx?$/.test(name) || /\/(vite|react|typescript|zwave-js)$/.test(name),
    ),
    [],
  )
})

/** A network with nothing but this machine in it, where the system lets us make one. */
const alone = ['unshare', '-rn', 'sh', '-c', 'ip link set lo up 2>/dev/null; exec "$0" "$@"']
const canBeAlone = spawnSync('unshare', ['-rn', 'true']).status === 0

test('what was installed serves, without a network, and obeys its command line', async (t) => {
  if (!canBeAlone) t.diagnostic('not without a network: this machine lets nobody make a namespace')
  const latchwork = join(place, 'prefix/bin/latchwork')
  const [program = '', ...args] = [...(canBeAlone ? alone : []), latchwork, 'serve']
  const startedAt = performance.now()
  const child = spawn(program, args, { env: settings(), stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('API token')) break
  }
  assert.match(output, /API token/)
  t.diagnostic(`started in ${Math.round(performance.now() - startedAt)} ms, the first time`)
  const made = await run(latchwork, ['token', 'create', 'owner@latchwork.local', 'Check'], {
    env: settings(),
  })
  assert.match(made.stdout, /^\S{40,}\n$/)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
  await assert.rejects(run(latchwork, ['nonsense'], { env: settings() }), { code: 2 })
})

test('a start of what was installed, on data that exists, is told in milliseconds', async (t) => {
  const times: number[] = []
  for (let i = 0; i < 3; i++) {
    const startedAt = performance.now()
    const child = spawn(join(place, 'prefix/bin/latchwork'), ['serve'], {
      env: settings(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    for await (const chunk of child.stdout) {
      output += chunk
      if (output.includes('is running')) break
    }
    times.push(Math.round(performance.now() - startedAt))
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  // What it takes on a quiet machine is a row of the benchmark, "installed package, start until /ready".
  t.diagnostic(`started in ${times.join(', ')} ms; aimed at 1000 on a machine with nothing else to do`)
  const kept = await readdir(join(installed(), 'node_modules/.cache/latchwork'))
  assert.ok(kept.length > 0, 'what Node compiled is kept for the next start')
})

test('the console, the reference and simulated locks are in the package', async () => {
  const latchwork = join(place, 'prefix/bin/latchwork')
  const child = spawn(latchwork, ['sandbox'], { env: settings(), stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('Simulated locks are connected')) break
  }
  assert.match(output, /Simulated locks are connected/)
  const url = /API +(\S+)/.exec(output)?.[1]
  assert.match(await (await fetch(`${url}/console`)).text(), /<div id="root">/)
  const docs = await Promise.all(
    ['/docs/', '/docs/swagger-ui-bundle.js', '/openapi.json'].map((path) => fetch(`${url}${path}`)),
  )
  assert.deepEqual(
    docs.map(({ status }) => status),
    [200, 200, 200],
  )
  child.kill('SIGTERM')
  await once(child, 'exit')
})
