import { parseArgs } from 'node:util'
import type { ErrorCode } from '@latchwork/contract'
import type { Config } from '../../config.ts'
import * as imports from '../../features/imports/service.ts'
import { fail } from '../../platform/app-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { StartupError } from '../../platform/startup-error.ts'
import type { Command, Outcome, Terminal } from '../command.ts'
import { accountOf, follow, refusedBy } from './follow.ts'

const OPTIONS = {
  account: { type: 'string' },
  'log-days': { type: 'string' },
  'passphrase-file': { type: 'string' },
  'with-sub-accounts': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const

/** Ten years: what is kept for longer here is not brought over. */
const MOST_LOG_DAYS = 3650

const refused = (text: string): Outcome => ({ text, failed: true })

function readWanted(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0)
      throw new Error('Name one archive that "export" has written.')
    const logDays = values['log-days'] ?? String(MOST_LOG_DAYS)
    if (!/^\d{1,4}$/.test(logDays) || Number(logDays) > MOST_LOG_DAYS)
      throw new Error(`--log-days is a number from 0 to ${MOST_LOG_DAYS}.`)
    return { file, values, logDays: Number(logDays) }
  } catch (error) {
    throw new StartupError((error as Error).message)
  }
}

async function* partsOf(terminal: Terminal, path: string): AsyncGenerator<Buffer> {
  for (let from = 0; ; ) {
    const part = await terminal.readPart(path, from).catch((error: Error) => {
      throw new StartupError(`The archive cannot be read: ${error.message}`)
    })
    if (part.length === 0) return
    yield part
    from += part.length
  }
}

async function run(ctx: Ctx<never>, args: string[], _config: Config, terminal: Terminal): Promise<Outcome> {
  const { file, values, logDays } = readWanted(args)
  const accountId = await accountOf(ctx, values.account)
  if (typeof accountId === 'string') return refused(accountId)
  const secret = values['passphrase-file']
  const passphrase = secret && ((await terminal.readText(secret)).split('\n')[0] ?? '')
  const inAccount: Ctx<ErrorCode> = { ...ctx, accountId, fail }
  const archive = await imports.openArchive(partsOf(terminal, file), passphrase)
  try {
    const url = imports.urlOf(archive)
    if (await imports.isOlderThanKnown(inAccount, url, archive.exportedAt))
      throw new StartupError(
        'A newer archive of this account was brought over before: this one would bring back what was taken away since.',
      )
    await imports.endAbandoned(inAccount)
    const id = await imports.createFromArchive(inAccount, { url, logDays }, OPERATOR)
    const { promise: exitAfter, resolve } = Promise.withResolvers<number>()
    const isDry = values['dry-run'] === true
    const withSubAccounts = values['with-sub-accounts'] === true
    const worker = imports.createArchiveWorker(inAccount, id, { archive, withSubAccounts })
    const followed = { id, isDry, from: 'archive' } as const
    return { text: '', parts: bring(inAccount, archive, followed, worker, resolve), exitAfter }
  } catch (error) {
    archive.rows.close()
    if (error instanceof StartupError) return refused(error.message)
    return refusedBy(error)
  }
}

const OPERATOR = { accountId: null, name: 'operator' }

async function* bring(
  ctx: Ctx<ErrorCode>,
  archive: imports.Archive,
  followed: Parameters<typeof follow>[1],
  worker: imports.ImportWorker,
  ended: (exitCode: number) => void,
): AsyncGenerator<string> {
  try {
    yield* follow(ctx, followed, worker, ended)
    if (!archive.hasCodes)
      yield 'No codes were brought over: "export --with-codes" writes them into the archive.\n'
  } finally {
    // Whoever listened may have gone: nobody else can go on with a file.
    await imports.endOpen(ctx, followed.id)
    archive.rows.close()
  }
}

export const archiveCommand: Command = {
  name: 'import archive',
  parameters:
    '<file> [--account <email>] [--passphrase-file <file>] [--log-days <n>] [--with-sub-accounts] [--dry-run]',
  says: 'bring an account over from what "export" has written, here or elsewhere',
  run,
}
