import { randomBytes } from 'node:crypto'
import { parseTraceparent, type TraceContext } from './trace-context.ts'

/** What took a while, as OpenTelemetry has it: numbers of kinds and outcomes are those of its protocol. */
export const SPAN_KIND = { internal: 1, server: 2, producer: 4, consumer: 5 } as const
export type SpanKind = keyof typeof SPAN_KIND

/** No name, address, code or path of anybody: traces leave for a machine with other readers. */
export type Attributes = Record<string, string | number>

/** Something under way. What is never ended is never told. */
export interface Span extends TraceContext {
  /** Says more of it; a `name` replaces the first one. */
  tell(attributes: Attributes, name?: string): void
  end(outcome?: 'ok' | 'failed'): void
}

/** A span that is over. */
export interface EndedSpan extends TraceContext {
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: SpanKind
  /** Milliseconds since the epoch, with fractions. */
  readonly startedAt: number
  readonly endedAt: number
  readonly attributes: Attributes
  readonly hasFailed: boolean
}

export interface Traces {
  /** For a call that came in, with its `traceparent` if it had one; undefined when this trace is not recorded. */
  receive(name: string, traceparent: unknown): Span | undefined
  /** Part of a trace. With a `spanId` of its own others can be children of it before it is told. */
  begin(name: string, kind: SpanKind, parent: TraceContext, spanId?: string): Span
}

export interface TracesOptions {
  /** Of the traces that begin here; what others began is recorded when they say so. */
  samplePercent: number
  onEnd: (span: EndedSpan) => void
}

export function createTraces({ samplePercent, onEnd }: TracesOptions): Traces {
  const start = (
    name: string,
    kind: SpanKind,
    at: { traceId: string; spanId?: string | undefined; parentSpanId: string | undefined },
  ): Span => {
    const span = { ...at, spanId: at.spanId ?? randomBytes(8).toString('hex'), kind, startedAt: now() }
    let told = { name, attributes: {} as Attributes }
    let isOver = false
    return {
      traceId: span.traceId,
      spanId: span.spanId,
      tell(attributes, better = told.name) {
        told = { name: better, attributes: { ...told.attributes, ...attributes } }
      },
      end(outcome = 'ok') {
        if (isOver) return
        isOver = true
        onEnd({ ...span, ...told, endedAt: now(), hasFailed: outcome === 'failed' })
      },
    }
  }
  return {
    receive(name, traceparent) {
      const remote = parseTraceparent(traceparent)
      if (remote ? !remote.isSampled : Math.random() * 100 >= samplePercent) return undefined
      const traceId = remote?.traceId ?? randomBytes(16).toString('hex')
      return start(name, 'server', { traceId, parentSpanId: remote?.spanId })
    },
    begin: (name, kind, parent, spanId) =>
      start(name, kind, { traceId: parent.traceId, parentSpanId: parent.spanId, spanId }),
  }
}

/** Beyond this the machine slept, or its clock was set. */
const DRIFT_MS = 500
let offset = Date.now() - performance.now()

/** Real time, whatever a sandbox says it is, fine enough for parts of a millisecond to follow one another. */
function now(): number {
  const fine = offset + performance.now()
  if (Math.abs(fine - Date.now()) <= DRIFT_MS) return fine
  offset = Date.now() - performance.now()
  return offset + performance.now()
}
