import * as account from '../features/identity/account/service.ts'
import * as users from '../features/identity/users/service.ts'
import { erasePerson, exportPerson } from '../features/privacy/service.ts'
import { fail } from '../platform/app-error.ts'
import type { Ctx } from '../platform/context.ts'
import type { Command, Outcome } from './command.ts'

const refused = (text: string): Outcome => ({ text, failed: true })

/** A person of an account, both named by their mail address; a text says why there is none. */
async function personNamed(ctx: Ctx<never>, [owner = '', person = '', ...others]: string[]) {
  if (owner === '' || person === '' || others.length > 0)
    return 'Name the account and the person, both by their mail address.'
  const found = await account.findByEmail(ctx, owner)
  if (!found) return `No account has the address ${owner}.`
  const own = { ...ctx, accountId: found.master_account_id ?? found.account_id, fail }
  const user = await users.findByEmail(own, person)
  if (!user) return `The account has no person with the address ${person}.`
  return { own, accountUserId: user.account_user_id }
}

const parameters = '<email of the account> <email of the person>'

export const eraseCommands: readonly Command[] = [
  {
    name: 'user export',
    parameters,
    says: 'print everything that is kept about one person of an account, without secrets, as JSON',
    async run(ctx, values) {
      const found = await personNamed(ctx, values)
      if (typeof found === 'string') return refused(found)
      return { text: '', parts: await exportPerson(found.own, found.accountUserId) }
    },
  },
  {
    name: 'user erase',
    parameters,
    says: 'erase one person of an account, and print what was removed and what stays',
    async run(ctx, values) {
      const found = await personNamed(ctx, values)
      if (typeof found === 'string') return refused(found)
      return { text: JSON.stringify(await erasePerson(found.own, found.accountUserId), null, 2) }
    },
  },
]
