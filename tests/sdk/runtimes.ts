import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { newFolder } from '../../packages/server/test/folders.ts'

export interface Runtime {
  name: string
  command: string
  args: string[]
}

const RUNTIMES = [
  { name: 'Deno', command: 'deno', version: '2.9.6', args: ['run', '--allow-net', '--allow-read'] },
  { name: 'Bun', command: 'bun', version: '1.4.4', args: ['run'] },
]

/**
 * Deno and Bun, installed for this run: two hundred megabytes that nothing else here needs, so only where they are asked
 * for (`npm run try:sdk`). Not every registry has each of them for every machine: one that cannot be had is named, and
 * without any of them nothing was tried.
 */
export async function alternativeRuntimes(t: TestContext): Promise<Runtime[]> {
  if (process.env.LATCHWORK_TEST_RUNTIMES !== 'all') return []
  const there: Runtime[] = []
  for (const { name, command, version, args } of RUNTIMES) {
    const folder = await newFolder('latchwork-runtimes-')
    t.after(() => rm(folder, { recursive: true, force: true }))
    const options = ['--no-audit', '--no-fund', '--prefix', folder]
    try {
      await promisify(execFile)('npm', ['install', ...options, `${command}@${version}`])
      there.push({ name, command: join(folder, 'node_modules/.bin', command), args })
    } catch (error) {
      t.diagnostic(`${name} cannot be installed here: ${(error as { stderr: string }).stderr}`)
    }
  }
  assert.ok(there.length > 0, 'neither Deno nor Bun can be installed here')
  return there
}
