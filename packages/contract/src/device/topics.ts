export const LDP_ROOT = 'ldp/1'

/**
 * The minor version. With 1 a device logs in with a key derived from its secret (`LOGIN_KEY_LABEL`) instead of the secret
 * itself, so that who sees its password cannot sign. With 2 states and events name the memory they are numbered in. With
 * 3 it says what it can do, and how it knows what it reports. With 4 it can be asked about a command (`down/ask`). With 5 it
 * tells what the lock knows by itself (`up/foreign`). With 6 an ack may carry the state and the event that go with it.
 */
export const LDP_MINOR = 6

/** From this minor version on the service reads what an ack carries. */
export const ACKS_CARRY = 6

/** What a device publishes: leaf of `ldp/1/<deviceId>/up/<leaf>`. */
export const UP_LEAVES = [
  'presence',
  'info',
  'state',
  'event',
  'ack',
  'reported',
  'auths',
  'foreign',
] as const
export type UpLeaf = (typeof UP_LEAVES)[number]

/** What the service publishes: leaf of `ldp/1/<deviceId>/down/<leaf>`. */
export const DOWN_LEAVES = ['cmd', 'ask', 'eack', 'desired', 'sync'] as const
export type DownLeaf = (typeof DOWN_LEAVES)[number]

export const upTopic = (deviceId: string, leaf: UpLeaf | '#') => `${LDP_ROOT}/${deviceId}/up/${leaf}`
export const downTopic = (deviceId: string, leaf: DownLeaf | '#') => `${LDP_ROOT}/${deviceId}/down/${leaf}`

/** The device and leaf an uplink topic names, or undefined for anything else. */
export function parseUpTopic(topic: string): { deviceId: string; leaf: UpLeaf } | undefined {
  const match = /^ldp\/1\/([0-9A-F]{8})\/up\/([a-z]+)$/.exec(topic)
  if (!match) return undefined
  const [, deviceId, leaf] = match as unknown as [string, string, string]
  return (UP_LEAVES as readonly string[]).includes(leaf) ? { deviceId, leaf: leaf as UpLeaf } : undefined
}

/** The largest message either side accepts. */
export const LDP_MAX_BYTES = 8192
