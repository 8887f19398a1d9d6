import { DOWN_LEAVES, downTopic, LDP_ROOT, UP_LEAVES, upTopic } from '@latchwork/contract/device'
import type { DevicePrincipal, TopicRights } from '../bus.ts'

/** A device speaks LDP/1 about itself and hears what is meant for it: no wildcard but the end of its own topics. */
export function nativeRights({ deviceId }: DevicePrincipal): TopicRights {
  const publish = new Set(UP_LEAVES.map((leaf) => upTopic(deviceId, leaf)))
  const subscribe = new Set([...DOWN_LEAVES, '#' as const].map((leaf) => downTopic(deviceId, leaf)))
  return {
    publish: (topic) => publish.has(topic),
    subscribe: (filter) => subscribe.has(filter),
  }
}

/** Everything a device of this family says. */
export const nativeUplink = (deviceId: string): string => upTopic(deviceId, '#')

/** The same rights as topic filters, for a broker that keeps them itself. */
export const nativeTopics = (deviceId: string) => ({
  publish: [nativeUplink(deviceId)],
  subscribe: [downTopic(deviceId, '#')],
})

/** What the service itself does on such a broker. */
export const NATIVE_SERVICE_TOPICS = {
  publish: [`${LDP_ROOT}/+/down/#`],
  subscribe: [`${LDP_ROOT}/+/up/#`],
}
