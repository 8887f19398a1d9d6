import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from '../../packages/server/src/platform/observe/metrics.ts'
import { read } from '../structure/repository-files.ts'

interface Known {
  readonly labels: ReadonlySet<string>
}

/** Every name that `/metrics` prints, with its labels; a histogram has three. */
async function knownMetrics(): Promise<Map<string, Known>> {
  const { registry } = createMetrics({ processMetrics: true })
  const all = (await registry.getMetricsAsJSON()).flatMap(({ name, type }) => {
    const metric = registry.getSingleMetric(name) as unknown as { labelNames: string[] }
    const labels = new Set([...metric.labelNames, 'le', 'instance', 'job'])
    const names =
      String(type) === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name]
    return names.map((each) => [each, { labels }] as const)
  })
  return new Map(all)
}

const NAME = /\b(?:latchwork|process|nodejs)_[a-z_]+\b/g

/** What an expression asks for that nobody prints. */
function unknownIn(expression: string, known: Map<string, Known>): string[] {
  const names = expression.match(NAME) ?? []
  const wrong = names.filter((name) => !known.has(name))
  const labels = [
    ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(',')),
    ...[...expression.matchAll(/(\w+)=~?"/g)].map(([, label = '']) => label),
  ].map((label) => label.trim())
  const has = (label: string) =>
    names.length === 0 || names.some((name) => known.get(name)?.labels.has(label))
  return [...wrong, ...labels.filter((label) => !has(label))]
}

const expressionsOfDashboard = (): string[] => {
  const { panels } = JSON.parse(read('deploy/grafana/latchwork.json')) as {
    panels: { targets: { expr: string }[] }[]
  }
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
}

const expressionsOfAlerts = (): string[] =>
  [...read('deploy/prometheus/alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(
    ([, expression = '']) => expression,
  )

test('the dashboard and the alert rules ask only for metrics and labels that the service prints', async () => {
  const known = await knownMetrics()
  const asked = [...expressionsOfDashboard(), ...expressionsOfAlerts()]
  assert.ok(asked.length > 30)
  assert.deepEqual(
    asked.flatMap((expression) => unknownIn(expression, known)),
    [],
  )
  assert.deepEqual(unknownIn('sum by (planet) (latchwork_moons) + latchwork_devices_connected', known), [
    'latchwork_moons',
    'planet',
  ])
})
