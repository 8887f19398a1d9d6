import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOf } from '../../scripts/check-commits.ts'

const WHY = '\n\nA reader of the history wants to know why.'

test('a commit message, when it says what and why, is in order', () => {
  const good = [
    `smartlocks: refuse a stale unlock${WHY}`,
    `http, devices: cap connections per address${WHY}`,
    `ci: process one file more${WHY}`,
    `test: bring back the clock${WHY}`,
    `docs: seed the page of promises${WHY}`,
  ]
  for (const message of good) assert.deepEqual(problemsOf(message), [], message)
})

test('a commit message, when it lacks something, is told what', () => {
  const faults: [string, RegExp][] = [
    [`refuse a stale unlock${WHY}`, /no area/],
    [`smartlocks: refused a stale unlock${WHY}`, /imperative/],
    [`smartlocks: refusing stale unlocks${WHY}`, /imperative/],
    [`smartlocks: refuses stale unlocks${WHY}`, /imperative/],
    [`smartlocks: a stale unlock is refused${WHY}`, /imperative/],
    ['smartlocks: refuse a stale unlock', /no body/],
    ['smartlocks: refuse a stale unlock\nbecause it is stale', /not empty/],
    [`smartlocks: refuse ${'very '.repeat(20)}stale unlocks${WHY}`, /longer than/],
  ]
  for (const [message, problem] of faults) {
    assert.match(problemsOf(message).join('; '), problem, message)
  }
})
