import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/eventually.ts'
import { keptLog } from '../../../test/kept-log.ts'
import { startTraceCollector } from '../../../test/trace-collector.ts'
import { createOtlpExporter } from './otlp-exporter.ts'
import { createTraces } from './traces.ts'

const MOST = 4096

test('what a collector that is out of order does not take is bounded, the newest is kept, and the log says it once', async (t) => {
  const collector = await startTraceCollector(t)
  const { log, text } = keptLog()
  const answers = collector.answer
  collector.answer = (response) => response.writeHead(503).end()
  const exporter = createOtlpExporter({ endpoint: `${collector.url}/`, headers: {}, resource: {}, log })
  const traces = createTraces({ samplePercent: 100, onEnd: exporter.add })
  const tell = (name: string) => traces.receive(name, undefined)?.end()
  for (let at = 0; at < MOST * 2; at++) tell(`call ${at}`)
  await eventually('it was refused', async () => collector.headers.length > 1)
  collector.answer = answers
  tell('the last')
  await eventually('all that was kept came', async () => collector.spans.at(-1)?.name === 'the last')
  await exporter.stop()
  assert.ok(collector.spans.length <= MOST + 1, `${collector.spans.length}`)
  assert.equal(new Set(collector.spans.map(({ spanId }) => spanId)).size, collector.spans.length)
  const lost = MOST * 2 + 1 - collector.spans.length
  const lines = text()
    .split('\n')
    .filter((line) => line.includes('traces are'))
    .map((line) => JSON.parse(line) as { msg: string; lost?: number })
  assert.deepEqual(
    lines.map(({ msg, lost: told }) => [msg, told]),
    [
      ['traces are not taken by their collector', undefined],
      ['traces are taken again', lost],
    ],
  )
})

test('what a collector refuses for good is not sent again', async (t) => {
  const collector = await startTraceCollector(t)
  const { log } = keptLog()
  collector.answer = (response) => response.writeHead(400).end()
  const exporter = createOtlpExporter({ endpoint: collector.url, headers: {}, resource: {}, log })
  const traces = createTraces({ samplePercent: 100, onEnd: exporter.add })
  traces.receive('bad', undefined)?.end()
  await eventually('it was refused', async () => collector.headers.length === 1)
  traces.receive('next', undefined)?.end()
  await exporter.stop()
  assert.equal(collector.headers.length, 2)
  assert.deepEqual(collector.spans, [])
})
