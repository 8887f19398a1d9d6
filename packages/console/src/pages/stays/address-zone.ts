import type { Address } from '@latchwork/contract'

/** Where the service is not told, the clocks of an address are those of UTC. */
export const zoneOf = (address: Address | undefined): string => address?.timeZone ?? 'UTC'
