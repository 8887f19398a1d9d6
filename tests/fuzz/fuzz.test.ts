import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printReport, problemsOf } from '../../scripts/fuzz/report.ts'
import { targets } from '../../scripts/fuzz/requests.ts'
import type { FuzzReport } from '../../scripts/fuzz/run.ts'
import type { Schema } from '../../scripts/fuzz/schema-values.ts'

test('every whole number in a path or a query has limits, or is cut to them', () => {
  const unlimited = targets.flatMap(({ label, route }) =>
    [route.params, route.query].flatMap((schema) =>
      Object.entries((schema?.properties ?? {}) as Record<string, Schema & { 'x-cut'?: number }>)
        .filter(([, field]) => field.type === 'integer' && !field.enum && field['x-cut'] === undefined)
        .filter(([, { minimum, maximum }]) => minimum === undefined || maximum === undefined)
        .map(([name]) => `${label} ${name}`),
    ),
  )
  assert.deepEqual(unlimited, [])
})

const GOOD: FuzzReport = {
  engine: 'sqlite',
  seed: 1,
  valid: false,
  requests: 1,
  routes: 1,
  statuses: { '200': 1 },
  unreached: [],
  slowest: { ms: 10, route: 'a.b' },
  failures: [],
  errorLines: [],
  before: { held: 50, resident: 200 },
  after: { held: 50, resident: 200 },
  replacedCallers: 0,
  seconds: 1,
}

test('a run with a 5xx, an error in the log, grown or unknown memory, or closed doors is called a failure', () => {
  const failure = { number: 7, route: 'a.b', outcome: '500', request: 'GET /', log: 'stack' }
  assert.deepEqual(problemsOf(GOOD), [])
  for (const bad of [
    { failures: [failure] },
    { errorLines: ['x'] },
    { after: { held: 200, resident: 200 } },
    { after: { held: Number.NaN, resident: 200 } },
    { after: { held: 50, resident: 900 } },
    { requests: 100, statuses: { '200': 50, '429': 50 } },
    { requests: 100_000, unreached: ['a.b'] },
  ]) {
    assert.equal(problemsOf({ ...GOOD, ...bad }).length, 1, JSON.stringify(bad))
  }
  assert.match(
    printReport({ ...GOOD, failures: [failure] }),
    /request 7 \(a\.b\): 500\n {4}GET \/\n {4}stack/,
  )
})
