import type { FuzzReport } from './run.ts'

/** A run this long has been over every route hundreds of times. */
const LONG_RUN = 20_000
/** Where most are told to come back later, the rates were looked at and not the routes. */
const MAX_LIMITED = 0.05

/** More than a service holds on to for tables and caches that are full by then; a leak of 1 KB per request is 100 MB. */
const MAX_GROWTH_MB = { held: 48, resident: 384 }

/** What is wrong with a run; empty when nothing is. */
export function problemsOf(report: FuzzReport): string[] {
  const { failures, errorLines, before, after, requests, statuses, unreached, valid } = report
  const limited = (statuses['429'] ?? 0) / requests
  const grown = (kind: 'held' | 'resident') => after[kind] - before[kind]
  return [
    ...(failures.length > 0 ? [`${failures.length} requests were answered with 5xx or not at all`] : []),
    ...(errorLines.length > 0 ? [`${errorLines.length} kinds of errors are in the log`] : []),
    ...(limited > MAX_LIMITED ? [`${Math.round(limited * 100)} % were told to come back later`] : []),
    // Valid requests to what only gateways or the owner of a device have are refused at the door.
    ...(!valid && requests >= LONG_RUN && unreached.length > 0
      ? [`no request came past the door of ${unreached.join(', ')}`]
      : []),
    // Not a number is a problem as well.
    ...(['held', 'resident'] as const)
      .filter((kind) => !(grown(kind) <= MAX_GROWTH_MB[kind]))
      .map((kind) => `memory ${kind} grew by ${grown(kind).toFixed(0)} MB, more than ${MAX_GROWTH_MB[kind]}`),
  ]
}

/** The end of a run in words, with all it takes to repeat what went wrong. */
export function printReport(report: FuzzReport): string {
  const { engine, seed, requests, routes, statuses, before, after, seconds, replacedCallers } = report
  const mb = (value: number) => `${value.toFixed(0)} MB`
  const problems = problemsOf(report)
  return [
    `${engine}: ${requests} ${report.valid ? 'valid' : 'malformed'} requests over ${routes} routes in ${seconds.toFixed(0)} s, seed ${seed}`,
    `  answers: ${Object.entries(statuses)
      .map(([kind, n]) => `${kind} ${n}`)
      .join(', ')}`,
    `  slowest answer: ${(report.slowest.ms / 1000).toFixed(1)} s (${report.slowest.route})`,
    `  routes past whose door no request came: ${report.unreached.length === 0 ? 'none' : report.unreached.join(', ')}`,
    `  memory held: ${mb(before.held)} before, ${mb(after.held)} after; resident: ${mb(before.resident)}, ${mb(after.resident)}`,
    `  callers replaced because a request ended them: ${replacedCallers}`,
    ...report.failures.flatMap(({ number, route, outcome, request, log }) => [
      `  ✖ request ${number} (${route}): ${outcome}`,
      `    ${request}`,
      ...(log === '' ? [] : [`    ${log}`]),
    ]),
    ...report.errorLines.map((line) => `  ✖ log: ${line}`),
    problems.length === 0
      ? '  ✔ no 5xx, none without an answer, no growth of memory'
      : `  ✖ ${problems.join('; ')}`,
  ].join('\n')
}
