import type { Selectable } from 'kysely'
import type { OperationTable } from './schema/operations.ts'

/** What an area does when an operation has ended, in the transaction that ends it. */
export type Completion<C> = (ctx: C, operation: Selectable<OperationTable>) => Promise<void>

/**
 * Who wants to know how operations of a type ended. An area that starts work of another one hears of its end here, so
 * that the other one need not know it. Filled once, when the service is put together.
 */
export interface Completions<C> {
  on(type: string, completion: Completion<C>): void
  run: Completion<C>
}

export function createCompletions<C>(): Completions<C> {
  const byType = new Map<string, Completion<C>[]>()
  return {
    on(type, completion) {
      byType.set(type, [...(byType.get(type) ?? []), completion])
    },
    async run(ctx, operation) {
      for (const completion of byType.get(operation.type) ?? []) await completion(ctx, operation)
    },
  }
}
