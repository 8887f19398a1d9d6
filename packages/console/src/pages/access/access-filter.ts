import type { AuthType, SmartlockAuth, SyncState } from '@latchwork/contract'
import { byName } from '../../kit/language/by-name.ts'

/** Which access rights somebody wants to see; the address of the page keeps it. */
export interface AccessFilter {
  q?: string
  type?: AuthType
  /** A person; 0 stands for nobody. */
  user?: number
  door?: number
  sync?: SyncState
}

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
    .sort((a, b) => byName(a, b) || a.smartlockId - b.smartlockId)
}
