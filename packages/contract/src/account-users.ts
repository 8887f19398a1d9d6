import Type, { type Static } from 'typebox'
import {
  Confirmation,
  DateTime,
  HexId,
  IntEnum,
  IntId,
  Limit,
  MailAddress,
  Name,
  Offset,
  StringEnum,
} from './fields.ts'
import { LANGUAGES } from './languages.ts'
import { route } from './route.ts'

/** 0 user, 1 company. */
export const ACCOUNT_USER_TYPES = [0, 1] as const

/** A person attached to an account (4.17). */
export const AccountUser = Type.Object({
  accountUserId: IntId,
  accountId: IntId,
  email: Type.String(),
  name: Type.String(),
  type: IntEnum(ACCOUNT_USER_TYPES, '0 user, 1 company'),
  language: Type.Optional(StringEnum(LANGUAGES)),
  operationId: Type.Optional(HexId),
  creationDate: DateTime,
  updateDate: DateTime,
})
export type AccountUser = Static<typeof AccountUser>

const access = { scopes: ['account', 'smartlock.auth'], right: 'manageAuthorizations' } as const
const params = Type.Object({ accountUserId: IntId })
const person = { email: MailAddress, name: Name }

export const accountUsers = {
  list: route({
    number: 47,
    method: 'GET',
    path: '/account/user',
    summary: 'List the users of the account',
    access,
    roles: 'handler',
    query: Type.Object({
      email: Type.Optional(Type.String({ maxLength: 254, description: 'the whole address, in any case' })),
      offset: Offset,
      limit: Limit(undefined, 1000),
    }),
    returns: Type.Array(AccountUser),
  }),
  create: route({
    number: 48,
    method: 'PUT',
    path: '/account/user',
    summary: 'Add a user to the account',
    access,
    roles: 'handler',
    body: Type.Object({
      ...person,
      type: Type.Optional(IntEnum(ACCOUNT_USER_TYPES, '0 user, 1 company')),
      language: Type.Optional(StringEnum(LANGUAGES)),
    }),
    returns: AccountUser,
    errors: ['email_taken', 'quota_exceeded'],
  }),
  get: route({
    number: 49,
    method: 'GET',
    path: '/account/user/{accountUserId}',
    summary: 'Read a user of the account',
    access,
    roles: 'handler',
    params,
    returns: AccountUser,
  }),
  update: route({
    number: 50,
    method: 'POST',
    path: '/account/user/{accountUserId}',
    summary: 'Change a user of the account',
    access,
    params,
    update: true,
    body: Type.Object({
      email: Type.Optional(person.email),
      name: Type.Optional(person.name),
      language: Type.Optional(StringEnum(LANGUAGES)),
    }),
    returns: AccountUser,
    errors: ['email_taken', 'resource_locked'],
  }),
  remove: route({
    number: 51,
    method: 'DELETE',
    path: '/account/user/{accountUserId}',
    summary: 'Delete a user, once every lock has dropped what they were given',
    access,
    params,
    returns: Confirmation,
    async: true,
    errors: ['resource_locked'],
  }),
}
