import { Badge } from '@mantine/core'
import { useLanguage } from '../../kit/language/language.tsx'
import { STAY_LOOKS } from './stay-look.ts'
import type { StayState } from './stay-state.ts'

/** How far a stay is, in a word. */
export function StayBadge({ state, size = 'md' }: { state: StayState; size?: 'md' | 'lg' }) {
  const { text } = useLanguage()
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
