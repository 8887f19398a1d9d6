import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { ErrorCode } from '@latchwork/contract'
import type { Config } from '../../config.ts'
import * as account from '../../features/identity/account/service.ts'
import * as imports from '../../features/imports/service.ts'
import { AppError, fail } from '../../platform/app-error.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Command, Outcome, Terminal } from '../command.ts'
import { printable } from '../printable.ts'
import { ERRORS, reportOf } from './import-report.ts'

const LOOK_MS = 200

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

async function accountOf(ctx: Ctx<never>, email: string | undefined): Promise<number | string> {
  if (email === undefined)
    return (
      (await account.findOnly(ctx)) ??
      'There are several accounts: say with --account <email> which one it is brought into.'
    )
  const found = await account.findByEmail(ctx, email)
  if (!found) return `No account has the address ${email}.`
  return found.master_account_id === null ? found.account_id : `${email} is a sub-account.`
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
    return { text: '', parts: follow(inAccount, id, wanted, resolve), exitAfter }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'resource_locked')
      return refused('An import of this account is open. Start or cancel it in the console first.')
    return refused([error.message, ...(error.detail.errors ?? []).map(({ message }) => message)].join(' '))
  }
}

/** Says how it goes until it has ended; the service goes on if nobody listens any more. */
async function* follow(
  ctx: Ctx<ErrorCode>,
  id: string,
  { isShown, isDry }: Wanted,
  ended: (exitCode: number) => void,
): AsyncGenerator<string> {
  if (isShown) yield 'The token was on the command line, where others can see it: --token-file hides it.\n'
  // Beside a service it is one more who can do it; without one there is nobody else.
  const worker = imports.createImportWorker(ctx, ctx.db, 'command')
  await worker.start()
  try {
    yield* progress(ctx, id, 'planning')
    const plan = await imports.get(ctx, id)
    if (plan.state === 'planned') {
      yield `${printable(reportOf(imports.presentImport(plan)))}\n`
      if (isDry) await imports.remove(ctx, id)
      else {
        await imports.start(ctx, id)
        yield* progress(ctx, id, 'running')
      }
    }
    const last = await imports.get(ctx, id)
    const isGood = last.state === 'done' || (isDry && plan.state === 'planned')
    if (last.state === 'done') yield `${printable(reportOf(imports.presentImport(last)))}\n`
    if (!isGood) yield `${last.error === null ? 'The import was canceled.' : ERRORS[last.error]}\n`
    ended(isGood ? 0 : 1)
  } finally {
    await worker.stop()
    ended(1)
  }
}

async function* progress(
  ctx: Ctx<ErrorCode>,
  id: string,
  state: 'planning' | 'running',
): AsyncGenerator<string> {
  let said = ''
  for (;;) {
    const row = await imports.get(ctx, id)
    if (row.state !== state) return
    const { percent, phase, waitsUntilDate } = imports.presentListed(row)
    const wait = waitsUntilDate === undefined ? '' : `, waits until ${waitsUntilDate}`
    const text = `${state === 'planning' ? 'reading' : 'bringing over'} ${phase ?? ''} ${percent} %${wait}\n`
    if (text !== said) yield text
    said = text
    await sleep(LOOK_MS)
  }
}

export const importCommands: readonly Command[] = [
  {
    name: 'import nuki',
    parameters: '--token-file <file> [--from <url>] [--account <email>] [--log-days <n>] [--dry-run]',
    says: 'bring an account of the locks’ maker, or of another service like this one, over',
    run,
  },
]
