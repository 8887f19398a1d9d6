import type { WorkCtx } from '../../platform/context.ts'

/** What somebody who is for some doors sees of groups and plans (D206). */
export interface Sight {
  readonly smartlockIds: ReadonlySet<number>
  /** Who it is. */
  readonly accountId: number
}

/** Undefined: everything of the account. */
export const sightOf = ({ principal }: WorkCtx): Sight | undefined =>
  principal?.limits && { smartlockIds: principal.limits.smartlockIds, accountId: principal.accountId }
