import type { EventPayload } from '@latchwork/contract'
import type { QueryClient } from '@tanstack/react-query'
import { applyEvents } from './apply-event.ts'
import { createRenewal } from './renewal.ts'

/** Events are applied together: a fleet that reports at once must not redraw a thousand times. */
const TOGETHER_MS = 30

/** Collects events, and applies them to what was read. */
export function createBatch(queries: QueryClient) {
  const renewal = createRenewal((queryKey) => void queries.invalidateQueries({ queryKey }))
  let waiting: EventPayload[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    const payloads = waiting
    waiting = []
    for (const [id, key] of applyEvents(queries, payloads)) renewal.renew(id, key)
  }
  return {
    add(payload: EventPayload) {
      waiting.push(payload)
      timer ??= setTimeout(flush, TOGETHER_MS)
    },
    cancel() {
      clearTimeout(timer)
      renewal.cancel()
    },
  }
}
