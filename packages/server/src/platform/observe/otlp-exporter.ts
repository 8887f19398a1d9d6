import type { Log } from './log.ts'
import { type Attributes, type EndedSpan, SPAN_KIND } from './traces.ts'

/** Spans kept while the collector takes none; then the oldest are given up. */
const MAX_WAITING = 4096
const BATCH = 512
const COLLECT_MS = 1000
const ANSWER_WITHIN_MS = 5000
const LONGEST_PAUSE_MS = 30_000
/** What a stop waits at most. */
const LAST_WORD_MS = 1000

export interface OtlpOptions {
  /** The base address of a collector; traces go to `/v1/traces` below it. */
  endpoint: string
  /** Sent along, for collectors that want to know who sends. */
  headers: Readonly<Record<string, string>>
  resource: Attributes
  log: Log
}

export interface OtlpExporter {
  add(span: EndedSpan): void
  stop(): Promise<void>
}

/**
 * Hands spans to a collector by OTLP over HTTP, as JSON: batch by batch, beside the work they tell of. A collector that is
 * slow, gone or full of errors costs a bounded queue and one line in the log, and nothing waits for it.
 */
export function createOtlpExporter(options: OtlpOptions): OtlpExporter {
  const send = sendingTo(options)
  const luck = createLuck(options.log)
  let waiting: EndedSpan[] = []
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | undefined

  function wakeIn(ms: number): void {
    if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      underWay ??= deliver(ANSWER_WITHIN_MS).finally(() => {
        underWay = undefined
        if (waiting.length > 0) wakeIn(luck.pauseMs())
      })
    }, ms).unref()
  }

  async function deliver(withinMs: number): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      const result = await send(batch, withinMs)
      luck.note(result)
      // Others may have been given up meanwhile: what was sent is known by itself.
      const sent = new Set(batch)
      if (result !== 'later') waiting = waiting.filter((span) => !sent.has(span))
      if (result === 'refused') luck.lose(batch.length)
      if (result !== 'taken') return
    }
  }

  return {
    add(span) {
      waiting.push(span)
      if (waiting.length > MAX_WAITING) luck.lose(waiting.splice(0, BATCH).length)
      wakeIn(COLLECT_MS)
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await Promise.race([
        (async () => {
          await underWay
          await deliver(LAST_WORD_MS)
        })(),
        new Promise((resolve) => void setTimeout(resolve, LAST_WORD_MS).unref()),
      ])
      clearTimeout(timer)
      waiting = []
    },
  }
}

/** Tells once that the collector takes nothing, and how much was lost when it does again. */
function createLuck(log: Log) {
  let lost = 0
  let isFailing = false
  let pauseMs = COLLECT_MS
  return {
    pauseMs: () => pauseMs,
    lose(count: number): void {
      lost += count
    },
    note(result: Sent): void {
      const failed = result !== 'taken'
      if (failed && !isFailing) log.warn({ reason: result }, 'traces are not taken by their collector')
      if (!failed && isFailing) log.info({ lost }, 'traces are taken again')
      if (!failed) lost = 0
      isFailing = failed
      pauseMs = failed ? Math.min(pauseMs * 2, LONGEST_PAUSE_MS) : COLLECT_MS
    },
  }
}

type Sent = 'taken' | 'later' | 'refused'

/** Answers after which OTLP has the sender try again; any other refusal is for good. */
const MAY_PASS = new Set([408, 429, 502, 503, 504])

function sendingTo({ endpoint, headers, resource }: OtlpOptions) {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  return async (spans: readonly EndedSpan[], withinMs: number): Promise<Sent> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(toOtlp(resource, spans)),
        // Headers that open a collector are for the one that was named.
        redirect: 'manual',
        signal: AbortSignal.timeout(withinMs),
      })
      await response.body?.cancel()
      if (response.ok) return 'taken'
      return MAY_PASS.has(response.status) ? 'later' : 'refused'
    } catch {
      return 'later'
    }
  }
}

const toOtlp = (resource: Attributes, spans: readonly EndedSpan[]) => ({
  resourceSpans: [
    {
      resource: { attributes: toKeyValues(resource) },
      scopeSpans: [{ scope: { name: 'latchwork' }, spans: spans.map(toOtlpSpan) }],
    },
  ],
})

const ERROR = 2

const toOtlpSpan = (span: EndedSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
  name: span.name,
  kind: SPAN_KIND[span.kind],
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt),
  attributes: toKeyValues(span.attributes),
  ...(span.hasFailed && { status: { code: ERROR } }),
})

/** As digits, because such a number does not fit into one of JSON. */
const nanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`

const toKeyValues = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
