import { useSyncExternalStore } from 'react'

/**
 * The last thing asked of each lock from this tab. It is kept outside of the components, because a card that scrolls
 * out of sight is taken down and must show the same progress when it comes back.
 */
const latest = new Map<number, string>()
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function showOperation(smartlockId: number, operationId: string): void {
  latest.set(smartlockId, operationId)
  notify()
}

/** Done with: unless something newer was asked meanwhile. */
export function dismissOperation(smartlockId: number, operationId: string): void {
  if (latest.get(smartlockId) !== operationId) return
  latest.delete(smartlockId)
  notify()
}

export const useLatestOperation = (smartlockId: number): string | undefined =>
  useSyncExternalStore(subscribe, () => latest.get(smartlockId))
