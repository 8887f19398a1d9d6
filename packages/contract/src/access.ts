/** The scopes a token can hold (contract 2.1). */
export const SCOPES = [
  'account',
  'smartlock',
  'smartlock.readOnly',
  'smartlock.create',
  'smartlock.action',
  'smartlock.auth',
  'smartlock.config',
  'smartlock.log',
  'notification',
  'webhook.central',
  'webhook.decentral',
  'offline_access',
] as const

export type Scope = (typeof SCOPES)[number]

/** The bits of a sub-account's rights mask (D40). */
export const RIGHTS = {
  manageSmartlock: 1,
  operateSmartlock: 2,
  manageConfig: 4,
  manageAuthorizations: 8,
  viewLogs: 16,
} as const

export type Right = keyof typeof RIGHTS

/** Every bit of the mask: what a master account has (D40). */
export const ALL_RIGHTS = 31

/**
 * What a caller needs to use a route. It is a required field, so a route nobody thought about cannot be mounted.
 * `public`: no token is looked at (D37). `token`: any valid token. Otherwise any one of the scopes is enough,
 * and a sub-account also needs the right, or must be a master. `operator`: only who is signed in as the operator (D100).
 * `gateway`: the token of a gateway, which opens nothing else (D142). `guest`: that of a link to a guest's page (D175).
 */
export type Access =
  | 'public'
  | 'token'
  | 'gateway'
  | 'guest'
  | {
      readonly scopes: readonly Scope[]
      readonly right?: Right
      readonly master?: true
      readonly operator?: true
    }
