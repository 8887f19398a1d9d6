import Type from 'typebox'
import { count, flag, SECRET, text } from './kinds.ts'

/** Who gets in, and how much of everything there may be. */

export const admin = Type.Object({
  email: text('a mail address', (value) => /^[^\s@]+@[^\s@]+$/.test(value), {
    default: 'owner@latchwork.local',
    description: 'Mail address of the first account; used on the first start only',
  }),
  password: Type.Optional(
    text('7 to 255 characters', (value) => value.length >= 7 && value.length <= 255, {
      ...SECRET,
      'x-default': 'generated',
      description: 'Password of the first account; used on the first start only',
    }),
  ),
  token: Type.Optional(
    text('32 to 255 letters, digits and -._~+/=', (value) => /^[A-Za-z0-9\-._~+/=]{32,255}$/.test(value), {
      ...SECRET,
      'x-default': 'generated',
      description:
        'Account-management token with all scopes for the first account; used on the first start only',
    }),
  ),
})

export const secondFactor = Type.Enum(['off', 'operators', 'all'], {
  default: 'off',
  description:
    'Who must use a passkey or one-time passwords; until they have set one up they can do nothing else. API tokens are not asked',
})

export const signUp = flag('Let anybody open an account with `PUT /account`')

export const advancedKey = Type.Object({
  autoApprove: flag(
    'Accept applications for advanced API keys at once; off leaves them to the operator',
    true,
  ),
})

export const rate = Type.Object({
  tokenPerSecond: count(100, 'Requests a second per token; 0 switches the limit off', { minimum: 0 }),
  tokenBurst: count(1000, 'Requests at once per token, after a pause'),
  accountPerSecond: count(
    500,
    'Requests a second per account with its sub-accounts; 0 switches the limit off',
    { minimum: 0 },
  ),
  accountBurst: count(5000, 'Requests at once per account with its sub-accounts, after a pause'),
  ipPerSecond: count(20, 'Requests a second per IP address without a token; 0 switches the limit off', {
    minimum: 0,
  }),
  ipBurst: count(200, 'Requests at once per IP address without a token, after a pause'),
  devicePerSecond: count(20, 'Messages a second per lock; 0 switches the limit off', { minimum: 0 }),
  deviceBurst: count(
    600,
    'Messages at once per lock, after a pause; a lock that was away brings up to 500 events',
  ),
  deviceAccountPerSecond: count(
    500,
    'Messages a second of all locks of an account; 0 switches the limit off',
    { minimum: 0 },
  ),
  deviceAccountBurst: count(10_000, 'Messages at once of all locks of an account, after a pause'),
})

export const quota = Type.Object({
  apiKeys: count(50, 'API keys per account'),
  tokensPerKey: count(200, 'Tokens per API key'),
  smartlocks: count(5000, 'Smartlocks per account'),
  gateways: count(100, 'Gateways per account'),
  accountUsers: count(20_000, 'Account users per account'),
  subAccounts: count(200, 'Sub-accounts per account'),
  addresses: count(5000, 'Addresses per account'),
  unitsPerAddress: count(1000, 'Units per address'),
  reservationsPerAddress: count(10_000, 'Reservations per address'),
  webhooksPerKey: count(20, 'Decentral webhooks per API key'),
  notifications: count(200, 'Notifications per account'),
  settingsPerNotification: count(100, 'Settings in one notification'),
  streamsPerToken: count(5, 'Event streams per token, in each process'),
  streamsPerAccount: count(50, 'Event streams per account with its sub-accounts, in each process'),
  mailsPerHour: count(
    50,
    'Mails an hour per account to addresses it chose: codes, invitations, notices of a new address',
  ),
})
