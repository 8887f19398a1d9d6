import Type from 'typebox'
import { Account, newSubAccountFields, SubAccountChanges } from './account.ts'
import { Confirmation, IntId } from './fields.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

const access = { scopes: ['account'], master: true } as const
const params = Type.Object({ accountId: IntId })

/** Accounts that use the locks of their master within their rights (D39, D40). */
export const subAccounts = {
  list: route({
    number: 71,
    method: 'GET',
    path: '/account/sub',
    summary: 'List sub-accounts, of those whose mail address matches an expression',
    access,
    query: Type.Object({
      email: Type.Optional(
        Type.String({
          description:
            'a regular expression of at most 200 characters; without look-around, back references and \\p, \\b (D76)',
        }),
      ),
    }),
    returns: Type.Array(Account),
    errors: ['regex_invalid'],
  }),
  create: route({
    number: 72,
    method: 'PUT',
    path: '/account/sub',
    summary: 'Create a sub-account',
    access,
    lasting: true,
    body: Type.Object({
      ...newSubAccountFields,
      invite: Type.Optional(
        Type.Boolean({
          description:
            'mail a link with which the person sets their own first password, once, within 48 hours (D187)',
        }),
      ),
      ...stepUpFields,
    }),
    returns: Account,
    errors: ['email_taken', 'quota_exceeded', ...STEP_UP_ERRORS],
    guessable: true,
  }),
  get: route({
    number: 73,
    method: 'GET',
    path: '/account/sub/{accountId}',
    summary: 'Read a sub-account',
    access,
    params,
    returns: Account,
  }),
  update: route({
    number: 74,
    method: 'POST',
    path: '/account/sub/{accountId}',
    summary: 'Change a sub-account; rights count at once',
    access,
    lasting: true,
    params,
    update: true,
    body: SubAccountChanges,
    returns: Account,
    errors: ['email_taken', ...STEP_UP_ERRORS],
    guessable: true,
  }),
  remove: route({
    number: 75,
    method: 'DELETE',
    path: '/account/sub/{accountId}',
    summary: 'Delete a sub-account with its keys and tokens',
    access,
    params,
    body: Type.Object(stepUpFields),
    returns: Confirmation,
    errors: STEP_UP_ERRORS,
  }),
}
