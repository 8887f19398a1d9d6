import { setFlagsFromString } from 'node:v8'

/** How much larger than what is in use the heap gets before it is collected, in per cent. */
const GROWS_BY = 30

/**
 * V8 would let the heap of a service double under load; collecting it sooner costs nothing that could be measured (ADR 47).
 * To be called when all is loaded: a start would take longer, and what is compiled is kept for one set of flags.
 */
export const keepHeapSmall = (): void => setFlagsFromString(`--heap-growing-percent=${GROWS_BY}`)
