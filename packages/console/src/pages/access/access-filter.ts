import type { AuthType, SmartlockAuth, SyncState } from '@latchwork/contract'

/** Which access rights somebody wants to see; the address of the page keeps it. */
export interface AccessFilter {
  q?: string
  type?: AuthType
  /** A person; 0 stands for nobody. */
  user?: number
  door?: number
  sync?: SyncState
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

export function selectAccess(auths: readonly SmartlockAuth[], filter: AccessFilter): SmartlockAuth[] {
  const wanted = (filter.q ?? '').trim().toLocaleLowerCase()
  return auths
    .filter(
      (auth) =>
        auth.name.toLocaleLowerCase().includes(wanted) &&
        (filter.type === undefined || auth.type === filter.type) &&
        (filter.user === undefined || (auth.accountUserId ?? 0) === filter.user) &&
        (filter.door === undefined || auth.smartlockId === filter.door) &&
        (filter.sync === undefined || auth.syncState === filter.sync),
    )
    .sort((a, b) => byName.compare(a.name, b.name) || a.smartlockId - b.smartlockId)
}
