import type { TestContext } from 'node:test'
import { nukiWebFamilyWith, type WebOptions } from '../../src/families/nuki/web/web-family.ts'
import type { HubConfig, SlotEntry } from '../../src/family.ts'
import { RecordingSink, realTools } from '../recording-sink.ts'
import { Cloud } from './cloud.ts'
import { QUICK } from './harness.ts'

/** The family as the gateway would hold it, and nothing else. */
export function openFamily(t: TestContext, hub: HubConfig, options: WebOptions = {}) {
  const sink = new RecordingSink()
  const tools = realTools()
  const family = nukiWebFamilyWith({ ...QUICK, ...options })(hub, tools)
  const end = new AbortController()
  family.open(sink, end.signal)
  t.after(() => end.abort())
  return { family, sink, log: tools.lines }
}

/** A lock at the cloud, found and online. */
export async function startBench(t: TestContext, options: WebOptions = {}, more: Partial<HubConfig> = {}) {
  const cloud = await Cloud.start(t, 50)
  const opened = openFamily(t, cloud.hub(more), options)
  const { family, sink } = opened
  await sink.until(() => sink.presences.get(cloud.key) === true)
  cloud.requests.length = 0
  return {
    ...opened,
    cloud,
    codes: () => cloud.lock.simulator.access().flatMap(({ code }) => code ?? []),
    act: (action: number, withinMs = 9000) =>
      family.act(cloud.key, { action, deadline: Date.now() + withinMs }, AbortSignal.timeout(withinMs)),
    write: (slot: number, digits: string, window?: SlotEntry['window']) =>
      family.write(
        cloud.key,
        slot,
        { digits, name: 'Ida', ...(window && { window }) },
        AbortSignal.timeout(30_000),
      ),
    erase: (slot: number) => family.erase(cloud.key, slot, AbortSignal.timeout(30_000)),
    look: (slot: number) => family.look(cloud.key, { slot }, AbortSignal.timeout(30_000)),
  }
}
