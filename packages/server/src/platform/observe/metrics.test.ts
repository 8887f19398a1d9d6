import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { register } from 'prom-client'
import { createMetrics } from './metrics.ts'

describe('createMetrics', () => {
  test('prints what was counted, under the promised names', async () => {
    const metrics = createMetrics()
    metrics.httpRequests.count('/smartlock/:smartlockId', 'GET', 204, 0.004)
    metrics.httpRequests.count('/smartlock/:smartlockId', 'GET', 200, 0.005)
    metrics.httpRequests.count('/smartlock/:smartlockId', 'GET', 200, 60)
    metrics.httpRequests.count('/smartlock/:smartlockId', 'GET', 404, 0.001)
    metrics.droppedMessages.inc({ reason: 'badSignature' })
    metrics.brokerRefusals.inc({ kind: 'connect' })
    metrics.refusedConnections.inc({ listener: 'http', reason: 'address' })
    metrics.operations.inc({ type: 'action', status: 'confirmed' })
    metrics.openOperations.set({ status: 'queued' }, 3)
    metrics.jobs.inc({ kind: 'retention', result: 'failed' })
    metrics.connectedDevices.set(2)
    const printed = await metrics.registry.metrics()
    for (const line of [
      'latchwork_http_request_duration_seconds_bucket{le="0.0025",route="/smartlock/:smartlockId",method="GET",status="2xx"} 0',
      'latchwork_http_request_duration_seconds_bucket{le="0.005",route="/smartlock/:smartlockId",method="GET",status="2xx"} 2',
      'latchwork_http_request_duration_seconds_bucket{le="30",route="/smartlock/:smartlockId",method="GET",status="2xx"} 2',
      'latchwork_http_request_duration_seconds_bucket{le="+Inf",route="/smartlock/:smartlockId",method="GET",status="2xx"} 3',
      'latchwork_http_request_duration_seconds_sum{route="/smartlock/:smartlockId",method="GET",status="2xx"} 60.009',
      'latchwork_http_request_duration_seconds_count{route="/smartlock/:smartlockId",method="GET",status="2xx"} 3',
      'latchwork_http_request_duration_seconds_bucket{le="0.001",route="/smartlock/:smartlockId",method="GET",status="4xx"} 1',
      'latchwork_device_messages_dropped_total{reason="badSignature"} 1',
      'latchwork_broker_refusals_total{kind="connect"} 1',
      'latchwork_connections_refused_total{listener="http",reason="address"} 1',
      'latchwork_operations_total{type="action",status="confirmed"} 1',
      'latchwork_operations_open{status="queued"} 3',
      'latchwork_jobs_total{kind="retention",result="failed"} 1',
      'latchwork_devices_connected 2',
    ]) {
      assert.ok(printed.split('\n').includes(line), `${line} is missing in\n${printed}`)
    }
  })

  test('two servers in one process count apart, and neither touches the global registry', async () => {
    const [one, two] = [createMetrics(), createMetrics()]
    one.connectedDevices.set(5)
    assert.match(await one.registry.metrics(), /^latchwork_devices_connected 5$/m)
    assert.match(await two.registry.metrics(), /^latchwork_devices_connected 0$/m)
    assert.deepEqual(register.getMetricsAsArray(), [])
  })

  test('tells about the process only when asked to', async () => {
    assert.doesNotMatch(await createMetrics().registry.metrics(), /^process_cpu/m)
    assert.match(
      await createMetrics({ processMetrics: true }).registry.metrics(),
      /^process_cpu_seconds_total /m,
    )
    assert.deepEqual(register.getMetricsAsArray(), [])
  })
})
