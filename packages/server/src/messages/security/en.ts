import { securityMails } from './security-texts.ts'

export const security = securityMails('en', {
  labels: { when: 'When', from: 'From network', device: 'Device', by: 'By' },
  notices: {
    newSignIn: () => [
      'New sign-in to your account',
      'somebody, probably you, signed in to your account from a network it was not used from before.',
    ],
    newToken: ({ what }) => [
      'A new API token was made',
      `a new API token was made for your account: ${what}. Programs that have it can use your account within its scopes.`,
    ],
    tokenWidened: ({ what }) => [
      'An API token was given more scopes',
      `an API token of your account may do more than before: ${what}.`,
    ],
    managementToken: ({ what }) => [
      'An account-management token was made',
      `a token of your account is now an account-management token: ${what}. Programs that have it can do what otherwise needs your password: change the password and the mail address, switch one-time passwords off, manage sub-accounts, and delete the account.`,
    ],
    managementNetwork: ({ what }) => [
      'An account-management token is used from a new network',
      `an account-management token of your account was used from a network it was not used from before: ${what}. If you do not know the network, delete the token at once.`,
    ],
    appAllowed: ({ what }) => [
      'An application was given access',
      `an application was allowed to use your account: ${what}.`,
    ],
    newWebhook: ({ what }) => [
      'A new webhook was registered',
      `from now on events of your account are also sent to this address: ${what}`,
    ],
    otpEnabled: () => [
      'One-time passwords are on',
      'from now on logging in to your account also takes a one-time password from your authenticator app.',
    ],
    otpDisabled: () => [
      'One-time passwords are off',
      'logging in to your account no longer takes a one-time password.',
    ],
    passkeyAdded: ({ what }) => [
      'A passkey was added',
      `your account can now be signed in to with a new passkey: ${what}.`,
    ],
    passkeyRemoved: ({ what }) => [
      'A passkey was removed',
      `this passkey no longer signs in to your account: ${what}.`,
    ],
    recoveryCodesMade: () => [
      'New recovery codes were made',
      'your account has new recovery codes. The ones before no longer work.',
    ],
    recoveryCodeUsed: ({ left }) => [
      'A recovery code was used',
      `a recovery code was used in place of a one-time password. Codes left: ${left}. Make new ones before they run out.`,
    ],
    deviceCredentialsReplaced: ({ what }) => [
      'The credentials of a lock were replaced',
      `a lock was given new credentials: ${what}. Whoever has them acts as this lock and is handed its codes.`,
    ],
  },
  held: (count, notice) => [
    `${count} more: ${notice}`,
    `this happened ${count} more times within an hour, so we tell you of it in one mail: “${notice}”. These are the first of them:`,
  ],
  notYou:
    'If this was neither you nor somebody you trust, act now: change your password, which ends all sessions, and remove what you do not know. Whoever runs this service can help you.',
  look: 'Here you see and change what has access to your account:',
})
