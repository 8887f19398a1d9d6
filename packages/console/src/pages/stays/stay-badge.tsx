import { useLanguage } from '../../kit/language/language.tsx'
import { SignBadge } from '../../kit/states/sign-badge.tsx'
import { STAY_LOOKS } from './stay-look.ts'
import type { StayState } from './stay-state.ts'

/** How far a stay is, in a word. */
export function StayBadge({ state, size = 'md' }: { state: StayState; size?: 'md' | 'lg' }) {
  const { text } = useLanguage()
  return (
    <SignBadge {...STAY_LOOKS[state]} size={size}>
      {text.stays.states[state]}
    </SignBadge>
  )
}
