import * as operator from '../features/operator/service.ts'
import { toWireDate } from '../platform/clock.ts'
import type { Ctx } from '../platform/context.ts'
import type { Command, Outcome } from './command.ts'
import { tableOf } from './printable.ts'

const REFUSALS: Record<Exclude<operator.Appointment, 'done'>, (email: string) => string> = {
  'was so already': (email) => `Nothing changes for the account of ${email}.`,
  'no account': (email) => `No account has the address ${email}.`,
  'sub-account': (email) => `The account of ${email} is a sub-account; the operator is a main account.`,
  'last operator': (email) => `The account of ${email} is the only operator: grant it to another one first.`,
}

const appointment = (
  name: string,
  says: string,
  { appoint, done }: { appoint: typeof operator.grant; done: (email: string) => string },
): Command => ({
  name,
  parameters: '<email>',
  says,
  async run(ctx: Ctx<never>, [email = '']): Promise<Outcome> {
    const result = await appoint(ctx, email)
    return result === 'done' ? { text: done(email) } : { text: REFUSALS[result](email), failed: true }
  },
})

/** Who may use the operator's part of the console. */
export const operatorCommands: readonly Command[] = [
  {
    name: 'operator list',
    parameters: '',
    says: "the accounts whose sessions are the operator's",
    async run(ctx) {
      const cells = (await operator.list(ctx)).map((row) => [
        ...[row.account_id, row.email, row.name, toWireDate(row.operator_since ?? 0)],
      ])
      return { text: tableOf(['accountId', 'email', 'name', 'since'], cells) }
    },
  },
  appointment('operator grant', 'let a main account run the service from the console', {
    appoint: operator.grant,
    done: (email) => `The account of ${email} is an operator now.`,
  }),
  appointment('operator revoke', 'take that back', {
    appoint: operator.revoke,
    done: (email) => `The account of ${email} is no operator any more.`,
  }),
]
