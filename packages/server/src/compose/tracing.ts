import { hostname } from 'node:os'
import packageJson from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import type { Log } from '../platform/observe/log.ts'
import type { Traces } from '../platform/observe/traces.ts'

export interface Tracing {
  readonly traces: Traces
  stop(): Promise<void>
}

/** Traces for a collector, where one is named; otherwise nothing of it is loaded. */
export async function startTracing({ otlp }: Config, log: Log): Promise<Tracing | undefined> {
  const { endpoint, headers = '', samplePercent, serviceName } = otlp
  if (endpoint === undefined) return undefined
  const [{ createOtlpExporter }, { createTraces }] = await Promise.all([
    import('../platform/observe/otlp-exporter.ts'),
    import('../platform/observe/traces.ts'),
  ])
  const exporter = createOtlpExporter({
    endpoint,
    headers: headersOf(headers),
    resource: {
      'service.name': serviceName,
      'service.version': packageJson.version,
      'service.instance.id': `${hostname()}:${process.pid}`,
    },
    log,
  })
  return { traces: createTraces({ samplePercent, onEnd: exporter.add }), stop: exporter.stop }
}

/** `name=value,name=value`, with what is special written as in addresses: the form of OpenTelemetry's own setting. */
function headersOf(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name.trim().toLowerCase(), decodeURIComponent(value.join('=').trim())]
    }),
  )
}
