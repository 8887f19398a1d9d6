import { apiKeys } from './api-keys.ts'
import { companies } from './companies.ts'
import { operations } from './operations.ts'
import type { Route } from './route.ts'
import { sandbox } from './sandbox.ts'
import { smartlocks } from './smartlocks.ts'

export * from './access.ts'
export * from './api-keys.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './fields.ts'
export * from './operations.ts'
export * from './route.ts'
export * from './sandbox.ts'
export * from './smartlock-config.ts'
export * from './smartlocks.ts'
export * from './time-zones.ts'

/** The whole API: one line per area. */
export const api = { apiKeys, companies, operations, sandbox, smartlocks } satisfies Record<
  string,
  Record<string, Route>
>
export type Api = typeof api
