import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Where the process begins. Node keeps what it compiled, types stripped, from one start to the next; that has to be
 * switched on before the first of our modules is loaded.
 */
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/latchwork', import.meta.url)))

await import('./main.ts')
