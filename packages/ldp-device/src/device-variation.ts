/** What a device's variation is used for. */
export const VARIES = { movement: 1, battery: 2, retry: 3 } as const

/**
 * A number from 0 up to 1 that belongs to a device: locks differ from one another, but each is the same in every run.
 * `aspect` tells apart what it is used for.
 */
export function variationOf(deviceId: string, aspect: number): number {
  // Knuth's multiplicative hash spreads neighbouring ids over the whole range.
  const mixed = Math.imul(Number.parseInt(deviceId, 16) + aspect * 0x9e37, 0x9e3779b1) >>> 0
  return mixed / 0x1_0000_0000
}

/** The base value, up to a fifth more or less. */
export const varied = (base: number, deviceId: string, aspect: number) =>
  Math.round(base * (0.8 + 0.4 * variationOf(deviceId, aspect)))
