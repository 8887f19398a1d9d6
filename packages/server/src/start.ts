import { keepCompiled } from './compile-cache.ts'

/** Where the process begins. */
keepCompiled()
await import('./main.ts')
