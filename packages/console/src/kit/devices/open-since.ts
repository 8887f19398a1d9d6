import { api, type Smartlock } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { read } from '../data/queries.ts'
import { useServiceNow } from '../data/service-clock.ts'
import { DOOR_OPEN, isOnline } from './device-look.ts'

const OPENED = 240
const LONG_MS = 10 * 60_000
const LOOK_MS = 60_000
const MOST = 100

/** The newest that doors said of themselves, of all doors in one call. */
const doorLog = read(api.smartlocks.log, { query: { kind: 'door', limit: MOST } })

/**
 * For how long a door has stood open, in milliseconds; nothing where nobody knows. Only doors that are open ask: the
 * log of the lock says when it was opened, and says nothing to whoever may not read it.
 */
export function useOpenFor(lock: Smartlock): { ms: number | undefined; isLong: boolean } {
  const isOpen = lock.state.doorState === DOOR_OPEN && isOnline(lock)
  const { data } = useQuery({ ...doorLog, enabled: isOpen, refetchInterval: LOOK_MS, retry: false })
  const now = useServiceNow()
  const last = isOpen ? data?.find(({ smartlockId }) => smartlockId === lock.smartlockId) : undefined
  const ms = last?.action === OPENED ? Math.max(0, now - Date.parse(last.date)) : undefined
  return { ms, isLong: ms !== undefined && ms >= LONG_MS }
}
