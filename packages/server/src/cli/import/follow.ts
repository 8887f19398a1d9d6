import { setTimeout as sleep } from 'node:timers/promises'
import type { ErrorCode } from '@latchwork/contract'
import * as account from '../../features/identity/account/service.ts'
import * as imports from '../../features/imports/service.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Outcome } from '../command.ts'
import { printable } from '../printable.ts'
import { ERRORS, reportOf } from './import-report.ts'

/** What imports at the command line have in common. */

const LOOK_MS = 200

/** The account that it is brought into; a text says why there is none. */
export async function accountOf(ctx: Ctx<never>, email: string | undefined): Promise<number | string> {
  if (email === undefined)
    return (
      (await account.findOnly(ctx)) ??
      'There are several accounts: say with --account <email> which one it is brought into.'
    )
  const found = await account.findByEmail(ctx, email)
  if (!found) return `No account has the address ${email}.`
  return found.master_account_id === null ? found.account_id : `${email} is a sub-account.`
}

/** Why it was not begun. */
export function refusedBy(error: unknown): Outcome {
  if (!(error instanceof AppError)) throw error
  const text =
    error.code === 'resource_locked'
      ? 'An import of this account is open. Start or cancel it in the console first.'
      : [error.message, ...(error.detail.errors ?? []).map(({ message }) => message)].join(' ')
  return { text, failed: true }
}

interface Followed {
  id: string
  isDry: boolean
  from?: 'archive'
}

/** Says how it goes until it has ended; the service goes on if nobody listens any more. */
export async function* follow(
  ctx: Ctx<ErrorCode>,
  { id, isDry, from }: Followed,
  worker: imports.ImportWorker,
  ended: (exitCode: number) => void,
): AsyncGenerator<string> {
  await worker.start()
  try {
    yield* progress(ctx, id, 'planning')
    const plan = await imports.get(ctx, id)
    if (plan.state === 'planned') {
      yield `${printable(reportOf(imports.presentImport(plan)))}\n`
      if (isDry) await imports.remove(ctx, id)
      else {
        await imports.start(ctx, id, from)
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
