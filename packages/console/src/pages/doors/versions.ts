const bytes = (packed: number, count: number) =>
  Array.from({ length: count }, (_, index) => (packed >> (8 * (count - 1 - index))) & 0xff).join('.')

/** Firmware versions travel as three bytes in one number, hardware versions as two (D20). */
export const firmwareText = (packed: number | undefined) =>
  packed === undefined ? undefined : bytes(packed, 3)
export const hardwareText = (packed: number | undefined) =>
  packed === undefined ? undefined : bytes(packed, 2)
