import { parseArgs } from 'node:util'
import type { ErrorCode } from '@latchwork/contract'
import type { Config } from '../../config.ts'
import * as imports from '../../features/imports/service.ts'
import { fail } from '../../platform/app-error.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Command, Outcome, Terminal } from '../command.ts'
import { archiveCommand } from './archive-command.ts'
import { accountOf, follow, refusedBy } from './follow.ts'

interface Wanted {
  from?: string
  token: string
  isShown: boolean
  isDry: boolean
  email: string | undefined
  logDays: number
}

const OPTIONS = {
  from: { type: 'string' },
  token: { type: 'string' },
  'token-file': { type: 'string' },
  account: { type: 'string' },
  'log-days': { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const

/** What was typed; a text says what is wrong with it. */
async function readWanted(args: string[], terminal: Terminal): Promise<Wanted | string> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, strict: false, options: OPTIONS })
  const unknown = Object.keys(values).find((name) => !(name in OPTIONS))
  if (unknown !== undefined) return `There is no option --${unknown}.`
  if (positionals.length > 0) return `What is "${positionals[0]}"? Options begin with --.`
  const text = (name: keyof typeof OPTIONS) =>
    typeof values[name] === 'string' ? (values[name] as string) : undefined
  const logDays = text('log-days') ?? '365'
  if (!/^\d{1,3}$/.test(logDays) || Number(logDays) > 365) return '--log-days is a number from 0 to 365.'
  const file = text('token-file')
  const typed = text('token')
  if ((file === undefined) === (typed === undefined))
    return 'Give the API token of the other account with --token-file <file>; - reads it from the input.'
  const read = file === undefined ? typed : await terminal.readText(file).catch((error: Error) => error)
  if (read instanceof Error) return `The file cannot be read: ${read.message}`
  const token = (read ?? '').trim()
  if (!/^[\x21-\x7e]{8,4096}$/.test(token)) return 'That is no API token.'
  const from = text('from')
  return {
    ...(from !== undefined && { from }),
    token,
    isShown: file === undefined,
    isDry: values['dry-run'] === true,
    email: text('account'),
    logDays: Number(logDays),
  }
}

const refused = (text: string): Outcome => ({ text, failed: true })

async function run(ctx: Ctx<never>, args: string[], _config: Config, terminal: Terminal): Promise<Outcome> {
  const wanted = await readWanted(args, terminal)
  if (typeof wanted === 'string') return refused(wanted)
  const accountId = await accountOf(ctx, wanted.email)
  if (typeof accountId === 'string') return refused(accountId)
  const inAccount: Ctx<ErrorCode> = { ...ctx, accountId, fail }
  try {
    const { from: url, token, logDays } = wanted
    const operator = { accountId: null, name: 'operator' }
    const id = await imports.create(
      inAccount,
      { ...(url !== undefined && { url }), token, logDays },
      operator,
    )
    const { promise: exitAfter, resolve } = Promise.withResolvers<number>()
    const { isDry } = wanted
    const parts = follow(inAccount, { id, isDry }, createWorker(inAccount), resolve)
    return { text: '', parts: wanted.isShown ? warned(parts) : parts, exitAfter }
  } catch (error) {
    return refusedBy(error)
  }
}

// Beside a service it is one more who can do it; without one there is nobody else.
const createWorker = (ctx: Ctx<ErrorCode>) => imports.createImportWorker(ctx, ctx.db, 'command')

async function* warned(parts: AsyncIterable<string>): AsyncGenerator<string> {
  yield 'The token was on the command line, where others can see it: --token-file hides it.\n'
  yield* parts
}

export const importCommands: readonly Command[] = [
  {
    name: 'import nuki',
    parameters: '--token-file <file> [--from <url>] [--account <email>] [--log-days <n>] [--dry-run]',
    says: 'bring an account of the locks’ maker, or of another service like this one, over',
    run,
  },
  archiveCommand,
]
