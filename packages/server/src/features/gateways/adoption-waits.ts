import type { Ctx } from '../../platform/context.ts'

/** Gateways that wait for a change of what is adopted: one call each, so that they are never more than gateways. */
export interface AdoptionWaits {
  start(): void
  /** From now on changes are noticed; `done` resolves with the next one, or after `waitMs`. */
  begin(gatewayId: string, accountId: number, waitMs: number): { done: Promise<void>; end(): void }
  stop(): void
}

/** Every change wakes who waits, so a moved clock need not stop here. */
const nothingDue = async () => undefined

export function createAdoptionWaits(system: Ctx<never>): AdoptionWaits {
  const waiting = new Map<string, { accountId: number; end: () => void }>()
  let unlisten = () => {}
  let isStopped = false

  const endAll = (isMeant: (accountId: number) => boolean) => {
    for (const { accountId, end } of [...waiting.values()]) if (isMeant(accountId)) end()
  }

  return {
    start() {
      unlisten = system.wake.listen('gateway', (about) =>
        endAll((accountId) => about === 'all' || about.has(accountId)),
      )
    },
    begin(gatewayId, accountId, waitMs) {
      // The one before is from a connection that its gateway has given up.
      waiting.get(gatewayId)?.end()
      const { promise, resolve } = Promise.withResolvers<void>()
      const cancel = system.clock.after(waitMs, () => entry.end(), nothingDue)
      const entry = {
        accountId,
        end() {
          cancel()
          if (waiting.get(gatewayId) === entry) waiting.delete(gatewayId)
          resolve()
        },
      }
      waiting.set(gatewayId, entry)
      if (isStopped) entry.end()
      return { done: promise, end: entry.end }
    },
    stop() {
      isStopped = true
      unlisten()
      endAll(() => true)
    },
  }
}
