import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Node keeps what it compiled, types stripped, from one start to the next; that has to be switched on before the first
 * of the other modules is loaded.
 */
export function keepCompiled(): void {
  enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/latchwork', import.meta.url)))
}
