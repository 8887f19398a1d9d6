import * as account from '../features/identity/account/service.ts'
import * as apiKeys from '../features/keys/api-keys/service.ts'
import { toWireDate } from '../platform/clock.ts'
import type { Ctx } from '../platform/context.ts'
import type { Command, Outcome } from './command.ts'
import { tableOf } from './printable.ts'

const LONGEST_NAME = 255

/** Finds the account and does the work in the log of its main account. */
async function ofAccount(
  ctx: Ctx<never>,
  email: string,
  work: (ctx: Ctx<never>, accountId: number) => Promise<Outcome>,
): Promise<Outcome> {
  const found = await account.findByEmail(ctx, email)
  if (!found) return { text: `No account has the address ${email}.`, failed: true }
  return work({ ...ctx, accountId: found.master_account_id ?? found.account_id }, found.account_id)
}

const dateOr = (at: number | null, other: string): string => (at === null ? other : toWireDate(Number(at)))

/** API tokens, for programs that are set up from the command line. */
export const tokenCommands: readonly Command[] = [
  {
    name: 'token list',
    parameters: '<email>',
    says: 'the API tokens of an account, without what they are',
    run: (ctx, [email = '']) =>
      ofAccount(ctx, email, async (inAccount, accountId) => {
        const cells = (await apiKeys.listAllTokens(inAccount, accountId)).map((row) => [
          ...[row.id, `${row.prefix}…`, row.description ?? '', toWireDate(Number(row.created_at))],
          ...[dateOr(row.last_used_at, 'never'), dateOr(row.expires_at, 'never')],
        ])
        return { text: tableOf(['id', 'token', 'name', 'created', 'used', 'ends'], cells) }
      }),
  },
  {
    name: 'token create',
    parameters: '<email> <name>',
    says: 'make an API token with all scopes and print it, once',
    run: (ctx, [email = '', ...words]) => {
      const name = words.join(' ')
      if (name === '' || name.length > LONGEST_NAME)
        return Promise.resolve({ text: 'Give a mail address and a name for the token.', failed: true })
      return ofAccount(ctx, email, async (inAccount, accountId) => ({
        text: await apiKeys.createByOperator(inAccount, accountId, name),
      }))
    },
  },
  {
    name: 'token revoke',
    parameters: '<email> <id>',
    says: 'end an API token at once',
    run: (ctx, [email = '', id = '']) =>
      ofAccount(ctx, email, async (inAccount, accountId) =>
        (await apiKeys.removeByOperator(inAccount, accountId, id))
          ? { text: `The token ${id} does not work any more.` }
          : { text: `The account has no token ${id}.`, failed: true },
      ),
  },
]
