import { setFlagsFromString } from 'node:v8'

/** How much larger than what is in use the heap gets before it is collected, in per cent. */
const GROWS_BY = 30
/** How often a function is called before it is optimized for good. V8's own 3 000 unlocks take most houses a week. */
const OPTIMIZED_AFTER_CALLS = 500

/**
 * What suits a service that runs for long and has little to do most of the time: a heap that does not double under load,
 * and code that is fast early (ADR 47). To be called when all is loaded: a start would take longer, and what is compiled is
 * kept for one set of flags.
 */
export function setV8Flags(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWS_BY}`)
  setFlagsFromString(`--invocation-count-for-turbofan=${OPTIMIZED_AFTER_CALLS}`)
}
