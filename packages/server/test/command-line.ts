import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommandLine } from '../src/cli/run.ts'
import { CLI } from './programs.ts'
import type { World } from './world.ts'

type Place = Pick<World, 'storage'> & { env?: Record<string, string> }

const envOf = ({ storage, env }: Place) => ({
  PATH: process.env.PATH ?? '',
  LATCHWORK_DATA_DIR: storage.dataDir,
  LATCHWORK_LOG_LEVEL: 'warn',
  ...(storage.databaseUrl && { LATCHWORK_DATABASE_URL: storage.databaseUrl }),
  ...env,
})

/** Runs the command line on the data of a world, here: to load it for every command would take longer than all of them. */
export async function latchwork(place: Place, ...args: string[]) {
  const [out, err] = [new PassThrough(), new PassThrough()]
  const said = Promise.all([text(out), text(err)])
  const code = await runCommandLine(args, { env: envOf(place), out, err })
  out.end()
  err.end()
  const [told, complained] = await said
  return { code, out: told, err: complained }
}

/** The same as its own process, the way an operator runs it. */
export async function latchworkProcess(place: Place, ...args: string[]) {
  const child = spawn(process.execPath, [CLI, ...args], { env: envOf(place) })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number, out, err }
}
