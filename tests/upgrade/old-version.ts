import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * An earlier version with its own code and its own dependencies, from the history of this repository. What is there already is
 * used again: installing takes minutes.
 */
export async function checkOut(commit: string, folder: string): Promise<string> {
  if (!existsSync(join(folder, 'package.json'))) {
    await mkdir(folder, { recursive: true })
    const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1e9 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
  }
  const lock = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(lock)) {
    const npm = ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund']
    execFileSync('npm', npm, { cwd: folder, stdio: 'inherit' })
  }
  return join(folder, 'packages/server/src/start.ts')
}
