import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../../src/platform/observe/log.ts'
import { BROKER_SERVICE_USER, startMosquitto } from '../mosquitto.ts'
import { createWorld } from '../world.ts'

test('an outage of the broker is in the log, in the metrics and in /ready, and so is its end', async (t) => {
  const broker = await startMosquitto({ users: [BROKER_SERVICE_USER] })
  t.after(() => broker.stop())
  const lines: { level: string; msg: string }[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  const log = createLog({ level: 'info', destination: { write } })
  const w = await createWorld(t, 'sqlite', { broker, log })
  const ready = async () => {
    const answer = await w.service.app.inject({ url: '/ready' })
    assert.equal(answer.statusCode, 200, 'the API goes on')
    return answer.json().broker
  }
  const gauge = async () => (await w.service.platform.metrics.brokerLink.get()).values[0]?.value
  const warnings = (words: RegExp) => lines.filter(({ level, msg }) => level === 'warn' && words.test(msg))
  assert.deepEqual([await ready(), await gauge(), warnings(/broker/)], ['up', 1, []])
  await broker.kill()
  await w.until('/ready tells', async () => (await ready()) === 'down')
  assert.equal(await gauge(), 0)
  assert.equal(warnings(/link to the broker is lost/).length, 1)
  await w.until('why it is away is told', async () => warnings(/MQTT broker link failed/).length > 0)
  await broker.restart()
  await w.until('/ready tells that it is back', async () => (await ready()) === 'up')
  assert.equal(await gauge(), 1)
  assert.ok(lines.some(({ msg }) => /link to the broker is back/.test(msg)))
})
