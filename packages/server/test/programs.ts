import { fileURLToPath } from 'node:url'

/**
 * The programs that tests start, as operators have them: built. They start in half the time, and there are hundreds of
 * starts. Where the sources have changed since (scripts/test.mjs looks), they are run as they are.
 */
const program = (name: string, source: URL): string =>
  fileURLToPath(
    process.env.LATCHWORK_TEST_BUILT === 'true'
      ? new URL(`../../../build/server/src/${name}.js`, import.meta.url)
      : source,
  )

export const START = program('start', new URL('../src/start.ts', import.meta.url))
export const CLI = program('cli', new URL('../src/cli.ts', import.meta.url))
