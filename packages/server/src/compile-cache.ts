import { constants, enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'

/** The repository of the sources and of what is built in it, or the `node_modules` of an installed package. */
const home = resolve(import.meta.dirname, '../../..')

const besideUs = () => join(basename(home) === 'node_modules' ? home : join(home, 'node_modules'), '.cache')
const ofUser = () => join(homedir(), '.cache')

/**
 * Node keeps what it compiled, types stripped, from one start to the next; that has to be switched on before the first
 * of the other modules is loaded. In a package that root installed nobody else may write, so theirs is in their
 * home. Where that cannot be written either nothing is kept; NODE_COMPILE_CACHE names another place.
 */
export function keepCompiled(): void {
  for (const place of [besideUs, ofUser])
    if (enableCompileCache(join(place(), 'latchwork')).status !== constants.compileCacheStatus.FAILED) return
}
