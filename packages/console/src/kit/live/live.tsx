import type { EventPayload } from '@latchwork/contract'
import { followEvents, type StreamState } from '@latchwork/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { isSessionOver, service } from '../data/call.ts'
import { endSession } from '../session/session.ts'
import { applyEvents } from './apply-event.ts'
import { tellListeners } from './live-events.ts'

/** A hidden tab gives its connection back after this time: browsers have only six for a service, and tabs add up. */
const HIDDEN_MS = 20_000

const LiveState = createContext<StreamState>('connecting')

/** Is what the page shows up to date by itself? */
export const useLiveState = (): StreamState => useContext(LiveState)

/** Keeps everything that was read up to date with the service's events, for as long as somebody is signed in. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const [state, setState] = useState<StreamState>('connecting')
  useEffect(() => keepLive(queries, setState), [queries])
  return <LiveState value={state}>{children}</LiveState>
}

/** Follows the events while the tab is looked at; returns the way to stop. */
function keepLive(queries: QueryClient, onState: (state: StreamState) => void): () => void {
  let connection: AbortController | undefined
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  let last: string | undefined
  const batch = createBatch(queries)

  async function follow(): Promise<void> {
    connection = new AbortController()
    const { signal } = connection
    const after = last === undefined ? {} : { after: last }
    const heard = (state: StreamState) => {
      onState(state)
      // Without a place to go on from, what was read before the stream opened may have missed a change.
      if (state === 'open' && last === undefined) refreshAll(queries)
    }
    for await (const message of followEvents(service, { ...after, signal, onState: heard })) {
      if (message.kind === 'reset') await queries.invalidateQueries()
      else {
        last = message.id
        tellListeners(message)
        batch.add(message.payload)
      }
    }
  }

  const start = () => {
    clearTimeout(hiddenTimer)
    if (connection && !connection.signal.aborted) return
    follow().catch((error: unknown) => {
      if (isSessionOver(error)) endSession('expired')
      else onState('waiting')
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
  void queries.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt > 0 })

/** Events are applied together, once per frame: a fleet that reports at once must not redraw a thousand times. */
function createBatch(queries: QueryClient) {
  let waiting: EventPayload[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    const payloads = waiting
    waiting = []
    for (const queryKey of applyEvents(queries, payloads).values())
      void queries.invalidateQueries({ queryKey })
  }
  return {
    add(payload: EventPayload) {
      waiting.push(payload)
      timer ??= setTimeout(flush, 30)
    },
    cancel: () => clearTimeout(timer),
  }
}
