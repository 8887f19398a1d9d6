import { followEvents, type StreamState } from '@latchwork/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isSessionOver, service } from '../data/call.ts'
import { currentSession, endSession, onSessionChange } from '../session/session.ts'
import { createBatch } from './batch.ts'
import { notifyListeners } from './live-events.ts'

/** A hidden tab gives its connection back after this time: browsers have only six for a service, and tabs add up. */
const HIDDEN_MS = 20_000

let state: StreamState = 'connecting'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const setState = (next: StreamState) => {
  state = next
  for (const listener of listeners) listener()
}

/** Is what the page shows up to date by itself? */
export const useLiveState = (): StreamState => useSyncExternalStore(subscribe, () => state)

/**
 * Keeps everything that was read up to date with the service's events, for as long as somebody is signed in. It begins
 * before the first page is drawn, so that what the page reads is already followed.
 */
export function followSession(queries: QueryClient): void {
  let stop: (() => void) | undefined
  const adjust = () => {
    stop?.()
    stop = currentSession() ? keepLive(queries) : undefined
  }
  onSessionChange(adjust)
  adjust()
}

/** Follows the events while the tab is looked at; returns the way to stop. */
function keepLive(queries: QueryClient): () => void {
  let connection: AbortController | undefined
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  let last: string | undefined
  const batch = createBatch(queries)
  setState('connecting')

  async function follow(): Promise<void> {
    connection = new AbortController()
    const { signal } = connection
    const after = last === undefined ? {} : { after: last }
    const onState = (next: StreamState) => {
      setState(next)
      // Without a place to go on from, what was read before the stream opened may have missed a change.
      if (next === 'open' && last === undefined) refreshAll(queries)
    }
    for await (const message of followEvents(service, { ...after, signal, onState })) {
      notifyListeners(message)
      if (message.kind === 'reset') await queries.invalidateQueries()
      else {
        last = message.id
        batch.add(message.payload)
      }
    }
  }

  const start = () => {
    clearTimeout(hiddenTimer)
    if (connection && !connection.signal.aborted) return
    follow().catch((error: unknown) => {
      if (isSessionOver(error)) endSession('expired')
      else setState('waiting')
    })
  }
  const stop = () => connection?.abort()
  const onVisibility = () => {
    if (document.visibilityState === 'visible') start()
    else hiddenTimer = setTimeout(stop, HIDDEN_MS)
  }
  document.addEventListener('visibilitychange', onVisibility)
  start()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(hiddenTimer)
    batch.cancel()
    stop()
  }
}

const refreshAll = (queries: QueryClient) =>
  void queries.invalidateQueries({ predicate: (query) => query.state.dataUpdatedAt > 0 })
