import { apiKeys } from './api-keys.ts'
import { companies } from './companies.ts'
import { events } from './events.ts'
import { operations } from './operations.ts'
import type { Route } from './route.ts'
import { smartlocks } from './smartlocks.ts'
import { webhooks } from './webhooks.ts'

export * from './access.ts'
export * from './api-keys.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './fields.ts'
export * from './operations.ts'
export * from './route.ts'
export * from './smartlocks.ts'
export * from './webhooks.ts'

/** The whole API: one line per area. */
export const api = { apiKeys, companies, events, operations, smartlocks, webhooks } satisfies Record<
  string,
  Record<string, Route>
>
export type Api = typeof api
