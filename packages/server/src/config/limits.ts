declare module '../platform/context.ts' {
  /** The numbers of contract section 9 that services enforce. */
  interface Limits {
    readonly accountUsers: number
    readonly subAccounts: number
    readonly apiKeys: number
    readonly tokensPerKey: number
    readonly smartlocks: number
    readonly gateways: number
    readonly notifications: number
    readonly settingsPerNotification: number
    readonly actionTtlMs: number
    readonly actionProofMs: number
    readonly webhooksPerKey: number
    /** Accounts that can have a bridge; 0 while the bridge is off. */
    readonly bridges: number
    readonly streamsPerToken: number
    readonly streamsPerAccount: number
    readonly mailsPerHour: number
    readonly eventRetentionMs: number
    /** Of the log of locks, and of the history of access rights. */
    readonly logRetentionMs: number
    readonly addresses: number
    readonly unitsPerAddress: number
    readonly reservationsPerAddress: number
    /** What holds where an address says nothing of its own (4.21). */
    readonly stays: { readonly checkInTime: number; readonly checkOutTime: number }
  }
}

export {}
