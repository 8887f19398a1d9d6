export {
  ACCESS_ERROR,
  type AccessRules,
  accessDigest,
  accessPageFor,
  accessPages,
  objectionTo,
} from './access-orders.ts'
export type { Clock } from './clock.ts'
export { VARIES, variationOf, varied } from './device-variation.ts'
export { EventBuffer, type EventKeeper, type StoredEvent } from './event-buffer.ts'
export { LdpDevice } from './ldp-device.ts'
export type { LdpDeviceOptions, LdpHost, SettingsAnswer } from './ldp-host.ts'
export type { LdpMemory } from './ldp-memory.ts'
export { deviceKey } from './ldp-signing.ts'
export type { Medium } from './medium.ts'
export { Revisions } from './revisions.ts'
