import { setTimeout as sleep } from 'node:timers/promises'
import type { Callers } from './callers.ts'
import type { ChaosLock } from './fleet.ts'

const PATIENCE = { attemptMs: 1500, patienceMs: 1500 }
const LOOK_AGAIN_MS = 50
const GIVE_UP_MS = 300_000

/** How long it takes from now until an unlock of each of these locks is confirmed; undefined when it never is. */
export async function untilRecovered(
  callers: Callers,
  locks: readonly ChaosLock[],
): Promise<number | undefined> {
  const from = performance.now()
  const until = from + GIVE_UP_MS
  const done = await Promise.all(locks.map((lock) => untilConfirmed(callers, lock, until)))
  return done.every(Boolean) ? performance.now() - from : undefined
}

async function untilConfirmed(callers: Callers, { smartlockId }: ChaosLock, until: number): Promise<boolean> {
  while (performance.now() < until) {
    const { operationId } = await callers.ask(
      { kind: 'action', smartlockId },
      (api, options) => api.smartlocks.unlock({ params: { smartlockId }, ...options }),
      PATIENCE,
    )
    if (operationId !== undefined && (await endOf(callers, operationId, until)) === 'confirmed') return true
    await sleep(LOOK_AGAIN_MS)
  }
  return false
}

async function endOf(callers: Callers, operationId: string, until: number): Promise<string | undefined> {
  while (performance.now() < until) {
    const operation = await callers.read(
      (api, signal) => api.operations.get({ params: { operationId }, signal }),
      PATIENCE,
    )
    if (operation && !['queued', 'sent'].includes(operation.status)) return operation.status
    await sleep(LOOK_AGAIN_MS)
  }
  return undefined
}
