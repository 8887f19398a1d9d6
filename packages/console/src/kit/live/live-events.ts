import type { StreamedEvent } from '@latchwork/sdk'

const listeners = new Set<(event: StreamedEvent) => void>()

/** Hears of every event that the open stream brings, for pages that show the events themselves. */
export function onLiveEvent(listener: (event: StreamedEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function notifyListeners(event: StreamedEvent): void {
  for (const listener of listeners) listener(event)
}
