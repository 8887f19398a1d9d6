import { api, type EventFeature, type EventPayload } from '@latchwork/contract'
import { ApiError, authorizationOf, type ClientOptions, refusalOf } from './client.ts'
import { type Frame, readFrames } from './event-frames.ts'

/** One event of the log as it happens. */
export interface StreamedEvent {
  readonly kind: 'event'
  readonly id: string
  readonly feature: EventFeature
  readonly payload: EventPayload
}

/** The service no longer has everything since the last event: what was read before may be out of date. */
export interface StreamReset {
  readonly kind: 'reset'
}

/** `waiting`: the connection is lost, and will be tried again. */
export type StreamState = 'connecting' | 'open' | 'waiting'

export interface FollowOptions {
  /** Begin after this event; without it with whatever comes next. */
  after?: string
  /** Ends the stream. */
  signal?: AbortSignal
  onState?: (state: StreamState) => void
  /** For tests: how long to wait before the attempt with this number. */
  delayMs?: (attempt: number) => number
}

/** The service writes at least every 15 seconds; a connection that is silent for three times as long is dead. */
const SILENCE_MS = 45_000
const LONGEST_WAIT_MS = 30_000

const backOff = (attempt: number) =>
  Math.min(LONGEST_WAIT_MS, 500 * 2 ** attempt) * (0.75 + Math.random() / 2)

/**
 * Every event as it happens, for as long as the caller reads. A lost connection is opened again and goes on after the
 * last event, so nothing is missed and nothing comes twice. Ends with the signal; a refusal that will not go away by
 * waiting (a token that died, a missing right) is thrown as ApiError.
 */
export async function* followEvents(
  options: ClientOptions,
  { after, signal, onState = () => {}, delayMs = backOff }: FollowOptions = {},
): AsyncGenerator<StreamedEvent | StreamReset, void, undefined> {
  let last = after
  for (let attempt = 0; !signal?.aborted; attempt++) {
    onState('connecting')
    try {
      for await (const message of connect(options, last, signal, () => onState('open'))) {
        attempt = 0
        if (message.kind === 'event') last = message.id
        yield message
      }
    } catch (error) {
      if (isFinal(error)) throw error
    }
    if (signal?.aborted) return
    onState('waiting')
    await pause(delayMs(attempt), signal)
  }
}

/** Too many requests, too many streams and troubles of the service pass; a wrong token does not. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 && error.code !== 'quota_exceeded'

async function* connect(
  options: ClientOptions,
  last: string | undefined,
  signal: AbortSignal | undefined,
  onOpen: () => void,
): AsyncGenerator<StreamedEvent | StreamReset> {
  const watchdog = new AbortController()
  let timer = setTimeout(() => watchdog.abort(), SILENCE_MS)
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => watchdog.abort(), SILENCE_MS)
  }
  try {
    const response = await (options.fetch ?? fetch)(
      `${options.baseUrl.replace(/\/+$/, '')}${api.events.stream.path}`,
      {
        headers: { ...authorizationOf(options), ...(last !== undefined && { 'last-event-id': last }) },
        signal: signal ? AbortSignal.any([signal, watchdog.signal]) : watchdog.signal,
      },
    )
    if (!response.ok) throw await refusalOf(response)
    if (!response.body) return
    onOpen()
    for await (const frame of readFrames(response.body, heard)) {
      const message = messageOf(frame)
      if (message) yield message
    }
  } finally {
    clearTimeout(timer)
  }
}

function messageOf(frame: Frame): StreamedEvent | StreamReset | undefined {
  if (frame.event === 'reset') return { kind: 'reset' }
  if (frame.id === undefined || frame.event === undefined) return undefined
  return {
    kind: 'event',
    id: frame.id,
    feature: frame.event as EventFeature,
    payload: JSON.parse(frame.data) as EventPayload,
  }
}

/** Waits, but not beyond the signal. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
  })
}
