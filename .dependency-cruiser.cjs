/**
 * The direction rules: imports point toward the contract; knowledge of locks never enters platform, http or devices;
 * SQL is only in stores, HTTP only in routes, the device wire only in devices/.
 * tests/structure/direction.deep.test.ts plants a breach of every rule below and fails when one is not reported.
 */
const TEST_FILE = '\\.test\\.ts$'
const SERVER = '^packages/server/src/'
const FEATURE = `${SERVER}features/`
const DEVICE_WIRE = '^packages/contract/src/device[./]'

/** Where work comes in. */
const ENTRANCE = '(routes|device|jobs|dispatcher|poller|keeper)'
const STORE = `${FEATURE}.*[/-]store\\.ts$`

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Features are folders in folders; one for files that lie `depth` folders deep. */
function meetAtServices(depth) {
  const folders = (count, name) => Array.from({ length: count }, (_, i) => name(i + 1)).join('/')
  const own = Array.from({ length: depth }, (_, i) => `${FEATURE}${folders(i + 1, (n) => `$${n}`)}/[^/]+$`)
  return rule(
    `features-meet-at-their-service-${depth}`,
    'Of another folder only its service.ts may be imported, and what lies in a folder above serves all below it.',
    { path: `${FEATURE}${folders(depth, () => '([^/]+)')}/[^/]+$`, pathNot: TEST_FILE },
    { path: FEATURE, pathNot: [...own, '/service\\.ts$'] },
  )
}

