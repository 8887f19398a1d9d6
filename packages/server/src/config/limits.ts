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
    /** What accounts can choose between, the fewest days and the most of each kind; and how long operations are kept. */
    readonly retention: {
      readonly leastDays: number
      readonly operationDays: number
      readonly most: {
        readonly logDays: number
        readonly reservationDays: number
        readonly mailDays: number
      }
    }
    readonly addresses: number
    readonly unitsPerAddress: number
    readonly reservationsPerAddress: number
    /** What holds where an address says nothing of its own (4.21). */
    readonly stays: { readonly checkInTime: number; readonly checkOutTime: number }
  }
}

export {}
