/** The place of something in a trace, as W3C Trace Context writes it (`traceparent`). */
export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string
  /** 16 hex digits: what comes next is a child of this one. */
  readonly spanId: string
}

export interface RemoteContext extends TraceContext {
  /** Whether whoever began the trace records it. */
  readonly isSampled: boolean
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const SAMPLED = 1

/** Undefined for what is not well formed, which the standard says to ignore. */
export function parseTraceparent(header: unknown): RemoteContext | undefined {
  if (typeof header !== 'string' || header.length > 128) return undefined
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 }
}

/** Of something that is recorded. */
export const formatTraceparent = ({ traceId, spanId }: TraceContext): string => `00-${traceId}-${spanId}-01`
