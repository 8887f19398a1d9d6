import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printReport, problemsOf } from '../../scripts/fuzz/report.ts'
import { fuzz } from '../../scripts/fuzz/run.ts'

/** `npm run fuzz` sends fifty times as many. */
const COUNT = 2000
/** Half a minute on a machine with nothing else to do. */
const WITH_TIME = { timeout: 1_200_000 }

for (const engine of ['sqlite', 'postgres'] as const) {
  test(
    `malformed requests over every route are answered, none with a 5xx, and memory does not grow [${engine}]`,
    WITH_TIME,
    async () => {
      const report = await fuzz({ engine, seed: 15, count: COUNT })
      assert.deepEqual(problemsOf(report), [], printReport(report))
      const sent = Object.values(report.statuses).reduce((sum, n) => sum + n, 0)
      assert.equal(sent, COUNT)
      // Requests that all fail at the door would find nothing.
      const done = (report.statuses['200'] ?? 0) + (report.statuses['204'] ?? 0)
      assert.ok(done > COUNT / 20, printReport(report))
    },
  )
}

/** `npm run fuzz -- --valid` sends more than a hundred times as many. */
const VALID_COUNT = 800

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`valid requests are answered as the contract says, none with a 5xx, and what they store is read back [${engine}]`, {
    timeout: 600_000,
  }, async () => {
    const report = await fuzz({ engine, seed: 39, count: VALID_COUNT, valid: true })
    assert.deepEqual(problemsOf(report), [], printReport(report))
    const done = (report.statuses['200'] ?? 0) + (report.statuses['204'] ?? 0)
    assert.ok(done > VALID_COUNT / 4, printReport(report))
  })
}
