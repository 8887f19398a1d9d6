import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { TestContext } from 'node:test'

/** Where calls of tests are written, one line each; nowhere unless set. `npm run examples` sets it. */
export const CALLS_VARIABLE = 'LATCHWORK_RECORD_CALLS'

const file = process.env[CALLS_VARIABLE]

/** A call as a test made it, and what the service answered. */
export interface RecordedCall {
  readonly test: string
  readonly file: string
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly body?: string
  readonly status: number
  readonly answer: string
}

const tests = new WeakMap<object, Pick<RecordedCall, 'test' | 'file'>>()

/** Calls of this app are those of this test. */
export function nameCalls(app: object, t: Partial<Pick<TestContext, 'name' | 'filePath'>>): void {
  if (file === undefined || t.name === undefined) return
  const root = join(import.meta.dirname, '../../..')
  tests.set(app, { test: t.name.replace(/ \[\w+\]$/, ''), file: relative(root, t.filePath ?? '') })
}

export function recordCall(app: object, call: Omit<RecordedCall, 'test' | 'file'>): void {
  const test = tests.get(app)
  if (file !== undefined && test) appendFileSync(file, `${JSON.stringify({ ...test, ...call })}\n`)
}
