import type { SmartlockAuth, SyncState } from '@latchwork/contract'
import { Badge } from '@mantine/core'
import { useServiceNow } from '../data/service-clock.ts'
import type { Format } from '../language/format.ts'
import { useLanguage } from '../language/language.tsx'
import type { Messages } from '../language/languages.ts'
import { refusalText } from '../operations/refusal-text.ts'

const COLORS: Record<SyncState, string> = {
  synced: 'latch',
  pending: 'orange',
  deleting: 'orange',
  failed: 'red',
}

/** Somewhere else than it should be, or rightly not on the lock. */
const placeOf = ({ place, syncState }: SmartlockAuth) =>
  place === undefined || place === 'lock' || syncState === 'deleting' || syncState === 'failed'
    ? undefined
    : place

/** What there is to say beside the state: since when it waits, why the lock refused it, or how it is known. */
function detailOf(auth: SmartlockAuth, text: Messages, format: Format, now: number): string | undefined {
  const { access } = text
  if (auth.syncState === 'failed') return auth.error && refusalText(auth.error, text)
  if (placeOf(auth) === 'kept') return undefined
  if (auth.pendingSince !== undefined) return access.since(format.span(now - Date.parse(auth.pendingSince)))
  // That a lock holds what it was given goes without saying; that it does not tell does not.
  return auth.syncState === 'synced' && auth.proof === 'occupied' && !placeOf(auth)
    ? access.masked
    : undefined
}

/** Is it on the lock, and how is that known? If not, where is it, since when has it waited, why was it refused? */
export function SyncBadge({ auth }: { auth: SmartlockAuth }) {
  const { text, format } = useLanguage()
  const now = useServiceNow()
  const place = placeOf(auth)
  const words = place ? text.access.places[place].label : text.access.syncStates[auth.syncState]
  const title = place ? text.access.places[place].detail : auth.proof && text.access.proofs[auth.proof]
  const detail = detailOf(auth, text, format, now)
  const color = place === 'stuck' ? 'red' : place === 'kept' ? 'gray' : COLORS[auth.syncState]
  return (
    <Badge
      color={color}
      variant="light"
      tt="none"
      fw={500}
      miw="max-content"
      {...(title !== undefined && { title })}
    >
      {detail ? `${words} (${detail})` : words}
    </Badge>
  )
}
