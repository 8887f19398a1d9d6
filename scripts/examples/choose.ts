import { api, type ErrorBody, type Route } from '@latchwork/contract'
import type { RecordedCall } from '../../packages/server/test/recorded-calls.ts'

/** What the reference shows of one operation: a call of a test that passed, and what it was answered. */
export interface Example {
  /** The test it comes from. */
  readonly file: string
  readonly test: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  readonly answer?: unknown
  /** What was refused, by code, in the words of the service. */
  readonly refusals?: Readonly<Record<string, string>>
}

interface Operation {
  readonly area: string
  readonly name: string
  readonly route: Route
  readonly pattern: RegExp
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `(?<${name}>[^/]+)`)}/?$`)

const literals = ({ route }: Operation) => -route.path.split('{').length

/** Literal segments win over parameters (D6). */
const operations: Operation[] = Object.entries(api)
  .flatMap(([area, routes]) =>
    Object.entries<Route>(routes).map(([name, route]) => ({
      area,
      name,
      route,
      pattern: patternOf(route.path),
    })),
  )
  .sort((a, b) => literals(b) - literals(a))

const MOST_ITEMS = 2
const MOST_PLAIN = 8
const MOST_TEXT = 4000

/** Long lists say no more than short ones; a few plain values may be a pair or a triple. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => item === null || typeof item !== 'object')
    return value.slice(0, isPlain ? MOST_PLAIN : MOST_ITEMS).map(shortened)
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]))
}

const parsed = (text: string): unknown => {
  try {
    return shortened(JSON.parse(text))
  } catch {
    return text.slice(0, 600)
  }
}

/** What reads well: something asked, something answered, neither endless nor made to break things. */
function scoreOf(call: RecordedCall, route: Route): number {
  const asked = `${decodeURIComponent(call.url)}${call.body ?? ''}`
  const answered = call.answer.length
  const isOdd = /(.)\1{7,}|[^\x20-\x7eäöüßéèêàçñ–’]/u.test(asked.replaceAll(/0{4,}/g, ''))
  return (
    (isOdd ? -50 : 0) +
    (call.file.includes('/features/') ? 5 : 0) +
    (call.file.includes('/attacks/') ? -5 : 0) +
    (route.body && call.body !== undefined ? 10 + Math.min(call.body.length, 240) / 20 : 0) +
    (answered > MOST_TEXT ? -20 : Math.min(answered, 900) / 60) +
    (call.answer === '[]' ? -10 : 0)
  )
}

function exampleOf(call: RecordedCall, { pattern }: Operation): Example {
  const [path = '', search = ''] = call.url.split('?')
  const groups = pattern.exec(path)?.groups ?? {}
  const params = Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
  )
  const query = Object.fromEntries(new URLSearchParams(search))
  return {
    file: call.file,
    test: call.test,
    ...(Object.keys(params).length > 0 && { params }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(call.body !== undefined && { body: parsed(call.body) }),
    status: call.status,
    ...(call.answer !== '' && { answer: parsed(call.answer) }),
  }
}

const byName = (a: RecordedCall, b: RecordedCall) =>
  `${a.file} ${a.test} ${a.url} ${a.body}` < `${b.file} ${b.test} ${b.url} ${b.body}` ? -1 : 1

interface Gathered {
  best?: { call: RecordedCall; score: number }
  /** There are operations that can only refuse (D133): that is then the example. */
  refused?: RecordedCall
  readonly refusals: Record<string, string>
}

function take(gathered: Gathered, call: RecordedCall, route: Route): void {
  if (call.status >= 400) {
    const { code, detailMessage } = JSON.parse(call.answer) as ErrorBody
    gathered.refusals[code] ??= detailMessage
    if (route.errors?.includes(code) || code === 'not_found') gathered.refused = call
    return
  }
  const score = scoreOf(call, route)
  if (score > (gathered.best?.score ?? Number.NEGATIVE_INFINITY)) gathered.best = { call, score }
}

/** One example for every operation that a test called, by area and name. */
export function chosenFrom(calls: readonly RecordedCall[]): Record<string, Record<string, Example>> {
  const gathered = new Map<Operation, Gathered>(operations.map((operation) => [operation, { refusals: {} }]))
  for (const call of [...calls].sort(byName)) {
    const path = call.url.split('?')[0] ?? ''
    const found = operations.find(({ route, pattern }) => route.method === call.method && pattern.test(path))
    if (found) take(gathered.get(found) as Gathered, call, found.route)
  }
  const chosen: Record<string, Record<string, Example>> = {}
  for (const [operation, { best, refused, refusals }] of gathered) {
    const call = best?.call ?? refused
    if (!call) continue
    const ofArea = chosen[operation.area] ?? {}
    chosen[operation.area] = ofArea
    ofArea[operation.name] = {
      ...exampleOf(call, operation),
      ...(Object.keys(refusals).length > 0 && { refusals }),
    }
  }
  return chosen
}

/** What the contract has and no call is an example of. */
export const missingFrom = (chosen: Record<string, Record<string, Example>>): string[] =>
  operations.filter(({ area, name }) => !chosen[area]?.[name]).map(({ area, name }) => `${area}.${name}`)
