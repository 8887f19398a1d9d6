import type { Selectable } from 'kysely'
import type { OperationTable } from './schema/operations.ts'

type Operation = Selectable<OperationTable>

/** What an area does when operations of one type have ended, in the transaction that ends them. */
export type Completion<C> = (ctx: C, operations: readonly Operation[]) => Promise<void>

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
    async run(ctx, operations) {
      for (const [type, ended] of Map.groupBy(operations, (operation) => operation.type))
        for (const completion of byType.get(type) ?? []) await completion(ctx, ended)
    },
  }
}

/** For areas whose operations end one at a time. */
export const each =
  <C>(completion: (ctx: C, operation: Operation) => Promise<void>): Completion<C> =>
  async (ctx, operations) => {
    for (const operation of operations) await completion(ctx, operation)
  }
