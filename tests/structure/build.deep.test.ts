import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { eventually } from '../../packages/server/test/eventually.ts'
import { startProcess } from '../../packages/server/test/service-process.ts'
import { newStorage } from '../../packages/server/test/storage.ts'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '../..')
/** Whoever asks for TypeScript all the same fails. */
const PLAIN_ONLY = '--no-strip-types'

test('the service, built as plain JavaScript, starts, shows its console, moves a lock and has its command line', async (t) => {
  // Below the repository, where what it depends on is found.
  const cache = join(repository, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'build-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const target = join(folder, 'build')
  await run(process.execPath, [join(repository, 'scripts/build.mjs'), `--to=${target}`])
  assert.match(await readFile(join(target, '.stamp'), 'utf8'), /^[0-9a-f]{64}$/)

  const storage = await newStorage('sqlite')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  const service = await startProcess(
    storage,
    { NODE_OPTIONS: PLAIN_ONLY },
    ['--sandbox'],
    join(target, 'server/src/start.js'),
  )
  t.after(() => service.kill())
  const page = await fetch(`${service.url}/`)
  assert.match(await page.text(), /<div id="root">/)
  const { data: locks } = await service.api.smartlocks.list()
  const { operationId } = await service.api.smartlocks.unlock({
    params: { smartlockId: locks[0]?.smartlockId as number },
  })
  await eventually('it is confirmed', async () => {
    const { data } = await service.api.operations.get({ params: { operationId: operationId as string } })
    return data.status === 'confirmed'
  })
  assert.ok((await service.api.openers.brands()).data.length > 0, 'the catalogue came along')
  // What is written with escapes is read as it was meant.
  assert.match(await (await fetch(`${service.url}/openapi.json`)).text(), /\p{L}’\p{L}/u)
  for (const name of await readdir(join(target, 'server/src')))
    if (name.endsWith('.js'))
      assert.match(await readFile(join(target, 'server/src', name), 'utf8'), /^[\0-\x7f]+$/, name)
  assert.equal(await service.stop(), 0)

  const loaded = await loadedAtStart(join(target, 'server/src'))
  assert.ok(loaded.has('fastify'), [...loaded].join())
  assert.ok(!loaded.has('pg'), 'whoever has no PostgreSQL does not load its driver')

  const cli = join(target, 'server/src/cli.js')
  const { stdout } = await run(process.execPath, [PLAIN_ONLY, cli, '--help'])
  assert.match(stdout, /gateway/)
})

/** Whatever the service loads before it knows what it is asked for: files of its own and packages, by their names. */
async function loadedAtStart(folder: string): Promise<ReadonlySet<string>> {
  const names = await readdir(folder)
  const [, main] = /import\("\.\/([^"]+)"\)/.exec(await readFile(join(folder, 'start.js'), 'utf8')) ?? []
  const loaded = new Set([main as string])
  for (const name of loaded) {
    if (!names.includes(name)) continue
    const text = await readFile(join(folder, name), 'utf8')
    for (const [, from = ''] of text.matchAll(/^(?:import|export)[^'"\n]*["']([^"'\n]+)["'];$/gm))
      loaded.add(from.replace(/^\.\//, ''))
  }
  return loaded
}
