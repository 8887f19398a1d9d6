import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { CHECKS } from './checks.ts'
import type { Harness } from './harness.ts'

const RESULTS = new URL('results.json', import.meta.url)

/** By family, by number of the check: passed, or what excuses it. */
type Results = Record<string, Record<string, string>>

const stored = () => JSON.parse(readFileSync(RESULTS, 'utf8')) as Results

/**
 * Puts one family through all checks. What came of it must be what `results.json` has, from which the table of
 * docs/locks.md is made; with LATCHWORK_WRITE_RESULTS=1 it is written anew.
 */
export function conform(family: string, start: () => Promise<Harness>): void {
  const results: Record<string, string> = {}
  let harness: Harness
  before(async () => {
    harness = await start()
  })
  after(() => harness.stop())
  beforeEach(() => harness.hands.reset())
  afterEach(() => harness.hands.back())

  for (const { number, promise, excuse, run } of CHECKS)
    test(`${family}, check ${number}: ${promise}`, async () => {
      const excused = excuse?.(harness.capability())
      if (excused === undefined) await run(harness)
      results[number] = excused ?? 'passed'
    })

  test(`${family}: what the table of locks says of it is what was found`, () => {
    assert.equal(Object.keys(results).length, CHECKS.length)
    if (process.env.LATCHWORK_WRITE_RESULTS)
      writeFileSync(RESULTS, `${JSON.stringify({ ...stored(), [family]: results }, null, 2)}\n`)
    assert.deepEqual(stored()[family], results)
  })
}
