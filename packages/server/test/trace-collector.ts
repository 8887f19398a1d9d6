import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it arrived, its attributes as a plain object. */
export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  status?: { code: number }
  attributes: Record<string, string | number>
  /** Which process it came from. */
  instance: string
}

export interface TraceCollector {
  readonly url: string
  readonly spans: CollectedSpan[]
  /** What came over the wire, as text. */
  readonly text: () => string
  readonly headers: IncomingHttpHeaders[]
  /** Replaces the behaviour from the next request on. */
  answer: (response: ServerResponse) => unknown
}

type Value = { stringValue?: string; intValue?: string }
type KeyValues = readonly { key: string; value: Value }[]

const plain = (list: KeyValues): Record<string, string | number> =>
  Object.fromEntries(
    list.map(({ key, value }) => [key, value.stringValue ?? Number.parseInt(value.intValue as string, 10)]),
  )

interface Otlp {
  resourceSpans: {
    resource: { attributes: KeyValues }
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes' | 'instance'> & { attributes: KeyValues })[] }[]
  }[]
}

function spansOf(text: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(text) as Otlp
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const instance = String(plain(resource.attributes)['service.instance.id'])
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ ...span, attributes: plain(span.attributes), instance })),
    )
  })
}

/** A real HTTP server that takes OTLP as a collector does, on its own path only. */
export async function startTraceCollector(t: { after(end: () => unknown): void }): Promise<TraceCollector> {
  const texts: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end()
    collector.headers.push(request.headers)
    const text = Buffer.concat(chunks).toString()
    collector.answer(response)
    if (response.statusCode !== 200 || !response.writableEnded) return
    texts.push(text)
    collector.spans.push(...spansOf(text))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const collector: TraceCollector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    text: () => texts.join('\n'),
    headers: [],
    answer: (response) => response.setHeader('content-type', 'application/json').end('{}'),
  }
  return collector
}
