import { parseArgs } from 'node:util'
import type { OperatorAct } from '@latchwork/contract'
import type { Config } from '../config.ts'
import * as advancedKeys from '../features/keys/advanced-keys/service.ts'
import { reportImport, reportProblems } from '../features/openers/catalogue/report.ts'
import { importCatalogue } from '../features/openers/catalogue/service.ts'
import * as openers from '../features/openers/service.ts'
import type { Ctx } from '../platform/context.ts'
import { auditCommands } from './audit-commands.ts'
import { backupCommands } from './backup-commands.ts'
import type { AnyCommand, Command, Outcome, Terminal } from './command.ts'
import { databaseCommands } from './database-commands.ts'
import { doctorCommands } from './doctor/doctor-commands.ts'
import { eraseCommands } from './erase-commands.ts'
import { exportCommands } from './export-commands.ts'
import { importCommands } from './import/import-commands.ts'
import { keyCommands } from './key-commands.ts'
import { mailCommands } from './mail-commands.ts'
import { moveCommands } from './move-commands.ts'
import { operatorCommands } from './operator-commands.ts'
import { tableOf } from './printable.ts'
import { restoreCommands } from './restore-commands.ts'
import { tlsCommands } from './tls-commands.ts'
import { tokenCommands } from './token-commands.ts'
import { userCommands } from './user-commands.ts'

const decision = (act: OperatorAct, says: string): Command => ({
  name: `advanced-key ${act}`,
  parameters: '<apiKeyId>',
  says,
  async run(ctx, [id = '']) {
    if (!/^\d{1,9}$/.test(id)) return { text: 'Name the API key by its number.', failed: true }
    const decision = await advancedKeys.decide(ctx, Number(id), act)
    if (!decision) return { text: `The API key ${id} has no advanced key.`, failed: true }
    const { isDone, status } = decision
    if (isDone) return { text: `The advanced key of API key ${id} is now ${status}.` }
    return { text: `An advanced key that is ${status} cannot be changed by "${act}".`, failed: true }
  },
})

/** Takes models of intercoms from a file into the catalogue, or puts the file in its place. */
async function importIntercoms(
  ctx: Ctx<never>,
  args: string[],
  _config: Config,
  terminal: Terminal,
): Promise<Outcome> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    strict: false,
    options: { replace: { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
  })
  const [path, ...others] = positionals
  const unknown = Object.keys(values).filter((name) => name !== 'replace' && name !== 'dry-run')
  if (path === undefined || others.length > 0) return { text: 'Name one file, CSV or JSON.', failed: true }
  if (unknown.length > 0) return { text: `There is no option --${unknown[0]}.`, failed: true }
  const text = await terminal.readText(path).catch((error: Error) => error)
  if (text instanceof Error) return { text: `The file cannot be read: ${text.message}`, failed: true }
  const dryRun = values['dry-run'] === true
  const before = await openers.brands(ctx)
  const plan = await importCatalogue(ctx, { text, replace: values.replace === true, dryRun })
  if (plan.problems.length > 0) return { text: reportProblems(plan.problems), failed: true }
  return { text: reportImport(plan, before, dryRun) }
}

/** Every command; a further one is a further entry. */
export const commands: readonly AnyCommand[] = [
  {
    name: 'advanced-key list',
    parameters: '',
    says: 'all applications for advanced API keys',
    async run(ctx) {
      const rows = await advancedKeys.listAll(ctx)
      const cells = rows.map((row) => [
        ...[row.api_key_id, row.account_id, row.status, row.type, row.name, row.email],
      ])
      return { text: tableOf(['apiKeyId', 'accountId', 'status', 'type', 'name', 'email'], cells) }
    },
  },
  decision('test', 'let an application be tried by its own account'),
  decision('approve', 'accept an application'),
  decision('reject', 'refuse an application'),
  decision('suspend', 'take an accepted one back'),
  ...auditCommands,
  ...restoreCommands,
  ...backupCommands,
  ...databaseCommands,
  ...doctorCommands,
  ...eraseCommands,
  ...exportCommands,
  {
    name: 'import intercoms',
    formerly: 'intercom import',
    parameters: '<file> [--replace] [--dry-run]',
    says: 'add to or change the catalogue of intercoms',
    run: importIntercoms,
  },
  ...importCommands,
  ...userCommands,
  ...keyCommands,
  ...mailCommands,
  ...moveCommands,
  ...operatorCommands,
  ...tlsCommands,
  ...tokenCommands,
]
