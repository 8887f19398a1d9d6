import type { Address } from '@latchwork/contract'
import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLanguage } from '../../kit/language/language.tsx'
import type { Bar } from './bars.ts'
import { stayDates } from './stay-dates.ts'
import { STAY_LOOKS } from './stay-look.ts'
import type { StayState } from './stay-state.ts'
import classes from './timeline-bar.module.css'

interface TimelineBarProps {
  bar: Bar
  address: Address | undefined
  state: StayState
}

/** A stay on the timeline, which leads to its page. */
export function TimelineBar({ bar: { stay, isCutBefore, isCutAfter }, address, state }: TimelineBarProps) {
  const { text, format } = useLanguage()
  const { clock, from, until } = stayDates(stay, address, format)
  const { icon: Sign } = STAY_LOOKS[state]
  const words = clock.named(text.stays.bar(stay.name, text.stays.states[state], from, until))
  return (
    <Tooltip label={words} multiline openDelay={300}>
      <Link
        to="/stays/$addressId/$reservationId"
        params={{ addressId: String(stay.addressId), reservationId: stay.id }}
        className={classes.bar ?? ''}
        data-state={state}
        data-cut-before={isCutBefore || undefined}
        data-cut-after={isCutAfter || undefined}
        aria-label={words}
      >
        <Sign size={16} aria-hidden className={classes.symbol} />
        <span className={classes.words}>
          {stay.name} · {text.stays.states[state]}
        </span>
      </Link>
    </Tooltip>
  )
}
