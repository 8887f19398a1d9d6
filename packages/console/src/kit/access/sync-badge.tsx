import type { SmartlockAuth, SyncState } from '@latchwork/contract'
import { Badge } from '@mantine/core'
import { useServiceNow } from '../data/service-clock.ts'
import { useLanguage } from '../language/language.tsx'

const COLORS: Record<SyncState, string> = {
  synced: 'latch',
  pending: 'orange',
  deleting: 'orange',
  failed: 'red',
}

/** Is it on the lock? And if not, since when has it been waiting, or why did the lock refuse it? */
export function SyncBadge({ auth }: { auth: SmartlockAuth }) {
  const { text, format } = useLanguage()
  const now = useServiceNow()
  const words = text.access.syncStates[auth.syncState]
  const since = auth.pendingSince && text.access.since(format.span(now - Date.parse(auth.pendingSince)))
  const detail = auth.syncState === 'failed' ? auth.error : since
  return (
    <Badge color={COLORS[auth.syncState]} variant="light" tt="none" fw={500}>
      {detail ? `${words} (${detail})` : words}
    </Badge>
  )
}
