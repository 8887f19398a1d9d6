import { enableCompileCache } from 'node:module'

/**
 * Where the process begins. Node keeps what it compiled, types stripped, from one start to the next; that has to be
 * switched on before the first of our modules is loaded.
 */
enableCompileCache(new URL('../../../node_modules/.cache/latchwork', import.meta.url).pathname)

await import('./main.ts')
