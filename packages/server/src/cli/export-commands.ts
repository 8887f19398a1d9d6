import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { keySourceOf } from '../compose/open-platform.ts'
import type { Config } from '../config.ts'
import { openCode } from '../features/access/service.ts'
import { configuredKeys, keyFileOf, readKeyFile } from '../platform/security/key-file.ts'
import { keyRing } from '../platform/security/sealer.ts'
import { StartupError } from '../platform/startup-error.ts'
import { EXPORTED_COLUMNS } from '../schema/exported-columns.ts'
import { type ExportedCodes, exportAccount } from '../storage/export/export-account.ts'
import type { Source } from '../storage/move/ends.ts'
import { openSqliteSource } from '../storage/move/sqlite-ends.ts'
import type { LocalCommand, Outcome } from './command.ts'
import { tableOf } from './printable.ts'

/** Reads beside a service that runs; nothing is changed. */
async function openStoreToRead({ dataDir, database }: Config): Promise<Source> {
  if (database.url === undefined) return openSqliteSource(dataDir)
  const { openPostgresSource } = await import('../storage/move/postgres-ends.ts')
  return openPostgresSource(database.url)
}

function optionsOf(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        'with-codes': { type: 'boolean' },
        'passphrase-file': { type: 'string' },
      },
    })
    const [account, ...others] = positionals
    if (account === undefined || others.length > 0)
      throw new Error('Name one account, by its number or mail address.')
    if (!values.to?.endsWith('.tar.gz')) throw new Error('Name the archive: --to <file>.tar.gz')
    const secret = values['passphrase-file']
    if ((values['with-codes'] === true) !== (secret !== undefined))
      throw new Error('Codes are encrypted: --with-codes --passphrase-file <file>, both or neither.')
    return { account, file: resolve(values.to), passphrase: secret && passphraseIn(secret) }
  } catch (error) {
    throw new StartupError((error as Error).message)
  }
}

const SHORTEST_PASSPHRASE = 12

function passphraseIn(file: string): string {
  const passphrase = readFileSync(file, 'utf8').split('\n')[0] ?? ''
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new Error(
      `The first line of ${file} has to be a passphrase of ${SHORTEST_PASSPHRASE} characters or more.`,
    )
  return passphrase
}

function codesOf(config: Config, passphrase: string): ExportedCodes {
  const keys = configuredKeys(keySourceOf(config)) ?? readKeyFile(keyFileOf(config.dataDir)) ?? []
  if (keys.length === 0) throw new StartupError('There is no secret key here that could open the codes.')
  const sealer = keyRing(keys)
  return {
    table: 'smartlock_auth',
    sealedColumn: 'code_sealed',
    passphrase,
    open: (id, sealed) => openCode({ sealer }, { id, code_sealed: sealed }),
  }
}

async function run(config: Config, args: string[]): Promise<Outcome> {
  const { account, file, passphrase } = optionsOf(args)
  if (existsSync(file)) return { text: `${file} is there already.`, failed: true }
  const source = await openStoreToRead(config)
  try {
    const tables = await source.tables()
    await source.snapshot()
    const { accountId, rows } = await exportAccount(source, tables, {
      ...{ account, file, columns: EXPORTED_COLUMNS },
      ...{ version: packageJson.version, now: Date.now() },
      ...(passphrase && { codes: codesOf(config, passphrase) }),
    })
    const counts = Object.entries(rows).filter(([, count]) => count > 0)
    return {
      text: `${tableOf(['table', 'rows'], counts)}\nAccount ${accountId} is in ${file}, ${passphrase ? 'its codes encrypted, without other secrets' : 'without secrets'}.`,
    }
  } finally {
    await source.close()
  }
}

export const exportCommands: readonly LocalCommand[] = [
  {
    name: 'export',
    parameters: '<accountId|email> --to <file>.tar.gz [--with-codes --passphrase-file <file>]',
    says: 'write everything of an account, without secrets, as JSON and CSV into one archive',
    runWith: run,
  },
]
