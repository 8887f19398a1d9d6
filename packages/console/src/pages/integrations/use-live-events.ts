import type { StreamedEvent } from '@latchwork/sdk'
import { useEffect, useReducer } from 'react'
import { onLiveEvent } from '../../kit/live/live-events.ts'

/** An event and when this page heard of it. */
export interface HeardEvent extends StreamedEvent {
  readonly heardAt: number
}

interface Heard {
  readonly shown: readonly HeardEvent[]
  /** Came while paused, newest first. */
  readonly held: readonly HeardEvent[]
  readonly isPaused: boolean
}

type Step = { kind: 'event'; event: HeardEvent } | { kind: 'pause' } | { kind: 'goOn' } | { kind: 'clear' }

/** More than anybody reads; the page stays quick also when a fleet reports. */
const KEPT_EVENTS = 300

const keep = (events: readonly HeardEvent[]) => events.slice(0, KEPT_EVENTS)

/** What the viewer holds after a step. */
function afterStep(heard: Heard, step: Step): Heard {
  switch (step.kind) {
    case 'event':
      return heard.isPaused
        ? { ...heard, held: keep([step.event, ...heard.held]) }
        : { ...heard, shown: keep([step.event, ...heard.shown]) }
    case 'pause':
      return { ...heard, isPaused: true }
    case 'goOn':
      return { shown: keep([...heard.held, ...heard.shown]), held: [], isPaused: false }
    case 'clear':
      return { ...heard, shown: [], held: [] }
  }
}

/** The events since the page was opened, newest first, from the stream that keeps the console live. */
export function useLiveEvents() {
  const [heard, step] = useReducer(afterStep, { shown: [], held: [], isPaused: false })
  useEffect(
    () => onLiveEvent((event) => step({ kind: 'event', event: { ...event, heardAt: Date.now() } })),
    [],
  )
  return { ...heard, step }
}
