import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { repository } from './repository-files.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)

const configFile = join(repository, '.dependency-cruiser.cjs')
const { forbidden } = require(configFile) as { forbidden: { name: string }[] }

interface CruiseResult {
  summary: { totalCruised: number; violations: { from: string; to: string; rule: { name: string } }[] }
}

async function cruise(folder: string): Promise<CruiseResult['summary']> {
  const cruiser = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const roots = folder === repository ? ['packages', 'tests', 'bench', 'scripts'] : ['packages']
  const args = [cruiser, ...roots, '--config', configFile, '--output-type', 'json']
  const { stdout } = await run(process.execPath, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
  return (JSON.parse(stdout) as CruiseResult).summary
}

/** A tree of the same shape as ours in which every import is allowed, also those that come close to a rule. */
const lawfulTree: Record<string, string> = {
  'node_modules/typebox/package.json': '{ "name": "typebox", "main": "index.js" }',
  'node_modules/typebox/index.js': 'module.exports = {}',
  'node_modules/fastify/package.json': '{ "name": "fastify", "main": "index.js" }',
  'node_modules/fastify/index.js': 'module.exports = {}',
  'node_modules/kysely/package.json': '{ "name": "kysely", "main": "index.js" }',
  'node_modules/kysely/index.js': 'module.exports = {}',
  'packages/contract/package.json':
    '{ "name": "@latchwork/contract", "type": "module", "exports": { ".": "./src/index.ts", "./device": "./src/device.ts" } }',
  'packages/contract/src/index.ts': "import 'typebox'\nexport const api = {}",
  'packages/contract/src/device.ts': "import 'typebox'\nexport const LDP = 1",
  'packages/access-window/package.json':
    '{ "name": "@latchwork/access-window", "type": "module", "exports": { ".": "./src/index.ts" } }',
  'packages/access-window/src/index.ts': "import '@latchwork/contract'\nexport const decide = 1",
  'packages/sdk/package.json':
    '{ "name": "@latchwork/sdk", "type": "module", "exports": { ".": "./src/index.ts" } }',
  'packages/sdk/src/index.ts': "import '@latchwork/contract'\nexport const client = 1",
  'packages/simulator/package.json':
    '{ "name": "@latchwork/simulator", "type": "module", "exports": { ".": "./src/index.ts" } }',
  'packages/simulator/src/index.ts':
    "import '@latchwork/ldp-device'\nimport '@latchwork/access-window'\nimport '@latchwork/sdk'\nexport const lock = 1",
  'packages/ldp-device/package.json':
    '{ "name": "@latchwork/ldp-device", "type": "module", "exports": { ".": "./src/index.ts" } }',
  'packages/ldp-device/src/index.ts':
    "import '@latchwork/contract/device'\nimport '@latchwork/access-window'\nexport const device = 1",
  'packages/gateway/src/family.ts': "import '@latchwork/contract'\nexport interface Family { id: number }",
  'packages/gateway/src/families/waves/index.ts':
    "import type { Family } from '../../family.ts'\nimport './socket.ts'\nexport const waves = {} as Family",
  'packages/gateway/src/families/waves/socket.ts': "import '@latchwork/contract'",
  'packages/gateway/src/gateway.ts': "import './families/waves/index.ts'\nimport '@latchwork/ldp-device'",
  'packages/console/src/kit/call.ts':
    "import '@latchwork/contract'\nimport '@latchwork/sdk'\nexport const call = 1",
  'packages/console/src/pages/doors/doors-page.tsx': "import '../../kit/call.ts'",
  'packages/server/src/platform/clock.ts': 'export const clock = 1',
  'packages/server/src/http/app.ts': "import 'fastify'\nimport '../platform/clock.ts'",
  'packages/server/src/devices/driver.ts':
    "import '@latchwork/contract/device'\nimport '../platform/clock.ts'",
  'packages/server/src/devices/bus/embedded-bus.ts':
    "import '../driver.ts'\nexport interface Bus { id: number }",
  'packages/server/src/storage/backup/create.ts': "import '../../platform/clock.ts'\nexport const create = 1",
  'packages/server/src/features/imports/service.ts': "import '../../storage/backup/create.ts'",
  'packages/server/src/schema/tables.ts':
    "import '../platform/clock.ts'\nexport interface Table { id: number }",
  'packages/server/src/features/doors/store.ts':
    "import 'kysely'\nimport '../../platform/clock.ts'\nexport interface Row { id: number }",
  'packages/server/src/features/doors/hinges/oil.ts': "import '../store.ts'\nimport type {} from 'kysely'",
  'packages/server/src/features/doors/hinges/service.ts': "import './oil.ts'",
  'packages/server/src/features/doors/present.ts':
    "import type { Row } from './store.ts'\nexport const present = (row: Row) => row",
  'packages/server/src/features/doors/rules.ts':
    "import '@latchwork/contract'\nimport '@latchwork/access-window'",
  'packages/server/src/features/doors/service.ts':
    "import './store.ts'\nimport './rules.ts'\nimport './hinges/service.ts'",
  'packages/server/src/features/doors/routes.ts':
    "import 'fastify'\nimport '../../http/app.ts'\nimport './service.ts'\nimport './present.ts'",
  'packages/server/src/features/doors/device.ts': "import '../../devices/driver.ts'\nimport './service.ts'",
  'packages/server/src/features/doors/doors.test.ts': "import '../../../test/world.ts'",
  'packages/server/src/features/guests/service.ts': "import '../doors/service.ts'",
  'packages/server/src/compose/sandbox.ts': "import '@latchwork/simulator'",
  'packages/server/src/compose/compose.ts': "import '../features/doors/routes.ts'\nimport './sandbox.ts'",
  'packages/server/src/main.ts': "import './compose/compose.ts'",
  'packages/server/test/world.ts': "import '@latchwork/sdk'\nimport '../src/compose/compose.ts'",
}

interface Breach {
  readonly rule: string
  readonly file: string
  readonly imports: string
}

/** One entry per way to break a rule; a rule that forbids several things has several. */
const breaches: Breach[] = [
  { rule: 'contract-is-a-leaf', file: 'contract/src/a.ts', imports: "import '@latchwork/sdk'" },
  { rule: 'contract-is-a-leaf', file: 'contract/src/b.ts', imports: "import 'fastify'" },
  { rule: 'contract-and-sdk-run-anywhere', file: 'contract/src/c.ts', imports: "import 'node:fs'" },
  { rule: 'contract-and-sdk-run-anywhere', file: 'sdk/src/b.ts', imports: "import 'node:crypto'" },
  { rule: 'device-wire-has-its-own-door', file: 'contract/src/d.ts', imports: "export * from './device.ts'" },
  {
    rule: 'device-wire-stays-in-devices',
    file: 'server/src/features/doors/jobs.ts',
    imports: "import type { LDP } from '@latchwork/contract/device'",
  },
  {
    rule: 'access-window-knows-only-the-contract',
    file: 'access-window/src/a.ts',
    imports: "import '@latchwork/simulator'",
  },
  {
    rule: 'access-window-knows-only-the-contract',
    file: 'access-window/src/b.ts',
    imports: "import 'typebox'",
  },
  {
    rule: 'sdk-knows-only-the-contract',
    file: 'sdk/src/a.ts',
    imports: "import '../../server/src/platform/clock.ts'",
  },
  {
    rule: 'console-is-a-caller',
    file: 'console/src/kit/a.tsx',
    imports: "import '../../../server/src/platform/clock.ts'",
  },
  { rule: 'console-runs-in-browsers', file: 'console/src/kit/b.ts', imports: "import 'node:fs'" },
  {
    rule: 'console-kit-knows-no-page',
    file: 'console/src/kit/c.ts',
    imports: "import '../pages/doors/doors-page.tsx'",
  },
  {
    rule: 'ldp-device-knows-contract-and-windows',
    file: 'ldp-device/src/a.ts',
    imports: "import '@latchwork/simulator'",
  },
  {
    rule: 'devices-know-no-server',
    file: 'simulator/src/a.ts',
    imports: "import '../../server/src/platform/clock.ts'",
  },
  { rule: 'devices-know-no-server', file: 'gateway/src/a.ts', imports: "import '@latchwork/simulator'" },
  {
    rule: 'families-know-their-interface-only',
    file: 'gateway/src/families/beams/index.ts',
    imports: "import '../waves/socket.ts'",
  },
  {
    rule: 'families-know-their-interface-only',
    file: 'gateway/src/families/beams/a.ts',
    imports: "import '../../gateway.ts'",
  },
  {
    rule: 'the-server-never-loads-a-gateway',
    file: 'server/src/compose/a.ts',
    imports: "import '../../../gateway/src/family.ts'",
  },
  { rule: 'server-never-uses-the-sdk', file: 'server/src/http/a.ts', imports: "import '@latchwork/sdk'" },
  {
    rule: 'only-the-sandbox-starts-simulators',
    file: 'server/src/devices/a.ts',
    imports: "import '@latchwork/simulator'",
  },
  { rule: 'platform-is-the-bottom', file: 'server/src/platform/a.ts', imports: "import '../http/app.ts'" },
  {
    rule: 'platform-is-the-bottom',
    file: 'server/src/platform/b.ts',
    imports: "import '../devices/driver.ts'",
  },
  {
    rule: 'platform-is-the-bottom',
    file: 'server/src/platform/store/h.ts',
    imports: "import type {} from '../../schema/tables.ts'",
  },
  {
    rule: 'schema-knows-only-the-store',
    file: 'server/src/schema/a.ts',
    imports: "import '../features/doors/service.ts'",
  },
  {
    rule: 'storage-knows-only-the-platform',
    file: 'server/src/storage/a.ts',
    imports: "import '../schema/tables.ts'",
  },
  {
    rule: 'storage-is-for-operators',
    file: 'server/src/features/doors/storing.ts',
    imports: "import '../../storage/backup/create.ts'",
  },
  {
    rule: 'kits-know-no-feature',
    file: 'server/src/platform/c.ts',
    imports: "import '../features/doors/service.ts'",
  },
  {
    rule: 'kits-know-no-feature',
    file: 'server/src/http/b.ts',
    imports: "import '../features/doors/service.ts'",
  },
  {
    rule: 'kits-know-no-feature',
    file: 'server/src/devices/b.ts',
    imports: "import '../features/doors/service.ts'",
  },
  { rule: 'kits-are-apart', file: 'server/src/http/c.ts', imports: "import '../devices/driver.ts'" },
  { rule: 'kits-are-apart', file: 'server/src/devices/c.ts', imports: "import '../http/app.ts'" },
  {
    rule: 'compose-is-the-top',
    file: 'server/src/features/guests/routes.ts',
    imports: "import '../../compose/compose.ts'",
  },
  {
    rule: 'features-meet-at-their-service-1',
    file: 'server/src/features/parcels/service.ts',
    imports: "import type { Row } from '../doors/store.ts'",
  },
  {
    rule: 'features-meet-at-their-service-1',
    file: 'server/src/features/doors/any-name.ts',
    imports: "import './hinges/oil.ts'",
  },
  {
    rule: 'features-meet-at-their-service-2',
    file: 'server/src/features/parcels/boxes/any-name.ts',
    imports: "import '../../doors/store.ts'",
  },
  {
    rule: 'features-meet-at-their-service-2',
    file: 'server/src/features/doors/handles/any-name.ts',
    imports: "import '../hinges/oil.ts'",
  },
  {
    rule: 'features-meet-at-their-service-3',
    file: 'server/src/features/parcels/boxes/lids/any-name.ts',
    imports: "import '../../../doors/hinges/oil.ts'",
  },
  {
    rule: 'entrances-are-opened-by-compose',
    file: 'server/src/features/doors/hinges/any-name.ts',
    imports: "import '../routes.ts'",
  },
  {
    rule: 'entrances-are-opened-by-compose',
    file: 'server/src/features/doors/any-other-name.ts',
    imports: "import './routes.ts'",
  },
  {
    rule: 'sql-only-in-stores',
    file: 'server/src/features/flats/any-name.ts',
    imports: "import { sql } from 'kysely'",
  },
  {
    rule: 'stores-take-no-decision',
    file: 'server/src/features/keys/store.ts',
    imports: "import '../doors/service.ts'",
  },
  {
    rule: 'stores-take-no-decision',
    file: 'server/src/features/keys/lost-store.ts',
    imports: "import '../doors/service.ts'",
  },
  {
    rule: 'rules-and-present-are-pure',
    file: 'server/src/features/keys/rules.ts',
    imports: "import '../doors/service.ts'",
  },
  {
    rule: 'rules-and-present-are-pure',
    file: 'server/src/features/keys/copy-rules.ts',
    imports: "import '../doors/service.ts'",
  },
  {
    rule: 'http-only-in-routes',
    file: 'server/src/features/flats/service.ts',
    imports: "import 'fastify'",
  },
  {
    rule: 'http-only-in-routes',
    file: 'server/src/features/flats/any-other-name.ts',
    imports: "import '../../http/app.ts'",
  },
  {
    rule: 'no-feature-knows-a-transport-of-devices',
    file: 'server/src/features/flats/present.ts',
    imports: "import type {} from '../../devices/bus/embedded-bus.ts'",
  },
  {
    rule: 'source-never-imports-tests',
    file: 'server/src/platform/d.ts',
    imports: "import '../../test/world.ts'",
  },
  { rule: 'no-cycles', file: 'server/src/platform/e.ts', imports: "import './f.ts'" },
  { rule: 'everything-resolves', file: 'server/src/platform/g.ts', imports: "import './absent.ts'" },
]

async function plant(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), `${content}\n`)
  }
}

