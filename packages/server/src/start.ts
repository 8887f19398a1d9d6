import { keepCompiled } from './compile-cache.ts'

/** Where the process begins. */
keepCompiled()
await (await import('./main.ts')).serve({ sandbox: process.argv.includes('--sandbox') })
