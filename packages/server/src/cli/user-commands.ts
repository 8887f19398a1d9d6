import { randomBytes } from 'node:crypto'
import { MAIL_ADDRESS_PATTERN } from '@latchwork/contract'
import * as otp from '../features/identity/otp/service.ts'
import * as passkeys from '../features/identity/passkeys/service.ts'
import * as passwords from '../features/identity/passwords/service.ts'
import * as profile from '../features/identity/profile/service.ts'
import type { Command, Outcome } from './command.ts'

const isAddress = (text: string): boolean => new RegExp(MAIL_ADDRESS_PATTERN, 'u').test(text)

const newPassword = (): string => randomBytes(12).toString('base64url')

const NO_ADDRESS: Outcome = { text: 'Name the account by its mail address.', failed: true }
const noAccount = (email: string): Outcome => ({ text: `No account has the address ${email}.`, failed: true })

/** What the operator does for people who cannot help themselves. */
export const userCommands: readonly Command[] = [
  {
    name: 'user create',
    formerly: 'account create',
    parameters: '<email> <name>',
    says: 'open an account and print its password',
    async run(ctx, [email = '', ...words]) {
      const name = words.join(' ')
      if (!isAddress(email) || name === '' || name.length > 255)
        return { text: 'Give a mail address and a name.', failed: true }
      const password = newPassword()
      const accountId = await profile.openByOperator(ctx, { email, password, name, language: 'en' })
      if (accountId === undefined)
        return { text: `The address ${email} has an account already.`, failed: true }
      return { text: `Account ${accountId} of ${email} has the password ${password}` }
    },
  },
  {
    name: 'user password',
    formerly: 'password reset',
    parameters: '<email>',
    says: 'give an account a new password, end its tokens, and print the password',
    async run(ctx, [email = '']) {
      if (!isAddress(email)) return NO_ADDRESS
      const password = newPassword()
      if (!(await passwords.setByOperator(ctx, email, password))) return noAccount(email)
      return { text: `The account of ${email} has the password ${password}` }
    },
  },
  {
    name: 'user otp-off',
    formerly: 'otp reset',
    parameters: '<email>',
    says: 'switch one-time passwords off for somebody who lost their phone',
    async run(ctx, [email = '']) {
      if (!isAddress(email)) return NO_ADDRESS
      const result = await otp.resetByOperator(ctx, email)
      if (result === 'no account') return noAccount(email)
      return { text: `One-time passwords of ${email}: ${result}.` }
    },
  },
  {
    name: 'user passkeys-off',
    formerly: 'passkey reset',
    parameters: '<email>',
    says: 'remove all passkeys of somebody who lost their device',
    async run(ctx, [email = '']) {
      if (!isAddress(email)) return NO_ADDRESS
      const removed = await passkeys.resetByOperator(ctx, email)
      if (removed === undefined) return noAccount(email)
      return { text: `Passkeys of ${email} that were removed: ${removed}.` }
    },
  },
]
