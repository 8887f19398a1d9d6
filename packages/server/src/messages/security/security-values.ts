/** Every warning of something that gives access to an account or its locks, or takes protection away. */
export const SECURITY_NOTICES = [
  'newSignIn',
  'newToken',
  'tokenWidened',
  'managementToken',
  'managementNetwork',
  'appAllowed',
  'newWebhook',
  'otpEnabled',
  'otpDisabled',
  'passkeyAdded',
  'passkeyRemoved',
  'recoveryCodesMade',
  'recoveryCodeUsed',
  'deviceCredentialsReplaced',
] as const
export type SecurityNotice = (typeof SECURITY_NOTICES)[number]

/** When, from where and by whom; a mail that was written before these were told has none of them. */
export interface SecurityOrigin {
  name: string
  at?: number
  /** An IPv4 address or an IPv6 /64. */
  network?: string
  /** What the caller said it is. */
  device?: string
  /** Who did it, where it was not the reader. */
  by?: string
  /** What it is about: the name of a token, an address, a lock. */
  what?: string
  /** Recovery codes that are left. */
  left?: number
  /** The page of the console that shows and ends it. */
  link?: string
}

export type SecurityValues = Record<SecurityNotice, SecurityOrigin> & {
  /** At the end of an hour in which more of a kind happened than one wants to read one by one. */
  noticesHeld: { name: string; notice: SecurityNotice; count: number; lines: HeldLine[]; link?: string }
}

export interface HeldLine {
  at: number
  network?: string
  what?: string
}
