// Which test files run in `npm test` and which in `npm run test:deep`. The table in CONTRIBUTING.md says why.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { inRoot } from '../setup/machine.mjs'

/** Runs in `npm run test:deep` only. */
const DEEP_NAME = /\.deep\.test\.ts$/

/**
 * Does something else in the deep tier: runs on PostgreSQL instead of SQLite (`apiTest` and its variants, `ENGINES`), checks
 * accessibility on every page (`isSound`), or asks for the tier itself. `sqliteTest` runs in `npm test` only.
 */
const DIFFERS_BY_TIER = /\b(?!sqliteTest)[a-z]\w*Test\(|\b(ENGINES|TIER)\b|\bisSound\(|LATCHWORK_TEST_TIER/

export const sourceOf = (file) => readFileSync(isAbsolute(file) ? file : inRoot(file), 'utf8')

/** Every test file of the repository, as paths from the root. */
export function allTestFiles() {
  const packages = readdirSync(inRoot('packages')).flatMap((name) => [
    `packages/${name}/src`,
    `packages/${name}/test`,
  ])
  return [...packages, 'tests'].flatMap(testFilesIn).sort()
}

export const runsInTier = (file, tier) =>
  tier === 'deep' ? DEEP_NAME.test(file) || DIFFERS_BY_TIER.test(sourceOf(file)) : !DEEP_NAME.test(file)

function testFilesIn(folder) {
  if (!existsSync(inRoot(folder))) return []
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return testFilesIn(path)
    return entry.name.endsWith('.test.ts') ? [path] : []
  })
}
