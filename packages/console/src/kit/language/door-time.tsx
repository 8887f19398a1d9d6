import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { useServiceNow } from '../data/service-clock.ts'
import type { DoorClock } from './door-clock.ts'
import classes from './door-time.module.css'
import { useLanguage } from './language.tsx'

interface DoorWordsProps {
  clock: DoorClock
  /** The moments the words speak of; without any they are times of every day. */
  moments?: readonly (string | number)[]
  children: ReactNode
}

/**
 * Words with times of a door. Whoever looks from a place with other clocks finds out with a pointer, a finger or the
 * keyboard what their own clock shows then.
 */
export function DoorWords({ clock, moments = [], children }: DoorWordsProps) {
  if (clock.zoneName === undefined) return children
  return (
    <Tooltip
      label={<Both clock={clock} moments={moments} />}
      multiline
      maw={320}
      events={{ hover: true, focus: true, touch: true }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard gets to what the pointer gets to */}
      <span className={classes.words} tabIndex={0}>
        {children}
      </span>
    </Tooltip>
  )
}

/** Only what is looked at asks for the time. */
function Both({ clock, moments }: Required<Pick<DoorWordsProps, 'clock' | 'moments'>>) {
  const words = useLanguage().text.kit.doorTime
  const now = useServiceNow()
  return moments.length === 0
    ? `${clock.zoneName}. ${words.nowThere(clock.hour(now))}`
    : words.here(moments.map((moment) => clock.here(moment)).join(' – '))
}

/** One moment at a door, with the name of its zone where it differs. */
export function DoorTime({ zone, date }: { zone: string; date: string | number }) {
  const clock = useLanguage().format.at(zone)
  return (
    <DoorWords clock={clock} moments={[date]}>
      {clock.named(clock.moment(date))}
    </DoorWords>
  )
}
