import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { StartupError } from '../platform/startup-error.ts'
import { exportAccount } from '../platform/store/export/export-account.ts'
import { openSqliteSource } from '../platform/store/move/sqlite-source.ts'
import type { Source } from '../platform/store/move/stores.ts'
import { EXPORTED_COLUMNS } from '../schema/exported-columns.ts'
import type { LocalCommand, Outcome } from './command.ts'
import { tableOf } from './printable.ts'

/** Reads beside a service that runs; nothing is changed. */
async function openStoreToRead({ dataDir, database }: Config): Promise<Source> {
  if (database.url === undefined)
    return openSqliteSource(dataDir, () => Promise.reject(new Error('nothing is changed here')))
  const { openPostgresSource } = await import('../platform/store/move/postgres-source.ts')
  return openPostgresSource(database.url)
}

function optionsOf(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { to: { type: 'string' } },
    })
    const [account, ...others] = positionals
    if (account === undefined || others.length > 0)
      throw new Error('Name one account, by its number or mail address.')
    if (!values.to?.endsWith('.tar.gz')) throw new Error('Name the archive: --to <file>.tar.gz')
    return { account, file: resolve(values.to) }
  } catch (error) {
    throw new StartupError((error as Error).message)
  }
}

async function run(config: Config, args: string[]): Promise<Outcome> {
  const { account, file } = optionsOf(args)
  if (existsSync(file)) return { text: `${file} is there already.`, failed: true }
  const source = await openStoreToRead(config)
  try {
    const snapshot = await source.snapshot()
    try {
      const { accountId, rows } = await exportAccount(snapshot, await source.tables(), {
        ...{ account, file, columns: EXPORTED_COLUMNS },
        ...{ version: packageJson.version, now: Date.now() },
      })
      const counts = Object.entries(rows).filter(([, count]) => count > 0)
      return {
        text: `${tableOf(['table', 'rows'], counts)}\nAccount ${accountId} is in ${file}, without secrets.`,
      }
    } finally {
      await snapshot.close()
    }
  } finally {
    await source.close()
  }
}

export const exportCommands: readonly LocalCommand[] = [
  {
    name: 'export',
    parameters: '<accountId|email> --to <file>.tar.gz',
    says: 'write everything of an account, without secrets, as JSON and CSV into one archive',
    runWith: run,
  },
]
