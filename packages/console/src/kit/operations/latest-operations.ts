import { useSyncExternalStore } from 'react'

/** Whoever changes settings is not told of a movement, and the reverse. */
export type Asked = 'movement' | 'setting'

const keyOf = (smartlockId: number, asked: Asked) => `${asked} ${smartlockId}`

/**
 * The last movement and the last setting asked of each lock from this tab. It is kept outside of the components, because a card that scrolls
 * out of sight is taken down and must show the same progress when it comes back.
 */
const latest = new Map<string, string>()
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function showOperation(smartlockId: number, operationId: string, asked: Asked = 'movement'): void {
  latest.set(keyOf(smartlockId, asked), operationId)
  notify()
}

/** Done with: unless something newer was asked meanwhile. */
export function dismissOperation(smartlockId: number, operationId: string, asked: Asked): void {
  const key = keyOf(smartlockId, asked)
  if (latest.get(key) !== operationId) return
  latest.delete(key)
  notify()
}

export const useLatestOperation = (smartlockId: number, asked: Asked): string | undefined =>
  useSyncExternalStore(subscribe, () => latest.get(keyOf(smartlockId, asked)))
