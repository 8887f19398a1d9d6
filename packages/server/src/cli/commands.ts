import type { OperatorAct } from '../features/advanced-keys/service.ts'
import * as advancedKeys from '../features/advanced-keys/service.ts'
import * as audit from '../features/audit/service.ts'
import type { Command } from './command.ts'
import { mailCommands } from './mail-commands.ts'

const decision = (act: OperatorAct, says: string): Command => ({
  name: `advanced-key ${act}`,
  parameters: '<apiKeyId>',
  says,
  async run(ctx, [id = '']) {
    if (!/^\d{1,9}$/.test(id)) return { text: 'Name the API key by its number.', failed: true }
    const result = await advancedKeys.decide(ctx, Number(id), act)
    if ('problem' in result) return { text: result.problem, failed: true }
    return { text: `The advanced key of API key ${id} is now ${result.status}.` }
  },
})

/** Every command; a further one is a further entry. */
export const commands: readonly Command[] = [
  {
    name: 'advanced-key list',
    parameters: '',
    says: 'all applications for advanced API keys',
    async run(ctx) {
      const rows = await advancedKeys.listAll(ctx)
      const lines = rows.map((row) =>
        [row.api_key_id, row.account_id, row.status, row.type, row.name, row.email].join('\t'),
      )
      return { text: ['apiKeyId\taccountId\tstatus\ttype\tname\temail', ...lines].join('\n') }
    },
  },
  decision('test', 'let an application be tried by its own account'),
  decision('approve', 'accept an application'),
  decision('reject', 'refuse an application'),
  decision('suspend', 'take an accepted one back'),
  {
    name: 'audit verify',
    parameters: '',
    says: 'prove that no entry of the audit log was changed',
    async run(ctx) {
      const { chains, entries, problems } = await audit.verify(ctx)
      const summary = `${entries} entries in ${chains} logs`
      if (problems.length === 0) return { text: `The audit log holds: ${summary}.` }
      return { text: [`The audit log was tampered with: ${summary}.`, ...problems].join('\n'), failed: true }
    },
  },
  ...mailCommands,
]
