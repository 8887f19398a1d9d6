import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Beside the dependencies, which in an installed package are beside us. */
const PLACE = import.meta.url.endsWith('.ts')
  ? '../../../node_modules/.cache/latchwork'
  : '../../../.cache/latchwork'

/**
 * Node keeps what it compiled, types stripped, from one start to the next; that has to be switched on before the first
 * of the other modules is loaded. Where the place cannot be written, as in a package that root installed, nothing is
 * kept; NODE_COMPILE_CACHE names another.
 */
export function keepCompiled(): void {
  enableCompileCache(fileURLToPath(new URL(PLACE, import.meta.url)))
}
