import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { World } from './world.ts'

const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url))

/** Runs the command line as its own process on the data of a world. */
export async function latchwork(
  { storage, env }: Pick<World, 'storage'> & { env?: Record<string, string> },
  ...args: string[]
) {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      LATCHWORK_DATA_DIR: storage.dataDir,
      LATCHWORK_LOG_LEVEL: 'warn',
      ...(storage.databaseUrl && { LATCHWORK_DATABASE_URL: storage.databaseUrl }),
      ...env,
    },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number, out, err }
}
