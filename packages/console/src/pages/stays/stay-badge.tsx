import type { Reservation } from '@latchwork/contract'
import { Badge } from '@mantine/core'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { STAY_LOOKS } from './stay-look.ts'
import { stateOf } from './stay-state.ts'

/** How far a stay is, in a word. */
export function StayBadge({ stay, size = 'md' }: { stay: Reservation; size?: 'md' | 'lg' }) {
  const { text } = useLanguage()
  const state = stateOf(stay, useServiceNow())
  const { color, icon: Sign } = STAY_LOOKS[state]
  return (
    <Badge
      color={color}
      variant="light"
      size={size}
      tt="none"
      fw={500}
      miw="max-content"
      leftSection={<Sign size={14} aria-hidden />}
    >
      {text.stays.states[state]}
    </Badge>
  )
}
