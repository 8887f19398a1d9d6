import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * The programs that tests start, as operators have them: built. They start in half the time, and there are hundreds of
 * starts. Where the sources have changed since (scripts/test.mjs looks), they are run as they are.
 */
function program(name: 'start' | 'cli'): string {
  const built = at(`../../../build/server/src/${name}.js`)
  return process.env.LATCHWORK_TEST_BUILT === 'true' ? built : at(`../src/${name}.ts`)
}

export const START = program('start')
export const CLI = program('cli')