async function temporaryTree(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'direction-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await plant(folder, lawfulTree)
  await mkdir(join(folder, 'node_modules/@latchwork'))
  for (const name of ['access-window', 'contract', 'ldp-device', 'sdk', 'simulator']) {
    await symlink(`../../packages/${name}`, join(folder, 'node_modules/@latchwork', name))
  }
  return folder
}

test('the direction rules, on a tree that obeys them, report nothing', async (t) => {
  const { violations } = await cruise(await temporaryTree(t))
  assert.deepEqual(violations, [])
})

test('the direction rules, on a tree with a breach of each, report every one of them at its file', async (t) => {
  const folder = await temporaryTree(t)
  await plant(folder, { 'packages/server/src/platform/f.ts': "import './e.ts'" })
  await plant(folder, Object.fromEntries(breaches.map(({ file, imports }) => [`packages/${file}`, imports])))

  const { violations } = await cruise(folder)

  const reported = new Set(violations.map(({ rule, from }) => `${rule.name} in ${from}`))
  const unreported = breaches
    .map(({ rule, file }) => `${rule} in packages/${file}`)
    .filter((b) => !reported.has(b))
  assert.deepEqual(unreported, [])
})

test('the direction rules all have a planted breach', () => {
  const planted = new Set(breaches.map(({ rule }) => rule))
  assert.deepEqual([...planted].sort(), forbidden.map(({ name }) => name).sort())
})

// A parser that does not understand the sources reads nothing and then reports "no violations".
test('the direction rules, on this repository, read its modules and find no breach', async () => {
  const { totalCruised, violations } = await cruise(repository)
  assert.ok(totalCruised > 50, `only ${totalCruised} modules were read`)
  assert.deepEqual(
    violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    [],
  )
})
