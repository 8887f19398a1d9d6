import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { newFolder } from '../../packages/server/test/folders.ts'
import { createWorld } from '../../packages/server/test/world.ts'
import { inChromium } from './in-chromium.ts'
import { alternativeRuntimes, type Runtime } from './runtimes.ts'

const run = promisify(execFile)
const inRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** A program's folder in which the packed SDK is installed, beside what it depends on. */
async function installed(t: TestContext): Promise<string> {
  const folder = await newFolder('latchwork-sdk-test-')
  t.after(() => rm(folder, { recursive: true, force: true }))
  const { stdout } = await run(process.execPath, [inRoot('scripts/pack-sdk.mjs'), folder])
  const home = join(folder, 'node_modules/@latchwork/sdk')
  await mkdir(home, { recursive: true })
  await run('tar', ['-xzf', stdout.trim(), '-C', home, '--strip-components=1'])
  const { dependencies } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies))
    await symlink(inRoot(`node_modules/${name}`), join(folder, 'node_modules', name))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}

/** The program of the README, for this service. */
async function readmeProgram(url: string, token: string): Promise<string> {
  const readme = await readFile(inRoot('packages/sdk/README.md'), 'utf8')
  const [, program = ''] = /```js\n(.*?)```/s.exec(readme) ?? []
  assert.match(program, /127\.0\.0\.1:8080.*your API token/s)
  return program.replace('http://127.0.0.1:8080', url).replace('your API token', token)
}

const SAID = [/^Front door \d+$/m, /DEVICE_LOGS/, /^confirmed$/m, /^404 not_found$/m]

function assertSaid(said: string, by: string): void {
  for (const line of SAID) assert.match(said, line, by)
}

const TYPED = `
import { createClient, type Reply } from '@latchwork/sdk'
import type { Smartlock } from '@latchwork/sdk/contract'
const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })
export const locks: Promise<Reply<Smartlock[]>> = client.smartlocks.list()
// @ts-expect-error a smartlock has an id
export const nothing = client.smartlocks.get({})
`

/** With everything that is strict, and declarations of the package read too. */
const TYPE_CHECK = [
  '--noEmit',
  '--strict',
  '--exactOptionalPropertyTypes',
  '--module',
  'nodenext',
  '--target',
  'es2023',
]

/** The compiler runs twice. */
const SLOW = { timeout: 1_200_000 }

test('the SDK as a package: typed for who installs it, and its README runs everywhere', SLOW, async (t) => {
  const folder = await installed(t)
  const w = await createWorld(t, 'sqlite', { sandbox: true })
  const url = await w.service.app.listen({ port: 0, host: '127.0.0.1' })
  const program = await readmeProgram(url, w.owner.token)
  await writeFile(join(folder, 'program.js'), program)
  await writeFile(join(folder, 'typed.ts'), TYPED)

  await t.test('types', SLOW, async () => {
    const tsc = inRoot('node_modules/typescript-native/bin/tsc')
    await run(process.execPath, [tsc, ...TYPE_CHECK, 'typed.ts'], { cwd: folder }).catch(
      ({ stdout }: { stdout: string }) => assert.fail(stdout),
    )
  })
  // The Node that runs npm may be an older one than ours.
  const npmNode = process.env.npm_node_execpath
  const runtimes: Runtime[] = [
    { name: 'Node', command: process.execPath, args: [] },
    ...(npmNode ? [{ name: 'the Node of npm', command: npmNode, args: [] }] : []),
    ...(await alternativeRuntimes(t)),
  ]
  for (const { name, command, args } of runtimes)
    await t.test(name, async () => {
      const { stdout } = await run(command, [...args, 'program.js'], { cwd: folder })
      assertSaid(stdout, name)
    })
  if (process.env.LATCHWORK_TEST_RUNTIMES === 'all')
    await t.test('Chromium', async () => {
      const page = await readmeProgram('', w.owner.token)
      assertSaid(await inChromium(t, { folder, program: page, service: url }), 'Chromium')
    })
})
