import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { OfficialFaceOptions } from '../../../simulator/src/nuki/official-face.ts'
import { nukiMqttFamily } from '../../src/families/nuki/index.ts'
import type { ActAnswer, Family, HubConfig } from '../../src/family.ts'
import { RecordingSink, realTools } from '../recording-sink.ts'
import { freePort, KEY, type NukiPartner, ownBroker, startNukiLock } from './partner.ts'

export const UNLOCK = 1
export const LOCK = 2
export const UNLATCH = 3
const ORDER_MS = 9000
/**
 * As long as a real motor takes, for tests of who moved a lock: it announces that by a message which goes to and fro, and
 * where it stands by one which does not. On a busy machine a motor of 50 ms is there before its announcement.
 */
export const REAL_MOVEMENT_MS = 1000

export interface NukiBench extends NukiPartner {
  readonly family: Family
  readonly sink: RecordingSink
  readonly log: readonly string[]
  readonly port: number
  act(action: number, withinMs?: number): Promise<ActAnswer>
}

/** The family as the gateway would hold it, and nothing else. */
export async function openFamily(t: TestContext, hub: HubConfig) {
  const sink = new RecordingSink()
  const tools = realTools()
  const family = nukiMqttFamily(hub, tools)
  const end = new AbortController()
  family.open(sink, end.signal)
  t.after(() => end.abort())
  const act = (action: number, withinMs = ORDER_MS) =>
    family.act(KEY, { action, deadline: Date.now() + withinMs }, AbortSignal.timeout(withinMs))
  return { family, sink, log: tools.lines, act }
}

/** A lock at the gateway's own broker, past its quarantine. */
export async function startBench(
  t: TestContext,
  options: Partial<OfficialFaceOptions> & { movementMs?: number } = {},
): Promise<NukiBench> {
  const port = await freePort()
  const opened = await openFamily(t, ownBroker(port))
  await opened.sink.until(() => opened.sink.hub.includes('up'))
  const partner = await startNukiLock(port, { movementMs: 50, ...options })
  t.after(() => partner.face.stop())
  await opened.sink.until(() => opened.sink.presences.get(KEY) === true)
  return { ...opened, ...partner, port }
}

/** For what must not happen: nothing tells that it did not. */
export const aMoment = () => wait(300)
