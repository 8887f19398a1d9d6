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

const VERSIONS = ['deno@2.9.6', 'bun@1.4.4']

/**
 * Deno and Bun, installed for this run: two hundred megabytes that nothing else here needs, so only where they are asked
 * for (`npm run try:sdk`).
 */
export async function alternativeRuntimes(t: TestContext): Promise<Runtime[]> {
  if (process.env.LATCHWORK_TEST_RUNTIMES !== 'all') return []
  const folder = await newFolder('latchwork-runtimes-')
  t.after(() => rm(folder, { recursive: true, force: true }))
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...VERSIONS])
  const binary = (name: string) => join(folder, 'node_modules/.bin', name)
  return [
    { name: 'Deno', command: binary('deno'), args: ['run', '--allow-net', '--allow-read'] },
    { name: 'Bun', command: binary('bun'), args: ['run'] },
  ]
}
