import type { Lines } from '../../../platform/work/lines.ts'
import type { TakenReport } from './batch.ts'

interface DrainOptions {
  readonly waiting: Lines<number, TakenReport>
  /** Batches of different accounts are applied side by side. Otherwise there is one batch at a time. */
  readonly isByAccount: boolean
  /** Takes what is applied next, of accounts that may begin. */
  take(mayBegin: (accountId: number) => boolean): Promise<TakenReport[]>
  apply(batch: readonly TakenReport[]): Promise<void>
  failed(error: unknown): void
}

export interface Drain {
  /** Something waits: begins with it, if nothing is in its way. */
  goOn(): void
  /** Resolves when nothing is being applied and nothing can begin. */
  idle(): Promise<void>
}

/** The key of all accounts, where there is one batch at a time. */
const ALL = 0

/** Applies what waits, batch by batch, the reports of one account in the order they came. */
export function createDrain({ waiting, isByAccount, take, apply, failed }: DrainOptions): Drain {
  const applying = new Map<number, Promise<void>>()
  let draining: Promise<void> | undefined
  const keyOf = (accountId: number) => (isByAccount ? accountId : ALL)
  const mayBegin = (accountId: number) => !applying.has(keyOf(accountId))

  /** Ends in the moment in which nothing more can begin: whatever comes later begins anew. */
  async function drain(): Promise<void> {
    while (waiting.hasNext(mayBegin)) {
      const batch = await take(mayBegin)
      for (const [key, part] of Map.groupBy(batch, ({ accountId }) => keyOf(accountId)))
        applying.set(key, applyPart(key, part))
      if (!isByAccount) await applying.get(ALL)
    }
    draining = undefined
  }

  async function applyPart(key: number, part: readonly TakenReport[]): Promise<void> {
    await apply(part).catch(failed)
    applying.delete(key)
    goOn()
  }

  function goOn(): void {
    if (draining !== undefined || !waiting.hasNext(mayBegin)) return
    draining = drain().catch((error: unknown) => {
      draining = undefined
      failed(error)
    })
  }

  return {
    goOn,
    async idle() {
      while (draining !== undefined || applying.size > 0) await Promise.all([draining, ...applying.values()])
    },
  }
}
