import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import packageJson from '../../package.json' with { type: 'json' }
import { loadConfig } from '../config.ts'
import { StartupError } from '../platform/startup-error.ts'
import { explainedTrouble } from '../platform/store/store-trouble.ts'
import { findCommand, type Outcome } from './command.ts'
import { commands } from './commands.ts'
import { completionFor, helpFor } from './help.ts'
import { onStore } from './on-store.ts'
import { printable } from './printable.ts'

const EXIT = { done: 0, failed: 1, unknown: 2, refused: 78 } as const

/** What a command line has of the process it is called in. */
export interface Surroundings {
  readonly env: Record<string, string | undefined>
  readonly out: Writable
  readonly err: Writable
}

/** The operator's command line: `latchwork <command>`. It reads the same settings as the service. Resolves with its exit code. */
export async function runCommandLine(args: string[], around: Surroundings): Promise<number> {
  try {
    return await run(args, around)
  } catch (thrown) {
    const error = explainedTrouble(thrown)
    const isExplained = error instanceof StartupError
    const text = isExplained ? error.message : ((error as Error).stack ?? String(error))
    around.err.write(`latchwork: ${text}\n`)
    return isExplained && !error.mayPass ? EXIT.refused : EXIT.failed
  }
}

async function run(args: string[], around: Surroundings): Promise<number> {
  const told = tell(args)
  if (told !== undefined) return print({ text: told }, around)
  const found = findCommand(commands, args)
  if (!found || args.includes('--help')) {
    const help = helpFor(commands, args.filter((word) => word !== '--help').slice(0, 2))
    if (help && args.includes('--help')) return print({ text: help }, around)
    around.err.write(`${helpFor(commands, args.slice(0, 1)) ?? helpFor(commands)}\n`)
    return EXIT.unknown
  }
  const { command, values } = found
  const config = loadConfig(around.env)
  if ('runWith' in command) return print(await command.runWith(config, values), around)
  const outcome = command.withoutStore?.(config, values) ?? (await onStore(config, command, values))
  return print(outcome, around)
}

/** What is said about the command line itself; undefined where something is to be done. */
function tell([first = '', ...others]: string[]): string | undefined {
  if (first === 'help' || first === '--help' || first === '-h') return helpFor(commands, others)
  if (first === 'version' || first === '--version' || first === '-v')
    return `latchwork ${packageJson.version}`
  if (first === 'completion') return completionFor(others[0] ?? '', commands)
  return undefined
}

async function print(
  { text, parts, failed = false, exitCode, exitAfter }: Outcome,
  { out, err }: Surroundings,
): Promise<number> {
  if (parts) {
    await pipeline(parts, out, { end: false })
    return (await exitAfter) ?? EXIT.done
  }
  const stream = failed ? err : out
  stream.write(`${printable(text)}\n`)
  return exitCode ?? (failed ? EXIT.failed : EXIT.done)
}
