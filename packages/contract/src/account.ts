import Type, { type Static } from 'typebox'
import {
  alias,
  Confirmation,
  clearable,
  DateTime,
  IntEnum,
  IntId,
  MailAddress,
  Name,
  orInQuery,
  Rights,
} from './fields.ts'
import { Roles } from './roles.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

const LanguageCode = Type.String({ pattern: '^[A-Za-z]{2}$', examples: ['en'], description: 'two letters' })
export const Password = Type.String({ minLength: 7, maxLength: 256 })
const Line = clearable(Type.String({ maxLength: 255 }))
const Pin = clearable(Type.String({ maxLength: 16 }))

const profileFields = {
  firstName: Type.Optional(Line),
  lastName: Type.Optional(Line),
  address: Type.Optional(Line),
  zip: Type.Optional(Line),
  city: Type.Optional(Line),
  country: Type.Optional(
    clearable(
      Type.String({ pattern: '^[A-Za-z]{2}$', examples: ['AT'], description: 'two letters, ISO 3166' }),
    ),
  ),
}
const Profile = Type.Object(profileFields)
export type Profile = Static<typeof Profile>

/** What the service keeps for voice assistants and does not use itself. */
const Pins = Type.Object({ alexaPin: Type.Optional(Pin), gactionsHomePin: Type.Optional(Pin) })
export type Pins = Static<typeof Pins>

/** An account, the own one or a sub-account (4.18). */
export const Account = Type.Object({
  accountId: IntId,
  type: IntEnum([0, 1, 2], '0 user, 1 company, 2 caretaker'),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  name: Type.String(),
  masterAccountId: Type.Optional(IntId),
  rights: Rights,
  roles: Type.Optional(Roles),
  operator: Type.Optional(
    Type.Literal(true, { description: 'it runs the service: its sessions may use /operator (D100)' }),
  ),
  language: Type.Optional(Type.String()),
  config: Type.Optional(
    Type.Object({
      alexaPin: Type.Optional(Type.String()),
      gactionsHomePin: Type.Optional(Type.String()),
      otpEnabledDate: Type.Optional(DateTime),
    }),
  ),
  profile: Type.Optional(
    Type.Object({
      firstName: Type.String(),
      lastName: Type.String(),
      address: Type.String(),
      zip: Type.String(),
      city: Type.String(),
      country: Type.String(),
    }),
  ),
  creationDate: DateTime,
  updateDate: DateTime,
})
export type Account = Static<typeof Account>

/** What a new account of either kind needs. */
export const newAccountFields = { email: MailAddress, password: Password, name: Name, language: LanguageCode }
export const newSubAccountFields = {
  ...newAccountFields,
  rights: Rights,
  roles: Type.Optional(Roles),
  profile: Profile,
}

const changeable = {
  email: Type.Optional(MailAddress),
  password: Type.Optional(Password),
  name: Type.Optional(Name),
  config: Type.Optional(Pins),
  profile: Type.Optional(Profile),
  deleteApiTokens: Type.Optional(
    alias(
      'delete_api_tokens',
      orInQuery(
        Type.Boolean({ default: true, description: 'with a new password: end all tokens and grants' }),
      ),
    ),
  ),
}
export const SubAccountChanges = Type.Object({
  ...changeable,
  ...stepUpFields,
  language: Type.Optional(LanguageCode),
  rights: Type.Optional(Rights),
  roles: Type.Optional(Roles),
})

const access = { scopes: ['account'] } as const

export const account = {
  get: route({
    number: 57,
    method: 'GET',
    path: '/account',
    summary: 'Read the account of the token',
    access,
    roles: 'own',
    enrolment: true,
    returns: Account,
  }),
  update: route({
    number: 58,
    method: 'POST',
    path: '/account',
    summary: 'Change the account; a new password ends its tokens, grants and sessions',
    access,
    roles: 'own',
    update: true,
    body: Type.Object({ ...changeable, ...stepUpFields, language: LanguageCode }),
    returns: Account,
    errors: ['email_taken', ...STEP_UP_ERRORS],
    guessable: true,
  }),
  remove: route({
    number: 59,
    method: 'DELETE',
    path: '/account',
    summary: 'Delete the account with its sub-accounts, locks, keys and all its data',
    access: { ...access, master: true },
    body: Type.Object(stepUpFields),
    returns: Confirmation,
    errors: STEP_UP_ERRORS,
  }),
  signUp: route({
    method: 'PUT',
    path: '/account',
    summary: 'Open an account, where the operator allows it',
    access: 'public',
    body: Type.Object({ ...newAccountFields, profile: Type.Optional(Profile) }),
    returns: Account,
    errors: ['signup_disabled', 'email_taken'],
    guessable: true,
  }),
}
