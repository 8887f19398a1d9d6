import type { StreamedEvent, StreamReset } from '@latchwork/sdk'

type Listener = (message: StreamedEvent | StreamReset) => void

const listeners = new Set<Listener>()

/** Hears of every event that the open stream brings, and of gaps in it, for pages that show the events themselves. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function notifyListeners(message: StreamedEvent | StreamReset): void {
  for (const listener of listeners) listener(message)
}