module.exports = {
  forbidden: [
    rule(
      'contract-is-a-leaf',
      'The contract is plain data: it knows no other package of ours and no library but TypeBox.',
      { path: '^packages/contract/src/', pathNot: TEST_FILE },
      { path: ['^packages/(?!contract/)', 'node_modules/(?!typebox/)'] },
    ),
    rule(
      'contract-and-sdk-run-anywhere',
      'Browsers use both, so neither needs a module of Node.',
      { path: '^packages/(contract|sdk)/src/', pathNot: TEST_FILE },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'device-wire-has-its-own-door',
      "LDP/1 is imported as @latchwork/contract/device; the contract's other files do not pass it on.",
      { path: '^packages/contract/src/', pathNot: [DEVICE_WIRE, TEST_FILE] },
      { path: DEVICE_WIRE },
    ),
    rule(
      'device-wire-stays-in-devices',
      'Features speak of commands and reports; only the drivers know what travels on the wire.',
      { path: SERVER, pathNot: [`${SERVER}devices/`, TEST_FILE] },
      { path: DEVICE_WIRE },
    ),
    rule(
      'access-window-knows-only-the-contract',
      'When a code holds is one pure rule for service and keypad; it knows neither.',
      { path: '^packages/access-window/src/', pathNot: TEST_FILE },
      { path: ['^packages/(?!access-window/|contract/)', 'node_modules/'] },
    ),
    rule(
      'sdk-knows-only-the-contract',
      'The SDK is made from the contract and runs wherever fetch does.',
      { path: '^packages/sdk/src/', pathNot: TEST_FILE },
      { path: '^packages/(?!sdk/|contract/)' },
    ),
    rule(
      'console-is-a-caller',
      'The console is a caller of the API like any other: what it can do, everybody can.',
      { path: '^packages/console/src/', pathNot: TEST_FILE },
      { path: '^packages/(?!console/|sdk/|access-window/|contract/)' },
    ),
    rule(
      'console-runs-in-browsers',
      'A browser has no module of Node.',
      { path: '^packages/console/src/', pathNot: TEST_FILE },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'console-kit-knows-no-page',
      'The kit serves all pages and knows none; pages meet in routes.ts.',
      { path: '^packages/console/src/kit/', pathNot: TEST_FILE },
      { path: '^packages/console/src/(pages/|routes)' },
    ),
    rule(
      'ldp-device-knows-contract-and-windows',
      "A device's end of LDP/1 must learn about the server only what a real lock could, and of no kind of device.",
      { path: '^packages/ldp-device/src/', pathNot: TEST_FILE },
      { path: '^packages/(?!ldp-device/|access-window/|contract/)' },
    ),
    rule(
      'devices-know-no-server',
      'Simulated locks and gateways must learn about the server only what a real lock could.',
      { path: '^packages/(simulator|gateway)/src/', pathNot: TEST_FILE },
      { path: '^packages/(?!$1/|ldp-device/|sdk/|access-window/|contract/)' },
    ),
    rule(
      'families-know-their-interface-only',
      'A lock family is one folder behind one interface: neither the gateway nor another family is its business.',
      { path: '^packages/gateway/src/families/([^/]+)/', pathNot: TEST_FILE },
      { path: '^packages/(?!contract/|gateway/src/family\\.ts$|gateway/src/families/$1/)' },
    ),
    rule(
      'the-server-never-loads-a-gateway',
      'Gateways bring heavy libraries and talk to strangers: a process of their own, which the command line starts.',
      { path: SERVER, pathNot: [`${SERVER}cli\\.ts$`, TEST_FILE] },
      { path: '^packages/gateway/' },
    ),
    rule(
      'server-never-uses-the-sdk',
      'The SDK is for callers of the API; in the server only tests are callers.',
      { path: SERVER, pathNot: TEST_FILE },
      { path: '^packages/sdk/' },
    ),
    rule(
      'only-the-sandbox-starts-simulators',
      'Everything else treats simulated and real locks alike.',
      { path: SERVER, pathNot: [`${SERVER}(compose/|main)`, TEST_FILE] },
      { path: '^packages/simulator/' },
    ),
    rule(
      'platform-is-the-bottom',
      'platform knows neither a transport nor a table, a setting or a feature; what it needs of them it is given.',
      { path: `${SERVER}platform/`, pathNot: TEST_FILE },
      { path: [`${SERVER}(?!platform/)`, '^packages/server/migrations/'] },
    ),
    rule(
      'schema-knows-only-the-store',
      'Tables and migrations are what everything else is built on.',
      { path: `${SERVER}schema/`, pathNot: TEST_FILE },
      { path: `${SERVER}(?!schema/|platform/)` },
    ),
    rule(
      'storage-knows-only-the-platform',
      'Backup, export and move copy tables as they are; they know no feature, no setting and no transport.',
      { path: `${SERVER}storage/`, pathNot: TEST_FILE },
      { path: `${SERVER}(?!storage/|platform/)` },
    ),
    rule(
      'storage-is-for-operators',
      'Commands and wiring use backup, export and move. Of the features only imports does: it reads exported accounts.',
      { path: `${SERVER}(http|devices|features)/`, pathNot: [`${FEATURE}imports/`, TEST_FILE] },
      { path: `${SERVER}storage/` },
    ),
    rule(
      'kits-know-no-feature',
      'platform, http and devices serve all ten areas and know none.',
      { path: `${SERVER}(platform|http|devices)/`, pathNot: TEST_FILE },
      { path: FEATURE },
    ),
    rule(
      'kits-are-apart',
      'The HTTP kit and the device kit meet only in features and in compose.',
      { path: `${SERVER}(http|devices)/`, pathNot: TEST_FILE },
      { path: `${SERVER}(http|devices)/`, pathNot: `${SERVER}$1/` },
    ),
    rule(
      'compose-is-the-top',
      'Wiring knows everything and is known by nothing but main.',
      { path: `${SERVER}(platform|http|devices|features)/`, pathNot: TEST_FILE },
      { path: `${SERVER}(main\\.ts$|compose/)` },
    ),
    ...[1, 2, 3].map(meetAtServices),
    rule(
      'entrances-are-opened-by-compose',
      'Routes, the device door, jobs and dispatchers are where work comes in; only the composition root connects them.',
      { path: FEATURE, pathNot: TEST_FILE },
      { path: `${FEATURE}.*/${ENTRANCE}\\.ts$` },
    ),
    rule(
      'sql-only-in-stores',
      'A statement is looked for in a store, and nowhere else.',
      { path: FEATURE, pathNot: [STORE, TEST_FILE] },
      { path: 'node_modules/kysely/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'stores-take-no-decision',
      'A store function is one statement; of other features a store may know row types, nothing more.',
      { path: STORE },
      { path: FEATURE, pathNot: STORE, dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'rules-and-present-are-pure',
      'Decisions and wire shapes take values and return values; they may name row types, nothing more.',
      { path: `${FEATURE}.*(rules|present)\\.ts$` },
      { path: FEATURE, pathNot: '(rules|present)\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'http-only-in-routes',
      'Use cases work the same whether HTTP, a device or a timer asks.',
      { path: FEATURE, pathNot: ['/routes\\.ts$', TEST_FILE] },
      { path: ['node_modules/fastify/', `${SERVER}http/`], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'no-feature-knows-a-transport-of-devices',
      'Features speak of commands and reports; buses and wire formats are behind devices/driver.ts.',
      { path: FEATURE, pathNot: TEST_FILE },
      { path: ['node_modules/(mqtt|aedes)/', `${SERVER}devices/(bus|ldp)/`] },
    ),
    rule(
      'source-never-imports-tests',
      'What ships does not depend on what tests it.',
      { path: '^packages/[^/]+/(src|migrations)/', pathNot: TEST_FILE },
      { path: [TEST_FILE, '^packages/[^/]+/test/', '^(tests|bench|scripts)/'] },
    ),
    rule('no-cycles', 'A cycle means that two files are one.', {}, { circular: true }),
    rule(
      'everything-resolves',
      'An import that leads nowhere hides every rule behind it.',
      {},
      { couldNotResolve: true },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Built from the sources, not written.
    exclude: { path: '^packages/console/dist/' },
    // Without this, imports that TypeScript erases (`import type`) are invisible to every rule above.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
