import process from 'node:process'
import { pipeline } from 'node:stream/promises'
import { openPlatform } from '../compose/open-platform.ts'
import { loadConfig } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { systemContext } from '../platform/context.ts'
import { StartupError } from '../platform/startup-error.ts'
import { explainedTrouble } from '../platform/store/store-trouble.ts'
import type { Command, LocalCommand, Outcome } from './command.ts'
import { commands } from './commands.ts'
import { printable } from './printable.ts'

/** The operator's command line: `npx latchwork <command>`. It reads the same settings as the service. */
async function main(args: string[]): Promise<number> {
  const command = commands.find(({ name }) => args.slice(0, name.split(' ').length).join(' ') === name)
  if (!command) {
    process.stderr.write(usage())
    return 2
  }
  const config = loadConfig(process.env)
  const values = args.slice(command.name.split(' ').length)
  if ('runWith' in command) return print(await command.runWith(config, values))
  const done = command.withoutStore?.(config, values)
  if (done) return print(done)
  const { platform, database } = await openPlatform({ config, clock: systemClock })
  try {
    return await print(await command.run(systemContext(platform, database.db, 0), values, config))
  } finally {
    await platform.wake.stop()
    await database.close()
  }
}

async function print({ text, parts, failed = false }: Outcome): Promise<number> {
  if (parts) {
    await pipeline(parts, process.stdout, { end: false })
    return 0
  }
  const stream = failed ? process.stderr : process.stdout
  stream.write(`${printable(text)}\n`)
  return failed ? 1 : 0
}

function usage(): string {
  const line = ({ name, parameters, says }: Pick<Command | LocalCommand, 'name' | 'parameters' | 'says'>) =>
    `  ${`${name} ${parameters}`.padEnd(52)}${says}`
  const gateway = line({
    name: 'gateway',
    parameters: '[--config <file>] [--claim <code>]',
    says: 'connect real locks (--help)',
  })
  return ['Usage: npx latchwork <command>', '', ...commands.map(line), gateway, ''].join('\n')
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (thrown: unknown) => {
    const error = explainedTrouble(thrown)
    const text = error instanceof StartupError ? error.message : ((error as Error).stack ?? String(error))
    process.stderr.write(`latchwork: ${text}\n`)
    process.exitCode = 1
  },
)
