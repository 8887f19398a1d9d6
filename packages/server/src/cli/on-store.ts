import { open, readFile } from 'node:fs/promises'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { openPlatform } from '../compose/open-platform.ts'
import type { Config } from '../config.ts'
import * as audit from '../features/audit/service.ts'
import { systemClock } from '../platform/clock.ts'
import { systemContext } from '../platform/context.ts'
import type { Command, Outcome, Terminal } from './command.ts'
import { askService } from './socket/ask.ts'

/** Of a file that is read part by part. */
const PART_BYTES = 1024 * 1024

const TERMINAL: Terminal = {
  readText: (path) => (path === '-' ? text(process.stdin) : readFile(path, 'utf8')),
  readPart,
}

async function readPart(path: string, from: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Only one process has a SQLite file: where that is a running service, it does the work. */
export async function onStore(config: Config, command: Command, values: string[]): Promise<Outcome> {
  const words = [...command.name.split(' '), ...values]
  const asked = config.database.url === undefined && (await askService(config.dataDir, words, TERMINAL))
  return asked || runHere(config, command, values)
}

async function runHere(config: Config, command: Command, values: string[]): Promise<Outcome> {
  const { platform, database } = await openPlatform({ config, clock: systemClock })
  const close = async () => {
    await platform.wake.stop()
    await database.close()
  }
  try {
    const system = systemContext(platform, database.db, 0)
    const outcome = await command.run(system, values, config, TERMINAL)
    // No service has run with this store yet: what the command noted would stand there without an anchor.
    if (!outcome.parts && !command.name.startsWith('audit ')) await audit.anchorFirst(system)
    if (outcome.parts) return { ...outcome, parts: closing(outcome.parts, close) }
    await close()
    return outcome
  } catch (error) {
    await close()
    throw error
  }
}

/** The store is needed until the last part was printed. */
async function* closing(parts: AsyncIterable<string>, close: () => Promise<void>): AsyncGenerator<string> {
  try {
    yield* parts
  } finally {
    await close()
  }
}
