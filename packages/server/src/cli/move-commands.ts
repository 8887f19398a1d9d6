import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { inTransaction } from '../platform/context.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { StoreSchema } from '../platform/store/engine.ts'
import { dryRun, move } from '../platform/store/move/move.ts'
import {
  giveFiles,
  openSqliteSource,
  type SqliteStep,
  statementsOf,
} from '../platform/store/move/sqlite-source.ts'
import { sqliteTables } from '../platform/store/move/sqlite-steps.ts'
import type { Source, Target } from '../platform/store/move/stores.ts'
import { BUSY_TIMEOUT_MS } from '../platform/store/sqlite-connection.ts'
import { holdLock } from '../platform/store/sqlite-file.ts'
import { GROWING_TABLES } from '../schema/growing-tables.ts'
import { KEPT_TABLES } from '../schema/kept-tables.ts'
import { MIGRATIONS } from '../schema/migrations.ts'
import type { Command, LocalCommand, Outcome } from './command.ts'
import { askService } from './socket/ask.ts'

const SCHEMA: StoreSchema = {
  migrations: MIGRATIONS,
  growing: Object.values(GROWING_TABLES),
  kept: KEPT_TABLES,
}

const OPTIONS = {
  to: { type: 'string' },
  'to-file': { type: 'string' },
  'dry-run': { type: 'boolean' },
  'copy-only': { type: 'boolean' },
} as const

const NAMES =
  'Name one target: --to postgres://user@host/database or --to sqlite:<file>; --to-file <file> reads it from there.'

function targetNamed(values: { to?: string; 'to-file'?: string }): string {
  const { to, 'to-file': file } = values
  if ((to === undefined) === (file === undefined)) throw new StartupError(NAMES)
  return to ?? readFileSync(file as string, 'utf8').trim()
}

/** Engines are loaded when they are needed. */
async function openTarget(config: Config, named: string): Promise<Target> {
  const isPostgres = config.database.url !== undefined
  if (/^postgres(ql)?:\/\//.test(named)) {
    if (isPostgres) throw new StartupError("Both are PostgreSQL: use a backup, or PostgreSQL's own tools.")
    const { openPostgresTarget } = await import('../platform/store/move/postgres-target.ts')
    return openPostgresTarget(named, SCHEMA)
  }
  if (!named.startsWith('sqlite:')) throw new StartupError(NAMES)
  if (!isPostgres) throw new StartupError('Both are SQLite: use a backup.')
  const { openSqliteTarget } = await import('../platform/store/move/sqlite-target.ts')
  return openSqliteTarget(resolve(named.slice('sqlite:'.length)), SCHEMA)
}

async function openSource({ dataDir, database }: Config): Promise<Source> {
  if (database.url === undefined) return openSqliteSource(dataDir, (step) => runStep(dataDir, step))
  const { openPostgresSource } = await import('../platform/store/move/postgres-source.ts')
  return openPostgresSource(database.url)
}

const LAST_WORDS = (target: string, isPostgres: boolean): string =>
  isPostgres
    ? `Now stop the service, set LATCHWORK_DATABASE_URL to the new database (${target}) and start it.`
    : `Now stop the service, unset LATCHWORK_DATABASE_URL, see that LATCHWORK_DATA_DIR is the folder of ${target} and holds secret.key, and start it.`

async function* lines(config: Config, args: string[]): AsyncGenerator<string> {
  const { values } = optionsOf(args)
  const named = targetNamed(values)
  const source = await openSource(config)
  try {
    const target = await openTarget(config, named)
    try {
      const options = {
        migrations: Object.keys(MIGRATIONS),
        growing: SCHEMA.growing.map(({ name }) => name),
        copyOnly: values['copy-only'] === true,
      }
      const run = values['dry-run'] ? dryRun : move
      for await (const line of run(source, target, options)) yield `${line}\n`
      if (values['dry-run'] || options.copyOnly) return
      yield `${LAST_WORDS(target.described, config.database.url === undefined)}\n`
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

function optionsOf(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS })
  } catch (error) {
    throw new StartupError((error as Error).message)
  }
}

async function cancel(config: Config, values: string[]): Promise<Outcome> {
  if (values.some((value) => value !== '--although-moved') || values.length > 1)
    return { text: 'It takes nothing but --although-moved.', failed: true }
  const source = await openSource(config)
  try {
    const state = await source.state()
    if (!state) return { text: 'No move was begun here.', failed: true }
    if (state.phase === 'moved' && values.length === 0)
      return {
        text: `This database was moved to ${state.target}. What happened since is there and would be lost here: --although-moved.`,
        failed: true,
      }
    await source.forget()
    return { text: `The move to ${state.target} is forgotten. What was copied there can be removed.` }
  } finally {
    await source.close()
  }
}

/** A service that is just starting has the file, and does not listen yet. */
const ATTEMPTS = 50
const AGAIN_MS = 200

/** One process changes the file: the service where one runs, else this one. */
async function runStep(dataDir: string, step: SqliteStep): Promise<void> {
  const words = ['move', 'step', JSON.stringify(step)]
  const noFile = () => Promise.reject(new Error('no file is needed'))
  const terminal = { readText: noFile, readPart: noFile }
  for (let attempt = 1; ; attempt++) {
    const answer = await askService(dataDir, words, terminal)
    if (answer?.failed) throw new StartupError(answer.text)
    if (answer) return
    try {
      return await runStepHere(dataDir, step)
    } catch (error) {
      const mayPass = error instanceof StartupError && error.mayPass
      if (!mayPass || attempt >= ATTEMPTS) throw error
      await sleep(AGAIN_MS)
    }
  }
}

async function runStepHere(dataDir: string, step: SqliteStep): Promise<void> {
  const lock = holdLock(dataDir)
  const path = join(dataDir, 'latchwork.db')
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  try {
    const tables = await sqliteTables(
      async (text) => database.prepare(text).all() as Record<string, unknown>[],
    )
    database.exec(
      ['pragma synchronous = full', 'begin immediate', ...statementsOf(step, tables), 'commit'].join(';\n'),
    )
    giveFiles(dataDir, path)
  } finally {
    database.close()
    lock.close()
  }
}

export const moveCommands: readonly (Command | LocalCommand)[] = [
  {
    name: 'move step',
    parameters: '',
    says: 'what "move" has a running service do',
    isInternal: true,
    async run(ctx, [text = '']) {
      const step = JSON.parse(text) as SqliteStep
      const ask = async (query: string) =>
        (await sql.raw<Record<string, unknown>>(query).execute(ctx.db)).rows
      const tables = await sqliteTables(ask)
      await inTransaction(ctx, async (tx) => {
        for (const statement of statementsOf(step, tables)) await sql.raw(statement).execute(tx.db)
      })
      return { text: 'done' }
    },
  },
  {
    name: 'move cancel',
    parameters: '[--although-moved]',
    says: 'forget a move that was begun, and go on with this database',
    runWith: cancel,
  },
  {
    name: 'move',
    parameters: '--to <postgres://…|sqlite:<file>> | --to-file <file> [--dry-run] [--copy-only]',
    says: 'move everything to the other kind of database, also while the service runs',
    runWith: async (config, values) => ({ text: '', parts: lines(config, values) }),
  },
]
