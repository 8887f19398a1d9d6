import { existsSync, readFileSync } from 'node:fs'
import type { Pace } from './options.ts'
import type { Progress } from './progress.ts'
import { limitRow, type Row } from './row.ts'
import type { Store } from './stores.ts'

/** What scripts/test-run/summary.mjs keeps of the last whole run of a tier. */
interface Run {
  readonly seconds: number
  readonly sharedCoreSeconds: number
  readonly kinds: Readonly<Record<string, { readonly tests: number; readonly coreSeconds: number }>>
}

/** The suite before it had two tiers, on two idle cores: 4 121 tests in 26 min 55 s, about 50 minutes of processor time. */
const BEFORE = { seconds: 1615, coreSeconds: 3000 }
const AGAINST = 'the whole suite before it was split'

const TIERS = [
  { tier: 'test', command: 'npm test', limitSeconds: 480 },
  { tier: 'deep', command: 'npm run test:deep', limitSeconds: 1500 },
] as const

/** The last whole runs of the tests on this machine; nothing is run here. */
export async function suiteRows(_store: Store, _pace: Pace, progress: Progress): Promise<Row[]> {
  return TIERS.flatMap(({ tier, command, limitSeconds }) => {
    const file = new URL(`../node_modules/.cache/latchwork-tests/last-${tier}.json`, import.meta.url)
    if (!existsSync(file)) {
      progress(`no rows of ${command}, which has not been run as a whole`)
      return []
    }
    const run = JSON.parse(readFileSync(file, 'utf8')) as Run
    const kinds = Object.values(run.kinds)
    const coreSeconds = kinds.reduce((sum, kind) => sum + kind.coreSeconds, run.sharedCoreSeconds)
    const common = { part: 'suite', against: AGAINST, unit: 's', detail: { ...run } } as const
    return [
      limitRow({ ...common, row: command, ours: run.seconds, baseline: BEFORE.seconds }, limitSeconds),
      limitRow({
        ...common,
        row: `${command}, processor time`,
        ours: coreSeconds,
        baseline: BEFORE.coreSeconds,
      }),
    ]
  })
}
