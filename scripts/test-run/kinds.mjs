import { sourceOf } from './tiers.mjs'

const PROCESSES =
  /^(packages\/server\/test\/(flows|edges|disk)|tests\/(chaos|upgrade|fuzz|clients|sdk|deploy))\//
const BROWSER = /\bbrowser\.ts'|\bchromium\.ts'/
const API = /\b[a-z]\w*Test\(|\bworld\.ts'|\bservice-here\.ts'/

/** The kinds of tests in the summary of a run. */
export const KINDS = ['unit', 'API', 'gateway', 'browser', 'process']

export function kindOf(file) {
  if (PROCESSES.test(file)) return 'process'
  if (file.startsWith('packages/gateway/')) return 'gateway'
  const source = sourceOf(file)
  if (BROWSER.test(source)) return 'browser'
  return API.test(source) ? 'API' : 'unit'
}
