import autocannon from 'autocannon'
import { cpuSeconds } from './processes.ts'

export const CONCURRENCIES = [1, 10, 50] as const

/** What the load asks for. */
export interface Target {
  readonly url: string
  /** The process whose cpu time is counted. */
  readonly pid: number
  readonly headers: Record<string, string>
  readonly method: 'GET' | 'POST'
  readonly body?: string
  /** The only status that counts as an answer. */
  readonly status: number
  /** The paths of one of the connections, asked for in turn and over again. */
  readonly paths: (connection: number) => readonly string[]
  /** Told of each of them that was answered as is wanted. */
  readonly answered?: (path: string) => void
}

/** What one short run of load showed. */
export interface Window {
  readonly answered: number
  readonly seconds: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Other answers, by status, and failures without one. */
  readonly refused: Readonly<Record<string, number>>
  /** Cpu time of the measured process per wall-clock second: near 1 it was the limit, far below the load was. */
  readonly cpuShare: number
  readonly cpuMicrosPerAnswer: number
}

export async function measureLoad(target: Target, connections: number, seconds: number): Promise<Window> {
  const cpuBefore = cpuSeconds(target.pid)
  const preparation = { ms: 0 }
  const result = await autocannon(optionsOf(target, connections, seconds, preparation))
  const cpu = cpuSeconds(target.pid) - cpuBefore
  // Autocannon counts from before it has written out the requests, and nobody is asked until it has all of them: thousands
  // of different paths take it a tenth of a second, a single one nothing.
  const duration = result.duration - preparation.ms / 1000
  const { [String(target.status)]: wanted, ...others }: Record<string, { count?: number }> =
    result.statusCodeStats ?? {}
  const answered = wanted?.count ?? 0
  const refused = Object.fromEntries(Object.entries(others).map(([status, { count = 0 }]) => [status, count]))
  const failures = result.errors + result.timeouts
  return {
    answered,
    seconds: duration,
    perSecond: answered / duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    refused: failures > 0 ? { ...refused, failed: failures } : refused,
    cpuShare: cpu / duration,
    cpuMicrosPerAnswer: (cpu * 1e6) / answered,
  }
}

function optionsOf(
  target: Target,
  connections: number,
  duration: number,
  preparation: { ms: number },
): autocannon.Options {
  const { url, method, headers, body, paths, status, answered } = target
  const toldOf = (path: string) =>
    answered && { onResponse: (given: number) => given === status && answered(path) }
  let connection = 0
  return {
    url,
    method,
    headers,
    ...(body !== undefined && { body }),
    connections,
    duration,
    // The run ends with a sample, so that is also how exactly the duration is kept.
    sampleInt: 50,
    setupClient(client) {
      const startedAt = performance.now()
      client.setRequests(
        paths(connection++).map((path) => ({
          path,
          method,
          headers,
          ...(body && { body }),
          ...toldOf(path),
        })),
      )
      preparation.ms += performance.now() - startedAt
    },
  }
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** The value that this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN
}

/** The window with the median rate stands for all of them; what was refused in any of them is not forgotten. */
export function medianWindow(windows: readonly Window[]): Window {
  const middle = windows.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(windows.length / 2)]
  if (!middle) throw new Error('Nothing was measured.')
  const refused: Record<string, number> = {}
  for (const window of windows) {
    for (const [status, count] of Object.entries(window.refused))
      refused[status] = (refused[status] ?? 0) + count
  }
  return { ...middle, refused }
}

/** Measures each side in turn, A B A B, so that whatever else the machine does meets all of them alike. */
export async function inTurn<Name extends string, T>(
  rounds: number,
  sides: Record<Name, () => Promise<T>>,
): Promise<Record<Name, T[]>> {
  const results = Object.fromEntries(Object.keys(sides).map((name) => [name, []])) as unknown as Record<
    Name,
    T[]
  >
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(sides) as Name[]) results[name].push(await sides[name]())
  }
  return results
}
