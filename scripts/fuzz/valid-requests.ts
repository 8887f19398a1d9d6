import { checkAnswer } from '../../packages/server/test/checked-fetch.ts'
import type { FuzzCaller } from './callers.ts'
import type { Outcome } from './client.ts'
import { type Existing, type Operation, objectOf, operations, resolved, validValue } from './document.ts'
import type { Random } from './random.ts'
import type { FuzzRequest, Target } from './requests.ts'

/** Ids that belong together, such as those of a reservation and its address. */
type Ids = Readonly<Record<string, string | number>>

const MAX_RECORDS = 40
/** The ids that the tokens of each account were told, by the area of the operation that told them. */
const records = new Map<string, Map<string, Ids[]>>()

function recordsOf({ token, tenant }: FuzzCaller): Map<string, Ids[]> {
  const account = tenant ?? (token === undefined ? 'nobody' : 'owner')
  const byArea = records.get(account) ?? new Map<string, Ids[]>()
  records.set(account, byArea)
  return byArea
}
/** Tokens of guest pages, which only the answer that makes a link carries. */
const guestTokens: string[] = []

/** A request that is valid according to the document, and the ids in its path. */
export interface ValidRequest extends FuzzRequest {
  readonly ids: Ids
}

const areaOf = (operationId: string): string => operationId.split('.')[0] ?? ''

/** The operation of the document that a target stands for; moving the clock would make the rest about something else. */
export const operationOf = ({ label, route }: Target): Operation | undefined =>
  route.path === '/sim/clock' && route.method === 'POST' ? undefined : operations.get(label)

/** Paths that call by another name what the answers of their area call `id`, or otherwise. */
const NAMES_IN_PATHS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  house: { pictureId: 'id' },
  guestLinks: { guestLinkId: 'id' },
  addressUnits: { tokenId: 'addressTokenId' },
}

function recordOf(area: string, ids: Ids, own: Ids): Ids {
  const names = NAMES_IN_PATHS[area]
  if (!names) return { ...ids, ...own }
  const renamed = Object.entries(names).flatMap(([name, from]) => {
    const value = own[from]
    return value === undefined ? [] : [[name, value] as const]
  })
  // The `id` of these paths may be that of the reservation or authorization above.
  return { ...own, ...ids, ...Object.fromEntries(renamed) }
}

/** Remembers what an answer says exists, together with the ids of the path it came from. */
export function learnIds(caller: FuzzCaller, operation: Operation, ids: Ids, answer: unknown): void {
  for (const entry of [answer].flat().slice(0, 10)) {
    if (typeof entry !== 'object' || entry === null) continue
    const own = Object.entries(entry).filter(
      ([name, value]) => /id$/i.test(name) && typeof value !== 'object',
    )
    const area = areaOf(operation.operationId)
    if (own.length > 0) remember(caller, area, recordOf(area, ids, Object.fromEntries(own)))
    if ('path' in entry && String(entry.path).startsWith('/g/')) {
      guestTokens.push(String(entry.path).slice('/g/'.length))
      if (guestTokens.length > MAX_RECORDS) guestTokens.shift()
    }
  }
}

function remember(caller: FuzzCaller, area: string, ids: Ids): void {
  const byArea = recordsOf(caller)
  const known = byArea.get(area) ?? []
  byArea.set(area, known)
  if (known.push(ids) > MAX_RECORDS) known.shift()
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

/** Ids for a path: those of something in the same area, else of anything that has them all. */
function idsFor(random: Random, caller: FuzzCaller, operation: Operation): Ids {
  const names = namesIn(operation.path)
  const hasAll = (ids: Ids) => names.every((name) => name in ids)
  const byArea = recordsOf(caller)
  const own = (byArea.get(areaOf(operation.operationId)) ?? []).filter(hasAll)
  const found = own.length > 0 && random.chance(0.9) ? own : [...byArea.values()].flat().filter(hasAll)
  return names.length > 0 && found.length > 0 ? random.pick(found) : {}
}

export function makeValidRequest(random: Random, operation: Operation, caller: FuzzCaller): ValidRequest {
  return requestWith(random, operation, caller, idsFor(random, caller, operation))
}

function requestWith(random: Random, operation: Operation, caller: FuzzCaller, ids: Ids): ValidRequest {
  const { method, path, parameters, body } = operation
  const existing: Existing = (name) => {
    const known = caller.known.get(name)
    return ids[name] ?? (known && known.length > 0 ? random.pick(known) : undefined)
  }
  const inPath = Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, schema }) => [name, ids[name] ?? validValue(random, schema, name, existing)]),
  ) as Ids
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || random.chance(0.2)))
    .map(
      ({ name, schema }) =>
        `${name}=${encodeURIComponent(textOf(validValue(random, schema, name, existing)))}`,
    )
  const token = path.startsWith('/guest') && guestTokens.length > 0 ? random.pick(guestTokens) : caller.token
  const sent =
    body && (body.required || random.chance(0.85))
      ? Buffer.from(JSON.stringify(bodyOf(random, body.schema, existing)))
      : undefined
  const url = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(inPath[name])))
  return {
    method,
    url: query.length > 0 ? `${url}?${query.join('&')}` : url,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(sent && { 'content-type': 'application/json' }),
    },
    body: sent,
    stream: operation.operationId === 'events.stream',
    ids: inPath,
  }
}

/** Many fields at once rarely suit each other, so half of the bodies have one field besides the required ones. */
function bodyOf(random: Random, unresolved: Parameters<typeof resolved>[0], existing: Existing): unknown {
  const schema = resolved(unresolved)
  const names = Object.keys(schema.properties ?? {})
  if (names.length === 0) return validValue(random, schema, '', existing)
  const only = random.pick(names)
  return objectOf(random, schema, existing, random.chance(0.5) ? (name) => name === only : undefined)
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value ?? ''))

const READS_PER_CHANGE = 3
const READS = [...operations.values()].filter(
  ({ method, operationId }) => method === 'GET' && operationId !== 'events.stream',
)

/** Requests that read what a change may have touched: its own path, what is above it and what is below it. */
export function readsAfter(
  random: Random,
  operation: Operation,
  caller: FuzzCaller,
  ids: Ids,
): { read: Operation; request: ValidRequest }[] {
  const isNear = ({ path }: Operation) =>
    path === operation.path ||
    `${operation.path}/`.startsWith(`${path}/`) ||
    path.startsWith(`${operation.path}/`)
  const near = READS.filter((read) => isNear(read) && namesIn(read.path).every((name) => name in ids))
  return near
    .map((read) => ({ read, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, READS_PER_CHANGE)
    .map(({ read }) => ({ read, request: requestWith(random, read, caller, ids) }))
}

/** The ids of an answer that is an object. */
export function idsIn(text: string): Ids {
  if (!text.startsWith('{')) return {}
  const own = Object.entries(JSON.parse(text) as object).filter(
    ([name, value]) => /id$/i.test(name) && typeof value !== 'object',
  )
  return Object.fromEntries(own)
}

/** An answer that breaks the contract is called a failure of the service, as a 500 is. */
export function wrongAnswerOf(
  operation: Operation,
  { url, stream }: ValidRequest,
  { status, text }: Outcome,
): Partial<Outcome> {
  if (status < 200 || status >= 500 || stream) return {}
  try {
    checkAnswer(operation.method, url.split('?')[0] ?? url, status, text)
    return {}
  } catch (error) {
    return { status: 599, text: `the answer breaks the contract: ${(error as Error).message} ${text}` }
  }
}
