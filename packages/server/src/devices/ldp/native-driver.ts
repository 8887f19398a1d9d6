import type { LockDriver } from '../driver.ts'
import { createDownlink, type DownlinkOptions } from './downlink.ts'
import { accessDigest, fitAccess } from './ldp-access.ts'
import { Uplink, type UplinkOptions } from './uplink.ts'

export type NativeDriverOptions = UplinkOptions & DownlinkOptions

/** Drives devices that speak LDP/1: our own firmware, site agents and simulated locks. */
export function createNativeDriver(options: NativeDriverOptions): LockDriver {
  const uplink = new Uplink(options)
  return {
    kind: 'native',
    start: async (sink) => uplink.open(sink),
    receive: (message) => uplink.receive(message),
    pauseAfter: (topic) => uplink.pauseAfter(topic),
    ...createDownlink(options),
    fitAccess,
    accessDigest: ({ key }, entry) => accessDigest(key, entry),
    idle: () => uplink.idle(),
    stop: () => uplink.stop(),
  }
}
