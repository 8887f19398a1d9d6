import {
  DOWN_LEAVES,
  type DownLeaf,
  downTopic,
  LDP_ROOT,
  UP_LEAVES,
  type UpLeaf,
  upTopic,
} from '@latchwork/contract/device'
import type { DevicePrincipal, TopicRights } from '../bus.ts'

const SPOKEN: ReadonlySet<string> = new Set(UP_LEAVES)
const HEARD: ReadonlySet<string> = new Set([...DOWN_LEAVES, '#'])

/**
 * A device speaks LDP/1 about itself and hears what is meant for it: no wildcard but the end of its own topics. The
 * topics are not kept: a list would be two kilobytes for each connection.
 */
export function nativeRights({ deviceId }: DevicePrincipal): TopicRights {
  return {
    publish(topic) {
      const leaf = leafOf(topic)
      return SPOKEN.has(leaf) && topic === upTopic(deviceId, leaf as UpLeaf)
    },
    subscribe(filter) {
      const leaf = leafOf(filter)
      return HEARD.has(leaf) && filter === downTopic(deviceId, leaf as DownLeaf)
    },
  }
}

const leafOf = (topic: string): string => topic.slice(topic.lastIndexOf('/') + 1)

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
