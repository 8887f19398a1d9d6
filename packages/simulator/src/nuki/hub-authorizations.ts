/** What nuki_hub tells of one that is paired with the lock, with its members and forms. */
export interface AuthorizationEntry {
  readonly authId: number
  /** 0 app, 1 bridge, 2 fob, 3 keypad. */
  readonly idType: number
  readonly enabled: number
  readonly name: string
  readonly remoteAllowed: number
  readonly timeLimited: number
  readonly allowedFrom: string
  readonly allowedUntil: string
  readonly allowedWeekdays: readonly string[]
  readonly allowedFromTime: string
  readonly allowedUntilTime: string
}

/** How the owner set the hub up, and what can go wrong; changed at any time. */
interface AuthorizationManners {
  /** Without it the hub tells no list at all. */
  isPublished: boolean
  /** Without it the hub does not even listen. */
  isControlled: boolean
  hasPin: boolean
  /** Entries that its list has room for. */
  mostListed: number
  /** Says `success` and changes nothing. */
  dropsWrites: boolean
}

const NO_DATE = '0000-00-00 00:00:00'
const NO_WINDOW = {
  allowedFrom: NO_DATE,
  allowedUntil: NO_DATE,
  allowedWeekdays: [],
  allowedFromTime: '00:00',
  allowedUntilTime: '00:00',
}

/** Who is paired with a lock, and what nuki_hub answers to whoever changes them. */
export class HubAuthorizations {
  readonly manners: AuthorizationManners = {
    isPublished: true,
    isControlled: true,
    hasPin: true,
    mostListed: 100,
    dropsWrites: false,
  }
  readonly entries = new Map<number, AuthorizationEntry>()
  #lastId = 0x1000

  /** The hub itself was paired first. */
  constructor() {
    this.pair('NukiHub', { idType: 1 })
  }

  /** Somebody with the maker's app. */
  pair(name: string, more: Partial<AuthorizationEntry> = {}): number {
    const authId = ++this.#lastId
    const fresh = { authId, idType: 0, enabled: 1, name, remoteAllowed: 1, timeLimited: 0, ...NO_WINDOW }
    this.entries.set(authId, { ...fresh, ...more })
    return authId
  }

  /** In the order of their ids, as many as there is room for. */
  list(): object[] {
    const sorted = [...this.entries.values()].sort((a, b) => a.authId - b.authId)
    return sorted.slice(0, this.manners.mostListed)
  }

  /** Carries a command out; the word is the hub's. Undefined: it does not listen. */
  command(text: string): string | undefined {
    if (!this.manners.isControlled) return undefined
    if (!this.manners.hasPin) return 'noValidPinSet'
    let wanted: Record<string, unknown>
    try {
      wanted = JSON.parse(text) as Record<string, unknown>
    } catch {
      return 'invalidJson'
    }
    if (wanted.action === 'add') return 'addActionNotSupported'
    if (wanted.action !== 'update' && wanted.action !== 'delete') return 'invalidAction'
    const known = this.entries.get(Number(wanted.authId))
    if (!known) return 'noExistingAuthIdSet'
    if (this.manners.dropsWrites) return 'success'
    if (wanted.action === 'delete') this.entries.delete(known.authId)
    else this.#update(known, wanted)
    return 'success'
  }

  /** What is not said stays as it was; but the times of one that is switched off, or not limited, are told as nothing. */
  #update(known: AuthorizationEntry, wanted: Record<string, unknown>): void {
    const flag = (name: 'enabled' | 'remoteAllowed' | 'timeLimited') => Number(wanted[name] ?? known[name])
    const word = (name: 'allowedFrom' | 'allowedUntil' | 'allowedFromTime' | 'allowedUntilTime') =>
      String(wanted[name] ?? known[name])
    const next = {
      ...known,
      name: String(wanted.name ?? known.name).slice(0, 20),
      enabled: flag('enabled'),
      remoteAllowed: flag('remoteAllowed'),
      timeLimited: flag('timeLimited'),
    }
    const window = {
      allowedFrom: word('allowedFrom'),
      allowedUntil: word('allowedUntil'),
      allowedWeekdays: (wanted.allowedWeekdays as string[] | undefined) ?? known.allowedWeekdays,
      allowedFromTime: word('allowedFromTime'),
      allowedUntilTime: word('allowedUntilTime'),
    }
    const keepsWindow = next.enabled === 1 && next.timeLimited === 1
    this.entries.set(known.authId, { ...next, ...(keepsWindow ? window : NO_WINDOW) })
  }
}
