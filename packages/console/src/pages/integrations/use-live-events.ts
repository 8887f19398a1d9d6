import { api, type Event, type EventFeature } from '@latchwork/contract'
import type { StreamedEvent } from '@latchwork/sdk'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer } from 'react'
import { call } from '../../kit/data/call.ts'
import { keyOf } from '../../kit/data/queries.ts'
import { onLiveEvent } from '../../kit/live/live-events.ts'

/** An event of the log, or one that the stream has just brought. */
export interface ShownEvent extends Pick<StreamedEvent, 'id' | 'feature'> {
  readonly payload: object
  readonly at: string | number
}

const PAGE_SIZE = 50
/** Of what the stream brings; whoever stays longer reads the rest from the log again. */
const MOST_HEARD = 300

interface Heard {
  /** Newest first. */
  readonly events: readonly ShownEvent[]
  /** While paused nothing newer is shown; undefined when not. */
  readonly pausedAt?: string | undefined
  /** Nothing up to here is shown any more. */
  readonly clearedAt?: string | undefined
  /** Counts the times that only the log can tell what was missed: it is then read anew. */
  readonly gaps: number
  readonly hasMissed: boolean
}

type Step =
  | { kind: 'event'; event: ShownEvent }
  | { kind: 'gap' }
  | { kind: 'pause'; at: string }
  | { kind: 'goOn' }
  | { kind: 'clear'; at: string }

/** What the stream has told after a step. Exported for its test. */
function afterStep(heard: Heard, step: Step): Heard {
  switch (step.kind) {
    case 'event':
      if (heard.events.length < MOST_HEARD) return { ...heard, events: [step.event, ...heard.events] }
      // Whoever has paused reads in peace, and finds the rest in the log afterwards.
      if (heard.pausedAt !== undefined) return { ...heard, hasMissed: true }
      return { ...heard, events: [step.event], gaps: heard.gaps + 1 }
    case 'gap':
      return { ...heard, events: [], hasMissed: false, gaps: heard.gaps + 1 }
    case 'pause':
      return { ...heard, pausedAt: step.at }
    case 'goOn': {
      const { pausedAt: _, ...rest } = heard
      return heard.hasMissed ? { ...rest, events: [], hasMissed: false, gaps: heard.gaps + 1 } : rest
    }
    case 'clear':
      return { ...heard, clearedAt: step.at }
  }
}

const NOTHING: Heard = { events: [], gaps: 0, hasMissed: false }

/** From the newest back, page by page. */
const pastEvents = (feature: EventFeature | undefined, gaps: number) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(api.events.list, { query: { feature } }), 'back', gaps],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: before, signal }) => {
      const query = {
        order: 'newest' as const,
        limit: PAGE_SIZE,
        ...(feature && { feature }),
        ...(before !== undefined && { before }),
      }
      return (await call(api.events.list, { query, signal })).data
    },
    getNextPageParam: ({ next, hasMore }) => (hasMore ? next : undefined),
    // What was kept from an earlier visit would leave a gap to what is heard now.
    gcTime: 0,
  })

const ofLog = ({ id, feature, payload, date }: Event): ShownEvent => ({ id, feature, payload, at: date })

/** Newest first, each once: what the log and the stream both have is one event. */
function joined(past: readonly ShownEvent[], heard: readonly ShownEvent[]): ShownEvent[] {
  const byId = new Map([...heard, ...past].map((event) => [event.id, event]))
  return [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1))
}

/**
 * The events of the account: the past from the log, page by page, and from then on what the stream brings. The stream is
 * heard before the log is read, so that nothing falls between the two.
 */
export function useLiveEvents(feature: EventFeature | undefined) {
  const [heard, step] = useReducer(afterStep, NOTHING)
  const queries = useQueryClient()
  useEffect(
    () =>
      onLiveEvent((message) => {
        if (message.kind === 'reset') return step({ kind: 'gap' })
        step({ kind: 'event', event: { ...message, at: Date.now() } })
      }),
    [],
  )
  const past = useInfiniteQuery(pastEvents(feature, heard.gaps), queries)
  const all = useMemo(() => {
    const fromLog = (past.data?.pages ?? []).flatMap(({ events }) => events.map(ofLog))
    const fitting = heard.events.filter((event) => feature === undefined || event.feature === feature)
    return joined(fromLog, fitting)
  }, [past.data, heard.events, feature])
  const { pausedAt = LAST, clearedAt = FIRST } = heard
  return {
    past,
    shown: all.filter(({ id }) => id <= pausedAt && id > clearedAt),
    /** Came while paused. */
    held: all.filter(({ id }) => id > pausedAt).length,
    isPaused: heard.pausedAt !== undefined,
    isCleared: heard.clearedAt !== undefined,
    pause: () => step({ kind: 'pause', at: all[0]?.id ?? FIRST }),
    goOn: () => step({ kind: 'goOn' }),
    clear: () => step({ kind: 'clear', at: all[0]?.id ?? FIRST }),
  }
}

const FIRST = '0'.repeat(24)
const LAST = 'g'
