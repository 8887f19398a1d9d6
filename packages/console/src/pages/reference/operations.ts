import { type Api, api, errorCodesOf, type Route } from '@latchwork/contract'
import { GROUP_OF, GROUPS, type Group } from './groups.ts'

/** One operation of the API, as the reference shows it. */
export interface Operation {
  /** As the SDK calls it: `smartlocks.unlock`. */
  readonly id: string
  readonly area: keyof Api
  readonly name: string
  readonly group: Group
  readonly route: Route
  /** What is looked for in it. */
  readonly words: string
}

const operationOf = (area: keyof Api, name: string, route: Route): Operation => ({
  id: `${area}.${name}`,
  area,
  name,
  group: GROUP_OF[area],
  route,
  words: [area, name, route.method, route.path, route.summary, ...errorCodesOf(route)]
    .join(' ')
    .toLowerCase(),
})

/** In the order of the groups, and within them of the contract. */
const operations: readonly Operation[] = GROUPS.flatMap((group) =>
  Object.entries(api).flatMap(([area, routes]) =>
    GROUP_OF[area as keyof Api] === group
      ? Object.entries<Route>(routes).map(([name, route]) => operationOf(area as keyof Api, name, route))
      : [],
  ),
)

export const operationCalled = (id: string): Operation | undefined =>
  operations.find((operation) => operation.id === id)

/** Those that have every word, in any order. */
export function found(query: string): readonly Operation[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter((operation) => words.every((word) => operation.words.includes(word)))
}

/** Does a call of it move a door? Then it is asked for twice. */
export const movesDoor = ({ id, route }: Operation): boolean =>
  route.method !== 'GET' && (/\/action(\/|$)/.test(route.path) || id === 'bulk.create')

/** Why it cannot be tried from here; undefined when it can. */
export function untriable({ route }: Operation): 'otherToken' | 'stream' | 'file' | undefined {
  if (route.access === 'gateway' || route.access === 'guest') return 'otherToken'
  if (route.stream) return 'stream'
  return route.file ? 'file' : undefined
}
