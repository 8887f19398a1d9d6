import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { StartupError } from '../platform/startup-error.ts'
import { isDatabaseAway } from '../platform/store/database-away.ts'
import type { StoreSchema } from '../platform/store/engine.ts'
import { GROWING_TABLES } from '../schema/growing-tables.ts'
import { KEPT_TABLES } from '../schema/kept-tables.ts'
import { MIGRATIONS } from '../schema/migrations.ts'
import type { Source, Target } from '../storage/move/ends.ts'
import { findState, forgetMove, move } from '../storage/move/move.ts'
import { openSqliteSource, openSqliteTarget } from '../storage/move/sqlite-ends.ts'
import type { LocalCommand, Outcome } from './command.ts'

const SCHEMA: StoreSchema = {
  migrations: MIGRATIONS,
  growing: Object.values(GROWING_TABLES),
  kept: KEPT_TABLES,
}

const OPTIONS = {
  to: { type: 'string' },
  'to-file': { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const

const NAMES =
  'Name one target: --to postgres://user@host/database or --to sqlite:<file>; --to-file <file> reads it from there.'

function optionsOf(args: string[]): { named: string; isDryRun: boolean } {
  try {
    const { to, 'to-file': file, 'dry-run': isDryRun = false } = parseArgs({ args, options: OPTIONS }).values
    if ((to === undefined) === (file === undefined)) throw new Error(NAMES)
    return { named: to ?? readFileSync(file as string, 'utf8').trim(), isDryRun }
  } catch (error) {
    throw new StartupError((error as Error).message)
  }
}

const isPostgres = ({ database }: Config): boolean => database.url !== undefined

/** PostgreSQL is loaded only where it is used. */
async function openTarget(config: Config, named: string): Promise<Target> {
  if (/^postgres(ql)?:\/\//.test(named)) {
    if (isPostgres(config))
      throw new StartupError("Both are PostgreSQL: use a backup, or PostgreSQL's own tools.")
    const { openPostgresTarget } = await import('../storage/move/postgres-ends.ts')
    return openPostgresTarget(named, SCHEMA)
  }
  if (!named.startsWith('sqlite:')) throw new StartupError(NAMES)
  if (!isPostgres(config)) throw new StartupError('Both are SQLite: use a backup.')
  return openSqliteTarget(resolve(named.slice('sqlite:'.length)), SCHEMA)
}

async function openSource({ dataDir, database }: Config, isHeld: boolean): Promise<Source> {
  if (database.url === undefined) return openSqliteSource(dataDir, { isHeld })
  const { openPostgresSource } = await import('../storage/move/postgres-ends.ts')
  return openPostgresSource(database.url)
}

const lastWords = (config: Config, { described }: Target): string =>
  isPostgres(config)
    ? `Moved. Now unset LATCHWORK_DATABASE_URL, see that LATCHWORK_DATA_DIR is the folder of ${described} and holds secret.key, which was not moved, and start the service.`
    : `Moved. Now set LATCHWORK_DATABASE_URL to the new database (${described}), keep secret.key, which was not moved, and start the service.`

async function moveAll(config: Config, args: string[], say: (line: string) => void): Promise<void> {
  const { named, isDryRun } = optionsOf(args)
  const target = await openTarget(config, named)
  try {
    const source = await openSource(config, !isDryRun)
    try {
      const growing = SCHEMA.growing.map(({ name }) => name)
      await move(source, target, { migrations: Object.keys(MIGRATIONS), growing, isDryRun, say })
      if (!isDryRun) say(lastWords(config, target))
    } finally {
      await source.close()
    }
  } catch (error) {
    if (error instanceof StartupError || !isDatabaseAway(error)) throw error
    const reason = (error as Error).message
    throw new StartupError(`The connection was lost (${reason}): run the command again, and it goes on.`, {
      cause: error,
      mayPass: true,
    })
  } finally {
    await target.close()
  }
}

/** The lines that the move prints while it runs. */
async function* lines(config: Config, args: string[]): AsyncGenerator<string> {
  const said = new PassThrough({ encoding: 'utf8' })
  const moving = moveAll(config, args, (line) => said.write(`${line}\n`)).finally(() => said.end())
  moving.catch(() => undefined)
  yield* said
  await moving
}

async function cancel(config: Config, values: string[]): Promise<Outcome> {
  if (values.some((value) => value !== '--although-moved') || values.length > 1)
    return { text: 'It takes nothing but --although-moved.', failed: true }
  const source = await openSource(config, true)
  try {
    const state = await findState(source)
    if (!state) return { text: 'No move was begun here.', failed: true }
    if (state.phase === 'moved' && values.length === 0)
      return {
        text: `This database was moved to ${state.target}. What happened since is there and would be lost here: --although-moved.`,
        failed: true,
      }
    await forgetMove(source)
    return { text: `The move to ${state.target} is forgotten. What was copied there can be removed.` }
  } finally {
    await source.close()
  }
}

export const moveCommands: readonly LocalCommand[] = [
  {
    name: 'move cancel',
    parameters: '[--although-moved]',
    says: 'forget a move that was begun, and go on with this database',
    runWith: cancel,
  },
  {
    name: 'move',
    parameters: '--to <postgres://…|sqlite:<file>> | --to-file <file> [--dry-run]',
    says: 'copy everything to the other kind of database while the service is stopped; --dry-run says how long it takes',
    runWith: async (config, values) => ({ text: '', parts: lines(config, values) }),
  },
]
