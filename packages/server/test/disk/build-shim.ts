import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const SOURCE = join(import.meta.dirname, 'shim.c')

/** Compiles what stands between a process and its disk. Undefined where that cannot be done, with the reason. */
export function buildShim(directory: string): { path: string } | { reason: string } {
  if (process.platform !== 'linux') return { reason: 'only Linux lets us stand before its system calls' }
  const path = join(directory, 'disk-shim.so')
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', path, SOURCE], { stdio: 'pipe' })
    return { path }
  } catch (error) {
    return { reason: `there is no C compiler: ${(error as Error).message}` }
  }
}
