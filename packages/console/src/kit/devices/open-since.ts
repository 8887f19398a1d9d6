import { api, type Smartlock } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { read } from '../data/queries.ts'
import { useServiceNow } from '../data/service-clock.ts'
import { DOOR_OPEN, isOnline } from './device-look.ts'

const OPENED = 240
const LONG_MS = 10 * 60_000
const LOOK_MS = 60_000
/** As many as the log answers at once. */
const MOST = 50

/** The newest that doors said of themselves, of all doors in one call. */
const doorLog = read(api.smartlocks.log, { query: { kind: 'door', limit: MOST } })

/** The newest of one door: for one that has been open since before all of those. */
const ownLog = ({ smartlockId }: Smartlock) =>
  read(api.smartlocks.logOf, { params: { smartlockId }, query: { kind: 'door', limit: 1 } })

/**
 * For how long a door has stood open, in milliseconds; nothing where nobody knows. Only doors that are open ask: the
 * log of the lock says when it was opened, and says nothing to whoever may not read it.
 */
export function useOpenFor(lock: Smartlock): { ms: number | undefined; isLong: boolean } {
  const isOpen = lock.state.doorState === DOOR_OPEN && isOnline(lock)
  const often = { refetchInterval: LOOK_MS, retry: false }
  const { data } = useQuery({ ...doorLog, ...often, enabled: isOpen })
  const found = data?.find(({ smartlockId }) => smartlockId === lock.smartlockId)
  const isBefore = isOpen && data?.length === MOST && !found
  const { data: own } = useQuery({ ...ownLog(lock), ...often, enabled: isBefore })
  const now = useServiceNow()
  const last = isOpen ? (found ?? own?.[0]) : undefined
  const ms = last?.action === OPENED ? Math.max(0, now - Date.parse(last.date)) : undefined
  return { ms, isLong: ms !== undefined && ms >= LONG_MS }
}
