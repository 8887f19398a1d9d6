import { erasePerson } from '../compose/erasure.ts'
import * as account from '../features/identity/account/service.ts'
import * as users from '../features/identity/users/service.ts'
import type { Command, Outcome } from './command.ts'

const refused = (text: string): Outcome => ({ text, failed: true })

export const eraseCommands: readonly Command[] = [
  {
    name: 'user erase',
    parameters: '<email of the account> <email of the person>',
    says: 'erase one person of an account, and print what was removed and what stays',
    async run(ctx, [owner = '', person = '', ...others], config) {
      if (owner === '' || person === '' || others.length > 0)
        return refused('Name the account and the person, both by their mail address.')
      const found = await account.findByEmail(ctx, owner)
      if (!found) return refused(`No account has the address ${owner}.`)
      const own = { ...ctx, accountId: found.master_account_id ?? found.account_id }
      const user = await users.findByEmail(own, person)
      if (!user) return refused(`The account has no person with the address ${person}.`)
      const who = { email: user.email, accountUserId: user.account_user_id }
      return { text: JSON.stringify(await erasePerson(own, who, config), null, 2) }
    },
  },
]
