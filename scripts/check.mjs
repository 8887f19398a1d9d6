#!/usr/bin/env node
// Everything that can be said about the sources without running them. All checks run, also after one failed, so that one
// run tells everything there is to repair.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from './setup/machine.mjs'
import { pinnedNodeBinary } from './setup/native-parts.mjs'
import { run } from './setup/programs.mjs'

const tool = (path) => join('node_modules', path)
const roots = ['packages', 'tests', 'bench', 'scripts'].filter((folder) => existsSync(inRoot(folder)))

/** What was found to be right last time is not looked at again unless something it depends on changed. */
const typeCheck = (project, memory) => [
  tool('typescript-native/bin/tsc'),
  '--noEmit',
  '--project',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  `node_modules/.cache/${memory}.tsbuildinfo`,
]

/** Tests that only read the sources: a breach is seen before a commit, not a quarter of an hour after it. */
const rulesOfTheHouse = ['sizes', 'tables', 'migrations', 'glossary', 'files', 'docs'].map(
  (name) => `tests/structure/${name}.test.ts`,
)

const checks = [
  {
    name: 'types',
    says: 'tsc',
    args: typeCheck('tsconfig.json', 'types'),
  },
  {
    name: 'format and lint',
    says: 'biome',
    args: [
      tool('@biomejs/biome/bin/biome'),
      'ci',
      '--error-on-warnings',
      '--colors=off',
      '--max-diagnostics=100',
      '.',
    ],
  },
  {
    name: 'types of the console',
    says: 'tsc',
    args: typeCheck('packages/console/tsconfig.json', 'console-types'),
  },
  {
    name: 'direction of imports',
    says: 'dependency-cruiser',
    args: [
      tool('dependency-cruiser/bin/dependency-cruiser.mjs'),
      ...roots,
      '--config',
      '.dependency-cruiser.cjs',
    ],
  },
  { name: 'dead code', says: 'knip', args: [tool('knip/bin/knip.js')] },
  {
    name: 'rules of the house',
    says: 'tests/structure',
    // In one process: reading the tree takes longer than looking at it.
    args: ['--test', '--test-isolation=none', '--test-reporter=spec', ...rulesOfTheHouse],
  },
  { name: 'messages of commits', says: 'scripts/check-commits.ts', args: ['scripts/check-commits.ts'] },
  { name: 'generated documents', says: 'scripts/generate.ts', args: ['scripts/generate.ts', '--check'] },
].filter(({ args }) => existsSync(inRoot(args.find((arg) => !arg.startsWith('-')))))

/** Runs one check and reports at once; the full output only when there is something to repair. */
async function perform({ name, says, args }) {
  const start = performance.now()
  const { code, output } = await run(pinnedNodeBinary, args, {
    cwd: inRoot(),
    env: { ...process.env, NO_COLOR: '1' },
  })
  const passed = code === 0
  const line = `${passed ? '✔' : '✖'} ${name} (${says}) ${((performance.now() - start) / 1000).toFixed(1)} s`
  console.log(passed ? line : `${line}\n${output.trimEnd()}\n`)
  return { line, passed }
}

/** Two at a time, the two longest first: together they take as long as all the others. */
async function performAll() {
  const waiting = [...checks]
  const results = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await perform(next))
  }
  await Promise.all([worker(), worker()])
  return results
}

const results = await performAll()
const failed = results.filter(({ passed }) => !passed)
if (failed.length > 0) {
  console.log(
    `\n${failed.length} of ${results.length} checks failed:\n${failed.map(({ line }) => line).join('\n')}`,
  )
  process.exitCode = 1
} else {
  console.log(`\nall ${results.length} checks passed`)
}
